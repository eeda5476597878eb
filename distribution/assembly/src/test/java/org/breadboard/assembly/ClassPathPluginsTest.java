// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.junit.jupiter.api.Test;

class ClassPathPluginsTest {
    @Test
    void shouldFindEveryShippedPluginWithoutFelix() {
        try (PluginRegistry registry = new PluginRegistry()) {
            registry.open(new ServiceLoaderSource(ClassPathPluginsTest.class.getClassLoader()));
            assertEquals(List.of(), registry.refusals());
            assertEquals(
                    Set.of(
                            "hw-htm-bloom",
                            "hw-p4switch",
                            "hw-rdma",
                            "hw-smartnic",
                            "micro-benchmarks",
                            "proto-drtm",
                            "proto-fasst",
                            "proto-hades",
                            "proto-nocc",
                            "proto-xenic",
                            "workloads"),
                    new TreeSet<>(registry.installed().stream()
                            .map(InstalledPlugin::id)
                            .toList()));
        }
    }
}
