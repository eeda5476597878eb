// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.junit.jupiter.api.Test;

class RpcOptionsTest {
    private static RpcOptions options(Map<String, String> values) {
        return new RpcOptions(Settings.of(RpcOptions.settings(), values));
    }

    @Test
    void shouldPostAReceiveForEachRequestAndEachResponseThatCanCome() {
        RpcOptions options = options(Map.of());
        assertEquals(11 * 19 + 19 * 11, options.receivesNeeded(11, 19));
        assertEquals(50 * 19 + 19 * 16, options.receivesNeeded(50, 19));
        assertEquals(11 * 2 + 11 * 2, options(Map.of("budget", "2")).receivesNeeded(11, 19));
    }

    @Test
    void shouldRefuseWhatTheReceiveQueueCannotHold() {
        RefusedException refused =
                assertThrows(RefusedException.class, () -> options(Map.of()).receivesNeeded(120, 19));
        assertTrue(refused.getMessage().contains("lower budget or load.contexts"), refused.getMessage());
        assertEquals(120 * 8 + 19 * 16, options(Map.of("budget", "8")).receivesNeeded(120, 19));
        int most = options(Map.of()).maxWorkers(120);
        options(Map.of()).receivesNeeded(120, most);
        assertThrows(RefusedException.class, () -> options(Map.of()).receivesNeeded(120, most + 1));
    }

    @Test
    void shouldRefuseMoreThanItsMessagesCanName() {
        assertEquals(31, options(Map.of()).maxWorkers(3));
        assertTrue(assertThrows(RefusedException.class, () -> options(Map.of()).receivesNeeded(3, 32))
                .getMessage()
                .contains("set load.contexts to 31"));
        assertTrue(assertThrows(RefusedException.class, () -> options(Map.of()).receivesNeeded(1025, 1))
                .getMessage()
                .contains("1024 machines"));
    }
}
