// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import org.breadboard.platform.cases.Cases;
import org.breadboard.platform.cases.Corpus;
import org.breadboard.platform.cases.Ended;
import org.junit.jupiter.api.Test;

class GenerationsTest {
    private static final long FIRST = 1000;

    private final Generations generations =
            new Generations(Cases.ofMixes(List.of(), null, List.of(), List.of()).coverage(), FIRST);

    private void ended(long seed) {
        generations.ended(new Ended(seed, 0, "", Ended.Kind.REFUSED, List.of(), Map.of(), Map.of(), "", null));
    }

    /** The last seed first, as threads may have it. */
    private void end(int generation) {
        for (long i = Generations.SEEDS - 1; i >= 0; i--) {
            ended(seed(generation) + i);
        }
    }

    private static long seed(int generation) {
        return FIRST + (long) generation * Generations.SEEDS;
    }

    @Test
    void shouldGiveAGenerationTheSameWhateverHasEndedBesides() throws InterruptedException {
        assertSame(Corpus.EMPTY, generations.before(seed(0), () -> true));
        end(0);
        assertSame(Corpus.EMPTY, generations.before(seed(1), () -> true));
        Corpus third = generations.before(seed(2), () -> true);
        assertNotSame(Corpus.EMPTY, third);
        ended(seed(2));
        end(1);
        assertSame(third, generations.before(seed(2) + 1, () -> true));
        assertNotSame(third, generations.before(seed(3), () -> true));
    }

    @Test
    void shouldLeaveAQuarterOut() throws InterruptedException {
        for (int i = 0; i < 76; i++) {
            end(i);
        }
        Corpus hundredth = generations.before(seed(99), () -> false);
        assertNotNull(hundredth);
        assertNull(generations.before(seed(104), () -> false));
        for (int i = 76; i < 99; i++) {
            end(i);
        }
        assertSame(hundredth, generations.before(seed(99), () -> true));
    }

    @Test
    void shouldNotWaitForWhatNeverEnds() throws InterruptedException {
        end(0);
        ended(seed(1));
        assertNull(generations.before(seed(3), () -> false));
    }
}
