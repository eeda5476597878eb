// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignedValueTest {
    private static final long KEY = 7;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellAWholeValueFromOneThatIsNot(boolean atEnd) {
        SignedValue signed = new SignedValue(40, atEnd);
        byte[] value = new byte[40];
        signed.fill(KEY, value);
        assertTrue(signed.isWhole(KEY, value));
        assertEquals(0, signed.updates(value));
        assertFalse(signed.isWhole(KEY + 1, value), "of another key");
        for (int at = 0; at < value.length; at++) {
            value[at] ^= 1;
            assertFalse(signed.isWhole(KEY, value), "with another byte " + at);
            value[at] ^= 1;
        }
    }
}
