// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageSpec;

/** The micro-benchmark in one run: node 0 serves and all others ask, or each node's cores do DMA. */
final class SmartNicBenchmark implements Protocol {
    static final int SERVER = 0;
    private static final Layout VALUES = new Layout("smartnic.values", 1);

    private final BenchSettings settings;
    private final int nodes;
    private final int threads;
    private final int contexts;
    private final List<Asker> askers = new ArrayList<>();

    SmartNicBenchmark(ProtocolContext context, BenchSettings settings) {
        this.settings = settings;
        nodes = context.nodes();
        threads = context.threads();
        contexts = context.contexts();
    }

    @Override
    public ProtocolNode build(NodeContext node) {
        NicCompute nic = node.capability(NicCompute.class);
        int cores = settings.pattern == BenchSettings.Pattern.HOST_RPC ? 0 : settings.serverCores;
        if (cores > nic.cores() || !settings.fromHost && threads > nic.cores()) {
            throw new RefusedException("serverCores=" + cores + " and cluster.threads=" + threads
                    + " need as many cores, but " + nic.cores() + " run on each NIC.");
        }
        if (settings.pattern == BenchSettings.Pattern.DMA) {
            return new BenchNode(null, dma(node, nic), settings);
        }
        if (node.node() == SERVER) {
            return new BenchNode(serve(node, nic), askers, settings);
        }
        for (int thread = 0; thread < threads; thread++) {
            askers.add(ask(node, nic, thread));
        }
        return new BenchNode(null, List.of(), settings);
    }

    private List<Asker> dma(NodeContext node, NicCompute nic) {
        long bytes = (long) settings.strideBytes() * settings.vectorElements * contexts * settings.serverCores;
        Region host = node.region("values", bytes, Lifetime.PROCESS, VALUES);
        for (int i = 0; i < settings.serverCores; i++) {
            Stage core = nic.core(i, (step, message) -> {
                throw new IllegalStateException("nothing is sent to a core that does DMA");
            });
            NicCompute.Dma dma = nic.dma(core);
            for (int context = 0; context < contexts; context++) {
                int first = (i * contexts + context) * settings.vectorElements;
                core.add(new DmaClient(settings, dma, host, first, node.operations(core)));
            }
        }
        return List.of();
    }

    /** Everything that may be on its way to node 0 at one time has room there. */
    private Region serve(NodeContext node, NicCompute nic) {
        int outstanding = (nodes - 1) * threads * contexts;
        long bytes = (long) outstanding * settings.strideBytes();
        Region values = settings.pattern == BenchSettings.Pattern.NIC_WRITE
                ? nic.memory("values", bytes, VALUES)
                : node.region("values", bytes, Lifetime.PROCESS, VALUES);
        for (long at = 0; settings.pattern == BenchSettings.Pattern.HOST_READ && at < bytes; at += Long.BYTES) {
            values.putLong(at, Request.stored(at / settings.strideBytes() * settings.strideBytes()));
        }
        for (int i = 0; i < settings.serverCores; i++) {
            if (settings.coresAskHosts()) {
                CoreServer server = new CoreServer(settings, values);
                Stage host = node.stage(StageSpec.named("host" + i), server);
                server.opened(nic.openQueue(host, i, settings.channel(outstanding, outstanding)), null, null);
            } else if (settings.pattern == BenchSettings.Pattern.HOST_RPC) {
                HostEcho echo = new HostEcho();
                Stage host = node.stage(StageSpec.named("host" + i), echo);
                echo.endpoint(node.capability(DatagramTransport.class).open(host, i, outstanding, outstanding));
            } else {
                CoreServer server = new CoreServer(settings, values);
                Stage core = nic.core(i, server);
                server.opened(
                        nic.openFlow(core, i, settings.channel(outstanding, outstanding)),
                        nic.coreMemory(core),
                        settings.usesDma() ? nic.dma(core) : null);
            }
        }
        return values;
    }

    private Asker ask(NodeContext node, NicCompute nic, int thread) {
        int ordinal = (node.node() - 1) * threads + thread;
        Asker asker = new Asker(settings, thread, ordinal, contexts);
        Stage stage;
        if (settings.fromHost) {
            stage = node.stage(StageSpec.named("host" + thread), asker);
        } else {
            stage = nic.core(thread, asker);
        }
        if (settings.pattern == BenchSettings.Pattern.HOST_RPC && settings.fromHost) {
            asker.open(
                    new Way.Datagrams(node.capability(DatagramTransport.class).open(stage, thread, contexts, contexts)),
                    node.operations(stage));
        } else {
            NicCores.Channel channel = settings.fromHost
                    ? nic.openQueue(stage, thread, settings.channel(contexts, contexts))
                    : nic.openFlow(stage, thread, settings.channel(contexts, contexts));
            asker.open(new Way.Messages(channel, settings.coresAskHosts()), node.operations(stage));
        }
        stage.add(asker.beginning());
        return asker;
    }
}
