// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.protocol.Fault;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.junit.jupiter.api.Test;

/**
 * After a switch has turned a request round, a client may find that it needs a record of another store, and that one
 * locked. Before it backs off, and perhaps for good, its first store has to say what became of the request's twin.
 */
class FollowedKeysTest {
    private static final int SEEDS = 20;

    @Test
    void shouldNotGiveUpWhatMayHaveCommitted() {
        List<Plugin> plugins = new ArrayList<>(NoccRuns.PLUGINS);
        plugins.add(new FollowedKeys());
        long locked = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            TestMix mix = TestMix.of(plugins, NoccRuns.NIC, "nocc", "followed")
                    .cluster(2, 4, seed % 2 == 0 ? 2 : 1)
                    .clients(1, 16)
                    .contexts(2)
                    .measureUs(20_000)
                    .protocol("timeoutUs", 2_000)
                    .protocol("storeOpNs", 1_700)
                    .protocol("clientCacheKeys", 1)
                    .fault(Fault.LOSS, 0.02)
                    .fault(Fault.DUPLICATION, 0.2)
                    .fault(Fault.REORDERING, 0.05)
                    .switches(1, NoccRuns.SWITCH, "nocc");
            TestOutcome outcome = NoccRuns.verified(mix, seed);
            locked += outcome.aborts().getOrDefault("LOCKED", 0L);
        }
        assertTrue(locked > 0, "nothing was ever locked, so this shows nothing");
    }
}
