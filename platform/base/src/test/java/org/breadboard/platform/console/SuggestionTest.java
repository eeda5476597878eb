// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    private static final List<String> NAMES = List.of("fasst-smallbank", "fasst-tatp", "run");

    @Test
    void shouldFindTheClosestName() {
        assertEquals(Optional.of("fasst-smallbank"), Suggestion.closest("fast-smalbank", NAMES));
        assertEquals(Optional.of("run"), Suggestion.closest("rn", NAMES));
        assertEquals(Optional.of("run"), Suggestion.closest("rnu", NAMES), "two letters in the other order");
    }

    @Test
    void shouldSayNothingWhereNothingIsClose() {
        assertEquals(Optional.empty(), Suggestion.closest("xenic", NAMES));
        assertEquals("", Suggestion.phrase("xenic", NAMES));
    }
}
