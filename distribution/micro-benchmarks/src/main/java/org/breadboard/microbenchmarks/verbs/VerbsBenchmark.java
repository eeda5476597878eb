// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.verbs;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Operations;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;

/**
 * The micro-benchmark in one run. Every node registers one region; threads have a queue pair, or several, to each node
 * that they reach, and contexts that each keep a batch outstanding.
 */
final class VerbsBenchmark implements Protocol {
    static final String REGION = "verbs";
    private static final int READ_BYTES = 1 << 16;
    private static final int ATOMIC_WORDS = 64;
    private static final StageProgram TASKS_ONLY = new StageProgram() {
        @Override
        public void receive(Step step, Message message) {
            throw new IllegalStateException("one-sided verbs send nothing to a stage");
        }
    };

    private final VerbsSettings settings;
    private final int nodes;
    private final int threads;
    private final int contexts;
    private final Image image;
    private final List<VerbsClient> clients = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();

    VerbsBenchmark(ProtocolContext context, VerbsSettings settings) {
        this.settings = settings;
        nodes = context.nodes();
        threads = context.threads();
        contexts = context.contexts();
        image = settings.verb() == VerbsSettings.Verb.READ
                ? context.image(
                        Math.max(READ_BYTES, settings.strideBytes()), new Layout("verbs.pattern", 1), Pattern::fill)
                : context.image(writableBytes(), new Layout("verbs.operands", 1), region -> {});
    }

    /** Each batch's place of each context for WRITEs; a few contended words for atomics. */
    private long writableBytes() {
        return settings.verb() == VerbsSettings.Verb.WRITE
                ? (long) nodes * threads * contexts * settings.batch() * settings.strideBytes()
                : (long) ATOMIC_WORDS * Long.BYTES;
    }

    @Override
    public ProtocolNode build(NodeContext node) {
        OneSidedVerbs verbs = node.capability(OneSidedVerbs.class);
        Region region = node.region(REGION, image, Lifetime.PROCESS);
        verbs.register(region);
        regions.add(region);
        if (!settings.oneInitiator() || node.node() == 0) {
            for (int thread = 0; thread < threads; thread++) {
                buildThread(node, verbs, thread);
            }
        }
        return new VerbsNode(node.node(), region, settings, regions, clients);
    }

    private void buildThread(NodeContext node, OneSidedVerbs verbs, int thread) {
        Stage stage = node.stage(StageSpec.named("host" + thread), TASKS_ONLY);
        Operations operations = node.operations(stage);
        Targets connected = settings.transport() == Transport.DC ? null : connect(node, verbs, stage);
        for (int context = 0; context < contexts; context++) {
            Targets targets = connected != null
                    ? connected
                    : new Targets(
                            new QueuePair[] {verbs.connect(stage, 0, Transport.DC, settings.batch(), settings.sharers())
                            },
                            nodes,
                            settings.oneInitiator(),
                            true);
            int ordinal = (node.node() * threads + thread) * contexts + context;
            VerbsClient client = new VerbsClient(settings, targets, operations, nodes, ordinal, image.sizeBytes());
            clients.add(client);
            stage.add(client);
        }
    }

    /** A queue pair for each node, as often as the emulated cluster is larger; the node of number i is i mod N. */
    private Targets connect(NodeContext node, OneSidedVerbs verbs, Stage stage) {
        QueuePair[] queuePairs = new QueuePair[nodes * settings.emulation()];
        for (int i = 0; i < queuePairs.length; i++) {
            if (!settings.oneInitiator() || i % nodes != node.node()) {
                queuePairs[i] = verbs.connect(
                        stage, i % nodes, settings.transport(), contexts * settings.batch(), settings.sharers());
            }
        }
        return new Targets(queuePairs, nodes, settings.oneInitiator(), false);
    }
}
