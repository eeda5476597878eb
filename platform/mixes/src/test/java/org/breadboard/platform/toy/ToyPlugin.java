// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.toy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.platform.registry.PluginCandidate;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.PluginSource;
import org.breadboard.platform.registry.Refusal;
import org.breadboard.platform.runtime.PluginWatch;

/** One of everything. */
public final class ToyPlugin implements Plugin {
    /** For service loaders. */
    public ToyPlugin() {}

    @Override
    public String id() {
        return "toy";
    }

    @Override
    public String description() {
        return "toys";
    }

    @Override
    public List<HardwareType> hardware() {
        return List.of(
                new ToyHardware("toy-nic", List.of("toy-fast", "toy-slow")),
                new ToyHardware("brick", List.of("clay")),
                new ToyHardware("toy-switch", List.of("toy-tofino")));
    }

    @Override
    public List<ProtocolType> protocols() {
        return List.of(
                new ToyOperations(),
                new ToyTransactions("toy-txn", true, UnaryOperator.identity()),
                new ToyTransactions("toy-sorted", true, ProtocolTraits::withOrderedTables),
                new ToyTransactions("toy-spread", true, ProtocolTraits::withSpreadRanges),
                new ToyTransactions("needy", false, UnaryOperator.identity()),
                new ToyRemote("toy-remote", "toy-program"),
                new ToyRemote("toy-mute", ""));
    }

    @Override
    public List<PipelineProgramType> programs() {
        return List.of(new ToyProgram());
    }

    @Override
    public List<WorkloadType> workloads() {
        return List.of(new ToyBank("toy-bank"), new ToyBank("other-bank"));
    }

    /** A registry with this plug-in alone; {@code jar} is where it seems to come from. */
    public static PluginRegistry registry(Path jar) {
        return registry(jar, PluginWatch.PATIENCE);
    }

    /** The same, with little patience. */
    public static PluginRegistry registry(Path jar, Duration patience) {
        PluginRegistry registry = new PluginRegistry(patience);
        registry.open(new PluginSource() {
            @Override
            public void open(Listener listener) {
                listener.appeared(new PluginCandidate("toy", "1", Optional.ofNullable(jar), ToyPlugin::new));
            }

            @Override
            public List<Refusal> refusals() {
                return List.of();
            }

            @Override
            public void close() {}
        });
        return registry;
    }
}
