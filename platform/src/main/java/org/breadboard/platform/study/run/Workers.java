package org.breadboard.platform.study.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.study.outcome.PointOutcome;

/**
 * The workers of a study: as many as points may run at once, each with a point or ready for one. For the thread that
 * drives the study.
 */
final class Workers {
    private final Start start;
    private final Give give;
    private final List<PointWorker> workers = new ArrayList<>();

    /** Starts a worker. */
    @FunctionalInterface
    interface Start {
        PointWorker start(PointWorker.Kind kind) throws IOException;
    }

    /** Gives a worker a point. */
    @FunctionalInterface
    interface Give {
        void give(PointWorker worker, PointJob job) throws IOException;
    }

    Workers(Start start, Give give) {
        this.start = start;
        this.give = give;
    }

    /** How many have a point. */
    int busy() {
        return (int) workers.stream().filter(worker -> worker.job() != null).count();
    }

    /** How far the points are that are under way, in points. */
    double share() throws IOException {
        double share = 0;
        for (PointWorker worker : workers) {
            share += worker.job() == null ? 0 : worker.share();
        }
        return share;
    }

    /**
     * Gives a point to a worker of its kind that is ready, or to a new one.
     *
     * @param most how many there may be; one that is ready for another kind makes room
     */
    void give(PointJob job, int most) throws IOException, InterruptedException {
        PointWorker.Kind kind = PointWorker.Kind.of(job);
        PointWorker ready = null;
        for (PointWorker worker : List.copyOf(workers)) {
            if (ready == null && worker.fits(kind)) {
                ready = worker;
            } else if (worker.job() == null && workers.size() >= most) {
                end(worker);
            }
        }
        if (ready == null) {
            ready = start.start(kind);
            workers.add(ready);
        }
        give.give(ready, job);
    }

    /** Takes the outcomes of points that are over. */
    void collect(Map<Integer, PointOutcome> outcomes) throws IOException, InterruptedException {
        for (PointWorker worker : List.copyOf(workers)) {
            PointJob job = worker.job();
            if (job == null) {
                continue;
            }
            if (worker.isOver()) {
                outcomes.put(job.index(), worker.outcome());
            } else if (worker.isLate()) {
                String reason = "it did not end within " + job.sweep().timeoutSeconds() + " s";
                outcomes.put(job.index(), worker.failed(reason));
                end(worker);
            }
        }
    }

    /** Ends all of them, and with them what is under way. */
    void stop(Map<Integer, PointOutcome> outcomes) throws IOException {
        for (PointWorker worker : List.copyOf(workers)) {
            PointJob job = worker.job();
            if (job != null) {
                outcomes.put(job.index(), worker.failed("it was stopped"));
            }
            try {
                end(worker);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(PointWorker worker) throws IOException, InterruptedException {
        worker.kill();
        workers.remove(worker);
    }
}
