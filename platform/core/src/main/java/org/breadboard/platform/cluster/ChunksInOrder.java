// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.runtime.Engine;

/**
 * Hands the chunks of recorders on in the order of time, whichever machine runs first: those of a window when it has
 * ended, all others at once. Chunks of one instant are in the order in which recorders were made. Offered to by the
 * threads that run machines, in a window; otherwise, and all else, by the thread that controls the run.
 */
final class ChunksInOrder {
    private static final Comparator<Full> ORDER = Comparator.comparingLong(Full::atNs)
            .thenComparingInt(full -> full.chunk().writer());

    private final Engine engine;
    private final HistorySink to;
    private final List<Machine> machines = new ArrayList<>();
    private final List<Full> ofWindow = new ArrayList<>();
    /** What {@code to} had no room for. */
    private final ArrayDeque<HistoryChunk> waiting = new ArrayDeque<>();

    private record Full(long atNs, HistoryChunk chunk) {}

    /** Of a run that is still to be started. */
    ChunksInOrder(Engine engine, HistorySink to) {
        this.engine = engine;
        this.to = to;
        engine.atWindowEnd(lastNs -> handOn());
    }

    /** Where recorders of a node hand their chunks. */
    HistorySink of(int node, LongSupplier clock) {
        while (machines.size() <= node) {
            machines.add(null);
        }
        if (machines.get(node) == null) {
            machines.set(node, new Machine(clock));
        }
        return machines.get(node);
    }

    private void handOn() {
        for (Machine machine : machines) {
            if (machine != null && !machine.full.isEmpty()) {
                ofWindow.addAll(machine.full);
                machine.full.clear();
            }
        }
        if (!ofWindow.isEmpty()) {
            ofWindow.sort(ORDER);
            ofWindow.forEach(full -> waiting.add(full.chunk()));
            ofWindow.clear();
            offerWaiting();
        }
    }

    private boolean offerWaiting() {
        while (!waiting.isEmpty() && to.offer(waiting.peek())) {
            waiting.remove();
        }
        return waiting.isEmpty();
    }

    private final class Machine implements HistorySink {
        private final LongSupplier clock;
        private final List<Full> full = new ArrayList<>();

        Machine(LongSupplier clock) {
            this.clock = clock;
        }

        @Override
        public boolean offer(HistoryChunk chunk) {
            return engine.isInWindow()
                    ? full.add(new Full(clock.getAsLong(), chunk))
                    : offerWaiting() && to.offer(chunk);
        }
    }
}
