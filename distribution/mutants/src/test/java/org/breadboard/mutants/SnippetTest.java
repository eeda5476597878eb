// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SnippetTest {
    @Test
    void shouldBeFoundHoweverLinesBreak() {
        Snippet snippet = new Snippet("first.second(third);");
        String source = "a;\n    first\n        .second(\n third);\nb;";
        assertEquals(1, snippet.countIn(source));
        assertEquals("a;\n    other();\nb;", snippet.replacedIn(source, "other();"));
    }

    @Test
    void shouldBeCounted() {
        assertEquals(2, new Snippet("x = 1;").countIn("x = 1; y = 1; x=1;"));
        assertEquals(0, new Snippet("x = 2;").countIn("x = 1;"));
    }

    @Test
    void shouldNotBeEmpty() {
        assertThrows(IllegalArgumentException.class, () -> new Snippet(" "));
    }
}
