// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random calls and answers, there and back. */
class RecordCallTest {
    private final Message message = RuntimeAccess.get().message(256);
    private final Message answer = RuntimeAccess.get().message(256);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldArriveAsItWasMade(long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[128];
        for (int round = 0; round < 100; round++) {
            random.nextBytes(bytes);
            random.nextBytes(message.bytes());
            int lengthBytes = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(64);
            int at = random.nextInt(64);
            RecordCall made = new RecordCall()
                    .of(
                            random.nextInt(256),
                            random.nextInt(1 << 16),
                            random.nextInt(1 << 30),
                            random.nextLong(),
                            random.nextLong())
                    .with(bytes, at, lengthBytes);
            int node = random.nextInt(1 << 16);
            int context = random.nextInt(1 << 16);
            int access = random.nextInt(1 << 16);
            made.encode(message, node, context, access);
            RecordCall served = new RecordCall();
            served.decode(message);
            String where = "seed " + seed + ", round " + round;
            assertFalse(RecordCall.isAnswer(message), where);
            assertEquals(made.operation(), served.operation(), where);
            assertEquals(made.table(), served.table(), where);
            assertEquals(made.partition(), served.partition(), where);
            assertEquals(made.key(), served.key(), where);
            assertEquals(made.number(), served.number(), where);
            assertArrayEquals(
                    Arrays.copyOfRange(bytes, at, at + lengthBytes),
                    Arrays.copyOfRange(served.value(), served.valueAt(), served.valueAt() + served.valueBytes()),
                    where);
            shouldBeAnswered(random, node, context, access, where);
        }
    }

    @Test
    void shouldKnowACallAboutNoRecord() {
        new RecordCall().ofNode(9, 77).encode(message, 4, 3, -1);
        RecordCall served = new RecordCall();
        served.decode(message);
        assertTrue(served.isOfNode());
        assertEquals(77, served.number());
        RecordCall.address(answer, message);
        assertEquals(-1, RecordCall.item(answer));
        assertEquals(3, RecordCall.context(answer));
        new RecordCall().of(9, 0, 0, 0, 77).encode(message, 4, 3, 0);
        served.decode(message);
        assertFalse(served.isOfNode());
    }

    private void shouldBeAnswered(Random random, int node, int context, int access, String where) {
        random.nextBytes(answer.bytes());
        int status = random.nextInt(256);
        long number = random.nextLong();
        RecordAnswer fills = new RecordAnswer();
        fills.begin(answer);
        fills.number(number);
        fills.status(status);
        RecordCall.address(answer, message);
        assertTrue(RecordCall.isAnswer(answer), where);
        assertEquals(node, answer.targetNode(), where);
        assertEquals(context, RecordCall.context(answer), where);
        assertEquals(access, RecordCall.item(answer), where);
        assertEquals(status, RecordAnswer.status(answer), where);
        assertEquals(number, RecordAnswer.number(answer), where);
        assertEquals(0, RecordAnswer.valueBytes(answer), where);
    }
}
