// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.resolve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.breadboard.platform.toy.ToyHome;
import org.breadboard.platform.toy.ToyPlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A protocol that calls something outside of the cluster: any hardware will do, and only real threads. */
final class BlockingCallsTest {
    @TempDir
    Path root;

    private MixResolver resolver() {
        PluginRegistry registry = new PluginRegistry();
        registry.open(new PluginSource() {
            @Override
            public void open(Listener listener) {
                listener.appeared(new PluginCandidate("outside", "1", Optional.empty(), OutsidePlugin::new));
            }

            @Override
            public List<Refusal> refusals() {
                return List.of();
            }

            @Override
            public void close() {}
        });
        List<InstalledPlugin> installed = new ArrayList<>(registry.installed());
        installed.addAll(ToyPlugin.registry(null).installed());
        return new MixResolver(new Parts(installed), new ToyHome(root).folders());
    }

    private static MixRequest request(String... sets) {
        List<String> all = new ArrayList<>(List.of("protocol=outside"));
        all.addAll(List.of(sets));
        return MixRequest.of("bank", all);
    }

    @Test
    void shouldBeOfferedByRealThreadsWhateverTheHardware() {
        MixResolver resolver = resolver();
        for (String profile : List.of("toy-fast", "clay")) {
            ResolvedMix resolved = resolver.resolve(request("runtime=live", "hardware.profile=" + profile));
            assertEquals("outside", resolved.mix().protocol().id(), profile);
        }
    }

    @Test
    void shouldBeRefusedInVirtualTime() {
        MixResolver resolver = resolver();
        String said = assertThrows(RefusedException.class, () -> resolver.resolve(request("runtime=sim")))
                .getMessage();
        assertEquals(
                "--set protocol: protocol 'outside' asks for BlockingCalls, which virtual time cannot offer, since it does"
                        + " not know how long they take; say runtime: live.",
                said);
    }

    @Test
    void shouldBeReported() {
        assertEquals(List.of("runtime"), by(request("runtime=live"), ""));
        assertEquals(1, by(request(), "virtual time").size());
    }

    /** Who would have to offer it, where what is missing says so. */
    private List<String> by(MixRequest request, String missing) {
        List<Demands.Demand> all = resolver().report(request);
        assertTrue(all.size() > 3, all.toString());
        return all.stream()
                .filter(demand -> demand.what().equals("BlockingCalls"))
                .filter(demand -> missing.isEmpty()
                        ? demand.missing().isEmpty()
                        : demand.missing().contains(missing))
                .map(Demands.Demand::by)
                .toList();
    }

    /** Brings the protocol. */
    private static final class OutsidePlugin implements Plugin {
        @Override
        public String id() {
            return "outside";
        }

        @Override
        public String description() {
            return "calls what is outside";
        }

        @Override
        public List<ProtocolType> protocols() {
            return List.of(new Outside());
        }
    }

    private static final class Outside implements ProtocolType {
        @Override
        public String id() {
            return "outside";
        }

        @Override
        public String description() {
            return "calls what is outside";
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public Set<Class<? extends Capability>> requires() {
            return Set.of(BlockingCalls.class);
        }

        @Override
        public int maxValueBytes() {
            return 100;
        }

        @Override
        public Protocol create(ProtocolContext context) {
            throw new IllegalStateException("nobody runs this");
        }
    }
}
