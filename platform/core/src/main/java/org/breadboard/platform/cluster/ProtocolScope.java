// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;

/** What a protocol's part of a node is built from. */
final class ProtocolScope extends Scope implements NodeContext {
    private final HostCpu cpu;
    private final Device device;
    private final ClusterLoad load;
    private final Recovery recovery;

    /**
     * @param cpu where the node's threads run
     * @param device the node's hardware
     * @param recovery null if nothing crashes
     */
    ProtocolScope(Scope node, HostCpu cpu, Device device, ClusterLoad load, Recovery recovery) {
        super(node);
        this.cpu = cpu;
        this.device = device;
        this.load = load;
        this.recovery = recovery;
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return super.stage(cpu.place(spec), program);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        return capability == BlockingCalls.class ? capability.cast(blockingCalls()) : device.capability(capability);
    }

    @Override
    public TransactionSource transactions(Stage stage, int thread) {
        return load.addClients(stage, node(), thread);
    }

    @Override
    public Recovery recovery() {
        return recovery;
    }

    @Override
    public Operations operations(Stage stage) {
        return load.addOperations(node());
    }
}
