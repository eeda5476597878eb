// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which core a context belongs to (Xenic 4.3.2). */
class NicQueueTest {
    @ParameterizedTest
    @CsvSource({"1, 24", "24, 24", "256, 24", "1000, 23", "65536, 24"})
    void shouldGiveCoresBlocksOfContextsAsEvenAsMayBe(int contexts, int cores) {
        int[] each = new int[cores];
        int last = 0;
        for (int context = 0; context < contexts; context++) {
            int core = NicQueue.coreOf(context, contexts, cores);
            assertTrue(core >= last, "blocks");
            each[core]++;
            last = core;
        }
        for (int count : each) {
            assertTrue(count <= (contexts + cores - 1) / cores && count >= contexts / cores, count + " contexts");
        }
    }
}
