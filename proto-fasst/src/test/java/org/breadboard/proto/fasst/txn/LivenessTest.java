// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Fault;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.Test;

/**
 * FaSST has no recovery (FaSST 5.1): what a lost message left half done stays so, and a run of a protocol that claims
 * otherwise fails.
 */
class LivenessTest {
    @Test
    void shouldForgiveWhatIsLeftUndecidedByAProtocolWithoutRecovery() {
        TestOutcome outcome = withLosses(new FasstPlugin());
        assertTrue(outcome.unknown() > 0, "nothing was lost, so this shows nothing");
        assertNull(outcome.failure());
    }

    /** A worker that has lost a packet stops for good, and nobody waits for it in the end. */
    @Test
    void shouldComeToRestOnRealThreadsToo() {
        TestOutcome outcome = mix(new FasstPlugin())
                .live(2)
                .measureUs(300_000)
                .fault(Fault.LOSS, 0.01)
                .run(1);
        assertNull(outcome.failure());
        assertTrue(outcome.unknown() > 0, "nothing was lost, so this shows nothing");
    }

    @Test
    void shouldFailARunWhoseProtocolSaysThatItRecoversAndDoesNot() {
        TestOutcome outcome = withLosses(new Claims());
        assertTrue(
                String.valueOf(outcome.failure()).endsWith("the protocol says that it recovers from losses."),
                outcome.failure());
    }

    private static TestOutcome withLosses(Plugin plugin) {
        return mix(plugin).fault(Fault.LOSS, 0.001).run(1);
    }

    private static TestMix mix(Plugin plugin) {
        return TestMix.of(List.of(plugin, new RdmaPlugin(), new WorkloadsPlugin()), "connect-ib", "fasst", "smallbank");
    }

    /** FaSST, which says that it recovers. */
    private static final class Claims implements Plugin {
        @Override
        public String id() {
            return "claims";
        }

        @Override
        public String description() {
            return "FaSST that claims too much";
        }

        @Override
        public List<ProtocolType> protocols() {
            return List.of(new Recovering(new FasstType()));
        }
    }

    private record Recovering(FasstType fasst) implements ProtocolType {
        @Override
        public String id() {
            return fasst.id();
        }

        @Override
        public String description() {
            return fasst.description();
        }

        @Override
        public ProtocolTraits traits() {
            return fasst.traits().recovering();
        }

        @Override
        public List<Setting<?>> settings() {
            return fasst.settings();
        }

        @Override
        public Set<Class<? extends Capability>> requires() {
            return fasst.requires();
        }

        @Override
        public int maxContexts(Settings settings, int nodes, int threads) {
            return fasst.maxContexts(settings, nodes, threads);
        }

        @Override
        public int maxValueBytes() {
            return fasst.maxValueBytes();
        }

        @Override
        public Protocol create(ProtocolContext context) {
            return fasst.create(context);
        }
    }
}
