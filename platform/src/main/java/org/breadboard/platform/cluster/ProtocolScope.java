package org.breadboard.platform.cluster;

import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.platform.history.HistoryRecorder;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.SeededStream;

/** What a protocol's part of a node is built from. */
final class ProtocolScope extends Scope implements NodeContext {
    /** Streams of clients have nothing to do with those of stages, so that a protocol's draws do not change the workload. */
    private static final long CLIENTS = 1L << 32;

    private final HostCpu cpu;

    ProtocolScope(Cluster cluster, int node) {
        super(cluster, node);
        cpu = new HostCpu(cluster.mix().cluster().cpu(), node);
    }

    @Override
    public Stage stage(StageSpec spec, StageProgram program) {
        return super.stage(cpu.place(spec), program);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        return cluster().capability(node(), capability);
    }

    @Override
    public TransactionSource transactions(Stage stage, int thread) {
        Cluster cluster = cluster();
        Mix mix = cluster.mix();
        ClientShare share = ClientShare.of(mix, node(), thread);
        StageClients clients = new StageClients(
                share.contexts(),
                cluster.workload().generator(share.generatorNode(), share.generatorThread(), cluster.placement()),
                new SeededStream(mix.seed(), CLIENTS + share.ordinal()),
                mix.load().ratePerNode() / mix.cluster().threads(),
                mix.load().backoff(),
                mix.mode().live() ? 0 : mix.time().warmupNs() / Window.WARM_LATENCIES,
                cluster.window(),
                new Measured(cluster.window(), cluster.workload().transactions().size()),
                new HistoryRecorder(
                        cluster.clients().size(),
                        share.firstClient(),
                        share.contexts(),
                        cluster.chunks(),
                        cluster.history()),
                cluster.items(),
                cluster.clock(),
                share.firstClient());
        cluster.clients().add(clients);
        return clients;
    }

    @Override
    public Operations operations(Stage stage) {
        Cluster cluster = cluster();
        StageOperations operations =
                new StageOperations(cluster.window(), new Measured(cluster.window(), 1), cluster.clock());
        cluster.operations().add(operations);
        return operations;
    }
}
