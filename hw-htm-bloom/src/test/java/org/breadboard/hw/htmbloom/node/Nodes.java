// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;

/**
 * Nodes with HADES's hardware, each with one region of lines, and transactions on them that do what a test says when it
 * says so.
 */
final class Nodes {
    static final long LINE = 64;
    private static final int REGION_BYTES = 1 << 20;

    final DeviceBench bench;
    final List<Region> regions = new ArrayList<>();
    private final List<Stage> stages = new ArrayList<>();
    private final int cores;

    Nodes(int nodes, int cores, Map<String, ?> changes) {
        this(nodes, cores, changes, 1, false);
    }

    Nodes(int nodes, int cores, Map<String, ?> changes, long seed, boolean explore) {
        this(nodes, cores, changes, DeviceBench.Faults.NONE, seed, explore);
    }

    Nodes(int nodes, int cores, Map<String, ?> changes, DeviceBench.Faults faults, long seed, boolean explore) {
        this.cores = cores;
        HadesHardware type = new HadesHardware();
        bench = new DeviceBench(type, nodes, DataSheets.settings(type, "hades-node", changes), faults, seed, explore);
        for (int node = 0; node < nodes; node++) {
            Region region = bench.region("lines" + node, REGION_BYTES);
            bench.capability(node, ConflictTracking.class).register(region, null);
            regions.add(region);
            for (int core = 0; core < cores; core++) {
                stages.add(bench.stage(node, "core" + core, (step, message) -> {
                    throw new AssertionError("nothing is sent here");
                }));
            }
        }
    }

    static String name(int node) {
        return "lines" + node;
    }

    Stage stage(int node, int core) {
        return stages.get(node * cores + core);
    }

    /** A context on a core. */
    Context context(int node, int core) {
        Context context = new Context(this, node, stage(node, core));
        context.stage.add(context);
        return context;
    }

    CachedMemory.Core core(int node, int core) {
        return bench.capability(node, CachedMemory.class).core(stage(node, core));
    }

    /** What a node's memory has at a line. */
    long value(int node, long line) {
        return regions.get(node).getLong(line * LINE);
    }

    /** Does something on a core's stage, at about that time. */
    void at(long ns, Stage stage, Consumer<Step> action) {
        stage.add(new Task() {
            private boolean waited;

            @Override
            protected Next step(Step step) {
                if (!waited) {
                    waited = true;
                    step.timer(this, (double) Math.max(0, ns - step.nowNs()));
                    return Next.AWAIT;
                }
                action.accept(step);
                return Next.DONE;
            }
        });
    }

    /** A transaction at a time; lines are addressed by number, and hold a word each. */
    static final class Context extends Task {
        final Nodes nodes;
        final int node;
        final Stage stage;
        final Tracker tracker;
        /** Tickets in the order of completion. */
        final List<Integer> completed = new ArrayList<>();
        /** The first words of what was read from other nodes. */
        final List<Long> answers = new ArrayList<>();

        /** The words a line behind those, of what was longer than a line. */
        final List<Long> secondLines = new ArrayList<>();

        int squashes;
        long lastNs;
        private final byte[] word = new byte[Long.BYTES];

        private Context(Nodes nodes, int node, Stage stage) {
            this.nodes = nodes;
            this.node = node;
            this.stage = stage;
            tracker = nodes.bench.capability(node, ConflictTracking.class).open(stage, this);
        }

        /** Schedules what it does. */
        void at(long ns, Consumer<Step> action) {
            nodes.at(ns, stage, action);
        }

        @Override
        protected Next step(Step step) {
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            completed.add(message.kind());
            answers.add(message.lengthBytes() >= Long.BYTES ? message.getLong(0) : -1);
            if (message.lengthBytes() > LINE) {
                secondLines.add(message.getLong((int) LINE));
            }
            lastNs = step.nowNs();
            return false;
        }

        @Override
        protected boolean squashed(Step step) {
            squashes++;
            return false;
        }

        void abandon(Step step) {
            tracker.abandon(step);
            restart();
        }

        Access load(Step step, long line) {
            Access access = tracker.load(step, nodes.regions.get(node), line * LINE, word, 0, Long.BYTES);
            return access;
        }

        /** What {@link #load} has loaded. */
        long loaded() {
            return Bytes.getLong(word, 0);
        }

        Access store(Step step, long line, long value) {
            Bytes.putLong(word, 0, value);
            return tracker.store(step, nodes.regions.get(node), line * LINE, word, 0, Long.BYTES);
        }

        void read(Step step, int from, long line, int ticket) {
            tracker.read(step, from, name(from), line * LINE, Long.BYTES, 0, 0, ticket);
        }

        /** Buffers a write of a word, or of the whole line around it. */
        void write(Step step, int to, long line, long value, boolean whole) {
            byte[] bytes = new byte[(int) LINE];
            Bytes.putLong(bytes, 0, value);
            tracker.write(step, to, name(to), line * LINE, bytes, 0, whole ? (int) LINE : Long.BYTES, false);
        }

        void cover(int on, long line, boolean writes) {
            tracker.cover(on, name(on), line * LINE, Long.BYTES, writes);
        }
    }
}
