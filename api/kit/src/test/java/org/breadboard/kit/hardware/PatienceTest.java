// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.kit.hardware.Patience.Then;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final Patience patience = new Patience(10, 500);

    /** After how many of the shortest time-outs it sends again; the last number is when it gives up. */
    private List<Integer> tries() {
        List<Integer> tries = new ArrayList<>();
        for (int passed = 1; ; passed++) {
            Then then = patience.passed();
            if (then != Then.WAIT) {
                tries.add(passed);
            }
            if (then == Then.GIVE_UP) {
                return tries;
            }
        }
    }

    @Test
    void shouldWaitTwiceAsLongEachTimeUpToSixteenTimesAndGiveUpInTheEnd() {
        assertEquals(List.of(1, 2, 4, 8, 16, 32, 48, 51), tries());
    }

    @Test
    void shouldBeginAnewWhenItHears() {
        for (int i = 0; i < 20; i++) {
            patience.passed();
        }
        patience.hear();
        assertEquals(Then.WAIT, patience.passed());
        assertEquals(List.of(1, 2, 4, 8, 16, 32, 48, 51), tries());
    }
}
