// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PluginStateTest {
    @Test
    void shouldBeStoppedOnlyByBeingStopped() {
        assertEquals(EnumSet.of(PluginState.STOPPING), before(PluginState.STOPPED));
        assertFalse(PluginState.STOPPED.mayBecome(PluginState.ACTIVE));
    }

    @Test
    void shouldComeToRestFromWhereverItPasses() {
        List<PluginState> passing =
                Stream.of(PluginState.values()).filter(PluginState::isPassing).toList();
        assertEquals(4, passing.size());
        for (PluginState state : passing) {
            assertTrue(
                    Stream.of(PluginState.values()).anyMatch(next -> !next.isPassing() && state.mayBecome(next)),
                    state + " stays");
        }
    }

    @Test
    void shouldBeAbleToGoFromWhereverItRests() {
        for (PluginState state : PluginState.values()) {
            boolean goes = state.mayBecome(PluginState.REMOVING);
            boolean rests = !state.isPassing() && state != PluginState.REMOVED;
            assertTrue(goes || !rests, state + " goes");
        }
        assertEquals(EnumSet.of(PluginState.REMOVING), before(PluginState.REMOVED));
        assertEquals(
                0,
                Stream.of(PluginState.values())
                        .filter(PluginState.REMOVED::mayBecome)
                        .count());
    }

    private static Set<PluginState> before(PluginState state) {
        EnumSet<PluginState> before = EnumSet.allOf(PluginState.class);
        before.removeIf(each -> !each.mayBecome(state));
        return before;
    }
}
