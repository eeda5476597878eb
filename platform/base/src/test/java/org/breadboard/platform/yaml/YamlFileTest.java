// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.yaml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.yaml.YamlValue.YamlMap;
import org.junit.jupiter.api.Test;

final class YamlFileTest {
    private static YamlMap read(String text) throws IOException {
        return YamlFile.read("a.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String refusal(String text) {
        return assertThrows(RefusedException.class, () -> read(text)).getMessage();
    }

    @Test
    void shouldKnowTheLineOfEachKey() throws IOException {
        YamlMap map = read("a: 1\nb:\n  c: [x, y]\n");
        assertEquals("a.yaml:3", map.get("b").map("b").keys().get("c").toString());
        assertEquals(2, map.get("b").map("b").get("c").items().size());
    }

    @Test
    void shouldRefuseTagsAliasBombsAndDepth() {
        assertEquals(
                "a.yaml:2: tags (words that begin with '!') are not allowed here.",
                refusal("a: 1\nb: !!javax.script.ScriptEngineManager [x]\n"));
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 8; i++) {
            bomb.append("a").append(i).append(": &a").append(i).append(" [");
            bomb.append(("*a" + (i - 1) + ", ").repeat(4)).append("x]\n");
        }
        assertTrue(refusal(bomb.toString()).contains("aliases make it too large"), refusal(bomb.toString()));
        assertTrue(refusal("a: " + "[".repeat(60) + "]".repeat(60)).startsWith("a.yaml"));
        assertTrue(refusal("a: &a [1]\nb: [" + "*a, ".repeat(40) + "]").contains("more than 32 aliases"));
        assertTrue(refusal("x: " + "y".repeat(1 << 20)).contains("larger than 1 MB"));
    }

    @Test
    void shouldTellALongListFromADeepOne() {
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i <= 10_000; i++) {
            keys.append("key").append(i).append(": 1\n");
        }
        assertTrue(refusal(keys.toString()).startsWith("a.yaml:10000: up to here there are more than 20000 keys"));
        String deep = refusal("a: " + "[".repeat(18) + "]".repeat(18));
        assertTrue(!deep.contains("keys and values"), deep);
    }

    @Test
    void shouldRefuseControlCharacters() throws IOException {
        assertEquals(
                "a.yaml:2: text holds the control character U+001B; of these, only tabs and line ends are allowed.",
                refusal("a: 1\nb: \"\\e[31mred\"\n"));
        assertTrue(refusal("\"a\\u0007\": 1").contains("U+0007"));
        assertTrue(refusal("a: \"\\ud800\"").contains("U+D800"));
        assertEquals("x\ty\nz", read("a: \"x\\ty\\nz\"").get("a").scalar("a").text());
    }

    @Test
    void shouldRefuseWhatIsNotYamlWithItsLine() {
        assertTrue(
                refusal("a: 1\nb: [1, 2\n").matches("a.yaml:[23]: this is not YAML: .*"), refusal("a: 1\nb: [1, 2\n"));
        assertTrue(refusal("a: 1\na: 2\n").contains("'a' is already given at line 1"));
        assertTrue(refusal("- 1\n").contains("takes keys and values"));
        assertTrue(refusal("a: 1\n---\nb: 2\n").contains("one document only"));
    }
}
