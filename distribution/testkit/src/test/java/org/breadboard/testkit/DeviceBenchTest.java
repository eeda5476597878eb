// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.runtime.Resource;
import org.junit.jupiter.api.Test;

class DeviceBenchTest {
    /** A NIC that knows those of all nodes. */
    private static final class Telepathic implements HardwareType {
        private final List<Resource> engines = new ArrayList<>();

        @Override
        public String id() {
            return "telepathic";
        }

        @Override
        public String description() {
            return "a NIC that needs no network";
        }

        @Override
        public List<Setting<?>> parameters() {
            return List.of();
        }

        @Override
        public List<String> profiles() {
            return List.of();
        }

        @Override
        public InputStream openProfile(String name) {
            return InputStream.nullInputStream();
        }

        @Override
        public Set<Class<? extends Capability>> offers() {
            return Set.of();
        }

        @Override
        public Device build(HardwareContext context) {
            engines.add(context.resource("nic.engine", message -> 10, 0));
            context.fabric().attach(context.node(), 100, 1_000, (transit, packet) -> transit.release(packet));
            return new Device() {
                @Override
                public <C extends Capability> C capability(Class<C> capability) {
                    return null;
                }
            };
        }
    }

    @Test
    void shouldFindADeviceThatTouchesAnotherNodesResource() {
        Telepathic type = new Telepathic();
        DeviceBench bench = new DeviceBench(type, 2, Settings.defaultsOf(type.parameters()));
        bench.stage(0)
                .add(new DeviceBench.Once(
                        step -> step.leave(
                                (transit, message) -> transit.forward(
                                        type.engines.get(1), message, (behind, served) -> behind.release(served)),
                                step.take(64)),
                        completion -> {}));
        assertEquals(
                "a hop or step in the process of node 0 touches resource nic.engine of node 1, which is in that of"
                        + " node 1: from a machine to another a message goes through the machine's port only",
                assertThrows(IllegalStateException.class, bench::run).getMessage());
    }
}
