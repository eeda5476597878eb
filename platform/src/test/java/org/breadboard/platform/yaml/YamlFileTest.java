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
    void shouldRefuseWhatIsNotYamlWithItsLine() {
        assertTrue(
                refusal("a: 1\nb: [1, 2\n").matches("a.yaml:[23]: this is not YAML: .*"), refusal("a: 1\nb: [1, 2\n"));
        assertTrue(refusal("a: 1\na: 2\n").contains("'a' is already given at line 1"));
        assertTrue(refusal("- 1\n").contains("takes keys and values"));
        assertTrue(refusal("a: 1\n---\nb: 2\n").contains("one document only"));
    }
}
