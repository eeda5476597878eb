// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.hardware.OneSidedVerbs.Transport;
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
import org.breadboard.api.runtime.Task;

/**
 * The micro-benchmark in one run: each context has a place of its own at the target, and writes there again and again.
 */
final class OffPathBenchmark implements Protocol {
    private static final Layout VALUES = new Layout("smartnic.values", 1);
    private static final String HOST = "host.values";
    private static final String SOC = "soc.values";
    private static final StageProgram TASKS_ONLY = (step, message) -> {
        throw new IllegalStateException("one-sided verbs send nothing to a stage");
    };

    private final int nodes;
    private final int threads;
    private final int contexts;
    private final boolean local;
    private final boolean fromSoc;
    private final String target;
    private final int valueBytes;
    private final int strideBytes;
    private final List<Region> written = new ArrayList<>();
    private final List<Writer> writers = new ArrayList<>();

    OffPathBenchmark(ProtocolContext context, boolean local) {
        nodes = context.nodes();
        threads = context.threads();
        contexts = context.contexts();
        this.local = local;
        fromSoc = context.settings().get(OffPathBenchmarkType.SOURCE).equals("soc");
        target = context.settings().get(OffPathBenchmarkType.TARGET).equals("soc") ? SOC : HOST;
        valueBytes = context.settings().get(OffPathBenchmarkType.VALUE_BYTES);
        strideBytes = (valueBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    @Override
    public ProtocolNode build(NodeContext node) {
        NicCores nic = node.capability(NicCores.class);
        OneSidedVerbs verbs = node.capability(OneSidedVerbs.class);
        if (fromSoc && threads > nic.cores()) {
            throw new RefusedException(
                    "cluster.threads=" + threads + " are to run on cores, but " + nic.cores() + " run on each NIC.");
        }
        long bytes = (long) threads * contexts * strideBytes;
        Region values = target.equals(SOC)
                ? nic.memory(SOC, bytes, VALUES)
                : node.region(HOST, bytes, Lifetime.PROCESS, VALUES);
        verbs.register(values);
        written.add(values);
        int to = local ? node.node() : (node.node() + 1) % nodes;
        for (int thread = 0; thread < threads; thread++) {
            Stage stage =
                    fromSoc ? nic.core(thread, TASKS_ONLY) : node.stage(StageSpec.named("host" + thread), TASKS_ONLY);
            QueuePair queuePair = verbs.connect(stage, to, Transport.RC, contexts, 1);
            Operations operations = node.operations(stage);
            for (int context = 0; context < contexts; context++) {
                long address = (long) (thread * contexts + context) * strideBytes;
                Writer writer = new Writer(queuePair, operations, to, address);
                writers.add(writer);
                stage.add(writer);
            }
        }
        return new Written(node.node());
    }

    /** One context. */
    private final class Writer extends Task {
        private final QueuePair queuePair;
        private final Operations operations;
        private final int to;
        private final long address;
        private long startedNs;
        private long last;

        Writer(QueuePair queuePair, Operations operations, int to, long address) {
            this.queuePair = queuePair;
            this.operations = operations;
            this.to = to;
            this.address = address;
        }

        @Override
        protected Next step(Step step) {
            if (operations.stopping(step)) {
                return Next.DONE;
            }
            Message payload = step.take(strideBytes);
            last++;
            for (int i = 0; i < strideBytes; i += Long.BYTES) {
                payload.putLong(i, last);
            }
            payload.lengthBytes(valueBytes);
            startedNs = step.nowNs();
            if (!queuePair.write(step, this, target, address, payload)) {
                throw new IllegalStateException("a context has more than one WRITE on its way");
            }
            queuePair.doorbell(step);
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            queuePair.polled(step, message);
            operations.completed(step, startedNs);
            return true;
        }
    }

    /** One node after the run: each place must hold what was written there last. */
    private final class Written implements ProtocolNode {
        private final int node;

        Written(int node) {
            this.node = node;
        }

        @Override
        public void records(int partition, RecordVisitor visitor) {
            // A micro-benchmark has no records.
        }

        @Override
        public List<String> violations() {
            List<String> found = new ArrayList<>();
            for (Writer writer : writers) {
                for (int i = 0; writer.to == node && i + Long.BYTES <= valueBytes; i += Long.BYTES) {
                    long there = written.get(node).getLong(writer.address + i);
                    if (there != writer.last && found.size() < 10) {
                        found.add("Node " + node + " holds " + there + " at " + (writer.address + i) + " where "
                                + writer.last + " was written last.");
                    }
                }
            }
            return found;
        }
    }
}
