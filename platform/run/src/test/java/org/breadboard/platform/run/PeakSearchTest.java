// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.breadboard.platform.result.Results;
import org.junit.jupiter.api.Test;

final class PeakSearchTest {
    private final List<Integer> tried = new ArrayList<>();

    private RunResult search(int most, IntToLongFunction committed) {
        return new PeakSearch(most, contexts -> {
                    assertFalse(tried.contains(contexts), "each number is run once");
                    tried.add(contexts);
                    return Results.committed(contexts, committed.applyAsLong(contexts));
                })
                .search();
    }

    @Test
    void shouldClimbToTheMostWhereMoreIsBetter() {
        RunResult best = search(19, contexts -> 1000L * contexts);
        assertEquals(19, best.mix().load().contexts());
        assertEquals(List.of(1, 2, 4, 8, 16, 19, 17), tried);
    }

    @Test
    void shouldStopWhereDoublingGainsLittleAndLookOnEitherSide() {
        RunResult best = search(1024, contexts -> contexts <= 6 ? 100L * contexts : 600 - contexts);
        assertEquals(6, best.mix().load().contexts());
        assertEquals(List.of(1, 2, 4, 8, 16, 6, 12), tried);
    }

    @Test
    void shouldEndWithARunThatDidNotHold() {
        RunResult result = new PeakSearch(
                        64, contexts -> contexts == 4 ? Results.violated(4) : Results.committed(contexts, contexts))
                .search();
        assertEquals(4, result.mix().load().contexts());
        assertFalse(result.verified());
    }

    @Test
    void shouldExpectAboutAsManyRunsAsItTakes() {
        search(19, contexts -> 1000L * contexts);
        assertTrue(Math.abs(PeakSearch.expectedRuns(19) - tried.size()) <= 1, tried.toString());
    }
}
