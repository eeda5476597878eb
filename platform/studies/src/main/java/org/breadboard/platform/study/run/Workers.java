// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.breadboard.platform.result.ResultFolder;

/** Workers on this machine: as many as points may run at once, each with a point or ready for one. */
final class Workers implements Site {
    /** What is said of a point whose study was stopped. */
    static final String STOPPED = "it was stopped";

    private static final long POLL_MS = 50;

    private final String classPath;
    private final String logs;
    private final Room room;
    private final PointCosts costs;
    private final List<PointWorker> workers = new ArrayList<>();
    private int started;

    /**
     * Workers, none of which is started yet.
     *
     * @param classPath of their JVMs
     * @param logs what the files begin with that hold what Java itself says, while a worker lives
     * @param room points run on so many cores at once, in so much memory
     * @param costs what points took before; learns what they take
     */
    Workers(String classPath, Path logs, Room room, PointCosts costs) {
        this.classPath = classPath;
        this.logs = logs.toString();
        this.room = room;
        this.costs = costs;
    }

    /** The same for points of which nothing is known and so many of which may run at once. */
    Workers(String classPath, Path logs, int most) {
        this(classPath, logs, Room.asked(most), PointCosts.unknown());
    }

    @Override
    public void run(List<PointRequest> points, Watcher watcher) throws IOException, InterruptedException {
        // Live points measure wall-clock time, so nothing else may run beside them.
        List<PointRequest> simulated =
                points.stream().filter(point -> !point.kind().live()).toList();
        run(costs.longestFirst(simulated), room.cores(), watcher);
        run(points.stream().filter(point -> point.kind().live()).toList(), 1, watcher);
    }

    private void run(List<PointRequest> points, int parallel, Watcher watcher)
            throws IOException, InterruptedException {
        Deque<PointRequest> waiting = new ArrayDeque<>(points);
        try {
            while ((!waiting.isEmpty() || busy() > 0) && !watcher.isStopped()) {
                for (List<PointRequest> fit = fitting(waiting, parallel);
                        !fit.isEmpty();
                        fit = fitting(waiting, parallel)) {
                    PointRequest next = NextPoint.of(fit, beginnings(false), beginnings(true));
                    waiting.remove(next);
                    give(next, parallel);
                }
                collect(watcher, waiting);
                watcher.at(share(), "");
                Thread.sleep(POLL_MS);
            }
        } finally {
            stop(watcher);
        }
    }

    /** The points that a worker may take now. */
    private List<PointRequest> fitting(Collection<PointRequest> waiting, int parallel) {
        return busy() < parallel && !waiting.isEmpty() ? room.fitting(waiting, busyMb(), costs::memoryMb) : List.of();
    }

    private long busyMb() {
        return workers.stream()
                .filter(worker -> worker.point() != null)
                .mapToLong(PointWorker::heldMb)
                .sum();
    }

    /** How the points began that workers have, or had last. */
    private List<String> beginnings(boolean busy) {
        return workers.stream()
                .filter(worker -> (worker.point() != null) == busy)
                .map(PointWorker::beginning)
                .toList();
    }

    /** How many have a point. */
    private int busy() {
        return (int) workers.stream().filter(worker -> worker.point() != null).count();
    }

    /** How far the points are that are under way, in points. */
    private double share() throws IOException {
        double share = 0;
        for (PointWorker worker : workers) {
            share += worker.point() == null ? 0 : worker.share();
        }
        return share;
    }

    /**
     * Gives a point to a worker of its kind that is ready, or to a new one.
     *
     * @param parallel how many there may be; one that is ready for another kind makes room, as one does whose memory is
     *     wanted
     */
    private void give(PointRequest point, int parallel) throws IOException, InterruptedException {
        long needMb = costs.memoryMb(point);
        long leftMb = room.memoryMb() - busyMb() - needMb;
        PointWorker ready = null;
        for (PointWorker worker : beganAs(point)) {
            if (worker.point() != null) {
                continue;
            }
            boolean takes = ready == null && worker.fits(point.kind());
            long moreMb = takes ? Math.max(0, worker.heldMb() - needMb) : worker.heldMb();
            if (moreMb > Math.max(0, leftMb) || !takes && workers.size() >= parallel) {
                end(worker);
            } else {
                leftMb -= moreMb;
                ready = takes ? worker : ready;
            }
        }
        if (ready == null) {
            ready = PointWorker.start(point.kind(), classPath, Path.of(logs + started++ + ".log"));
            workers.add(ready);
        }
        ready.take(point, needMb);
    }

    /** Those first that have its tables. */
    private List<PointWorker> beganAs(PointRequest point) {
        String beginning = point.beginning();
        return workers.stream()
                .sorted(Comparator.comparing(worker -> !worker.beginning().equals(beginning)))
                .toList();
    }

    /** Tells of points that are over, and is told of those that follow. */
    private void collect(Watcher watcher, Deque<PointRequest> waiting) throws IOException, InterruptedException {
        String broken = null;
        for (PointWorker worker : List.copyOf(workers)) {
            PointRequest point = worker.point();
            if (point == null) {
                continue;
            }
            if (worker.isOver()) {
                String reason = worker.broken();
                if (reason != null) {
                    broken = reason;
                    continue;
                }
                double seconds = worker.seconds();
                String failure = worker.end();
                if (failure == null && !KeptPoint.failed(point.folder())) {
                    costs.took(point, seconds, worker.peakMb());
                } else {
                    costs.failed(point);
                }
                watcher.over(point, failure);
            } else if (worker.isLate()) {
                end(worker);
                watcher.over(point, "it did not end within " + point.timeoutSeconds() + " s");
            } else {
                continue;
            }
            List<PointRequest> following = watcher.more();
            for (int i = following.size() - 1; i >= 0; i--) {
                waiting.addFirst(following.get(i));
            }
        }
        if (broken != null) {
            watcher.broken(broken);
        }
    }

    /** Ends all of them, and with them what is under way, of which nothing is left. */
    private void stop(Watcher watcher) throws IOException {
        for (PointWorker worker : List.copyOf(workers)) {
            try {
                end(worker);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            PointRequest point = worker.point();
            if (point != null && KeptPoint.isWhole(point.folder())) {
                watcher.over(point, null);
            } else if (point != null) {
                forget(point);
                watcher.over(point, STOPPED);
            }
        }
    }

    private static void forget(PointRequest point) {
        try {
            ResultFolder.delete(point.folder());
        } catch (IOException stays) {
            // It has no outcome, so nobody takes it for whole.
        }
    }

    private void end(PointWorker worker) throws IOException, InterruptedException {
        worker.kill();
        workers.remove(worker);
    }
}
