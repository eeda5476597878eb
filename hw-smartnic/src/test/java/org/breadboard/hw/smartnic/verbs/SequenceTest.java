// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.junit.jupiter.api.Test;

class SequenceTest {
    private static final int WINDOW = 24;

    private final Message[] messages = new Message[2 * WINDOW];

    SequenceTest() {
        for (int i = 0; i < messages.length; i++) {
            messages[i] = RuntimeAccess.get().message(0);
        }
    }

    @Test
    void shouldKeepAWholeWindowOfNumbersThatWrapAround() {
        for (int first : new int[] {0, -WINDOW / 2, Integer.MAX_VALUE - WINDOW / 2}) {
            Sequence sequence = new Sequence(WINDOW, first);
            for (int i = WINDOW - 1; i >= 0; i--) {
                assertNull(sequence.poll(), "first " + first);
                assertTrue(sequence.put(first + i, messages[i]), "first " + first + ", " + i);
            }
            for (int i = 0; i < WINDOW; i++) {
                assertSame(messages[i], sequence.poll(), "first " + first);
                assertTrue(sequence.put(first + WINDOW + i, messages[WINDOW + i]), "first " + first + ", " + i);
            }
        }
    }

    @Test
    void shouldKeepOutWhatComesAgainAndWhatIsBeyondTheWindow() {
        Sequence sequence = new Sequence(WINDOW, -1);
        assertTrue(sequence.put(0, messages[1]));
        assertFalse(sequence.put(0, messages[2]));
        assertFalse(sequence.put(WINDOW - 1, messages[3]));
        assertTrue(sequence.put(-1, messages[0]));
        assertEquals(messages[0], sequence.poll());
        assertFalse(sequence.put(-1, messages[4]));
        assertTrue(sequence.put(WINDOW - 1, messages[3]));
    }
}
