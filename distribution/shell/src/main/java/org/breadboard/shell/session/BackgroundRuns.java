package org.breadboard.shell.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;

/** What runs in the background of a session. Any thread. */
public final class BackgroundRuns {
    private static final long LOOK_MS = 10;

    private final Map<Integer, BackgroundRun> runs = new LinkedHashMap<>();
    private final Consumer<BackgroundRun> onEnd;
    private int last;
    private int worst;
    private String over;

    /** None yet; {@code onEnd} is told of each that has ended, on its thread. */
    public BackgroundRuns(Consumer<BackgroundRun> onEnd) {
        this.onEnd = onEnd;
    }

    synchronized BackgroundRun begin(String command) {
        BackgroundRun run = new BackgroundRun(++last, command);
        if (over != null) {
            run.cancel(over);
        }
        runs.put(run.number(), run);
        return run;
    }

    void end(BackgroundRun run, int status) {
        run.ended(status);
        onEnd.accept(run);
        synchronized (this) {
            runs.remove(run.number());
            worst = Math.max(worst, status);
        }
    }

    /** Those that run, oldest first. */
    public synchronized List<BackgroundRun> running() {
        return List.copyOf(runs.values());
    }

    synchronized Optional<BackgroundRun> running(String number) {
        return running().stream()
                .filter(run -> Integer.toString(run.number()).equals(number))
                .findFirst();
    }

    /** Asks all to stop, also what begins from now on. */
    public synchronized void cancel(String why) {
        over = why;
        running().forEach(run -> run.cancel(why));
    }

    /** Returns when none runs, and nothing that the session has put into the background is still to begin one. */
    void await(CommandSession session) throws InterruptedException {
        while (!running().isEmpty() || mayBegin(session)) {
            Thread.sleep(LOOK_MS);
        }
    }

    private static boolean mayBegin(CommandSession session) {
        List<Job> own = new ArrayList<>();
        for (Job job = Job.Utils.current(); job != null; job = job.parent()) {
            own.add(job);
        }
        return new ArrayList<>(session.jobs())
                .stream().anyMatch(job -> job.status() == Job.Status.Background && !own.contains(job));
    }

    /** Returns when none runs, or after so long. */
    public void await(long patienceMs) throws InterruptedException {
        long end = System.nanoTime() + patienceMs * 1_000_000;
        while (!running().isEmpty() && System.nanoTime() < end) {
            Thread.sleep(LOOK_MS);
        }
    }

    /** The highest exit code of those that have ended. */
    synchronized int worst() {
        return worst;
    }
}
