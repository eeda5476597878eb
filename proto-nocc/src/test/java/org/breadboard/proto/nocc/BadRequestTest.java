// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.testkit.TestMix;
import org.junit.jupiter.api.Test;

/** What ends a run when a store can make nothing of a request says what can have been the cause, and nothing else. */
class BadRequestTest {
    private static List<String> findings(String workload, String program) {
        List<Plugin> plugins = new ArrayList<>(NoccRuns.PLUGINS);
        plugins.add(new Mangler());
        plugins.add(new OddTables(List.of(new TableSpec(0, "empty", 16, 1, false))));
        TestMix mix = TestMix.of(plugins, NoccRuns.NIC, "nocc", workload)
                .cluster(1, 4, 1)
                .clients(1, 8)
                .measureUs(20_000)
                .switches(1, NoccRuns.SWITCH, program);
        return mix.run(1).findings();
    }

    @Test
    void shouldSayThatAPacketWasChangedOnItsWay() {
        List<String> findings = findings("counters", "mangle");
        assertTrue(
                findings.get(0).contains("the store on node 0 can make nothing of a request of "), findings.toString());
        assertTrue(findings.get(0).contains(": it did not arrive as it was sent"), findings.toString());
    }

    @Test
    void shouldSayThatThereMayBeNoSuchRecord() {
        List<String> findings = findings("odd", "nocc");
        assertTrue(
                findings.get(0)
                        .contains(
                                "the store on node 0 can make nothing of a request of write: it writes a record that the store does not"
                                        + " have, or it did not arrive as it was sent"),
                findings.toString());
    }

    /** A switch that spoils requests: no request has such a status. */
    private static final class Mangler implements Plugin, PipelineProgramType, PipelineProgram {
        @Override
        public String id() {
            return "mangle";
        }

        @Override
        public String description() {
            return "spoils requests";
        }

        @Override
        public List<PipelineProgramType> programs() {
            return List.of(this);
        }

        @Override
        public String packetFormat() {
            return WireFormat.NOCC.word();
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public PipelineProgram create(Settings settings) {
            return this;
        }

        @Override
        public void assemble(Assembly assembly) {
            assembly.ports(Addresses.STORE_PORT, 1);
            assembly.stage(0)
                    .when(assembly.header("flags", Wire.FLAGS_AT, 8).is(Wire.REQUEST))
                    .set(assembly.header("status", Wire.STATUS_AT, 8), Wire.LOCKED + 1);
        }
    }
}
