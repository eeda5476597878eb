// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Job;
import org.breadboard.platform.console.ExitStatus;

/** What runs in the background of a session. Any thread. */
public final class BackgroundRuns {
    private static final long LOOK_MS = 10;

    private final Map<Integer, BackgroundRun> runs = new LinkedHashMap<>();

    /** The lines with {@code &} that have not ended, each with verbs that run or are still to begin. */
    private final Set<Job> lines = new LinkedHashSet<>();

    /** Those of them that the user has stopped. */
    private final Set<Job> stopped = new LinkedHashSet<>();

    private final Consumer<BackgroundRun> onEnd;
    private int last;
    private int worst;
    private String over;

    /** None yet; {@code onEnd} is told of each that has ended, on its thread. */
    public BackgroundRuns(Consumer<BackgroundRun> onEnd) {
        this.onEnd = onEnd;
    }

    /** Sees from now on which lines a session puts into the background, and tells of the mistakes in them. */
    void watch(CommandSession session) {
        session.setJobListener((job, previous, current) -> {
            if (job.parent() == null) {
                changed(job, current);
            }
        });
    }

    private void changed(Job line, Job.Status now) {
        synchronized (this) {
            if (now == Job.Status.Background) {
                lines.add(line);
                return;
            }
            if (!lines.contains(line)) {
                return;
            }
        }
        try {
            Throwable mistake = now == Job.Status.Done && line.result() != null
                    ? line.result().exception()
                    : null;
            if (mistake != null && !(mistake instanceof InterruptedException)) {
                mistaken(line, mistake);
            }
        } finally {
            synchronized (this) {
                lines.remove(line);
                stopped.remove(line);
            }
        }
    }

    /** Tells of a mistake in a line. */
    void mistaken(Job line, Throwable mistake) {
        BackgroundRun run = add(line.command().toString(), line);
        run.console(null, false).err().println(GogoErrors.sentence(mistake));
        end(run, ExitStatus.USER_MISTAKE.code());
    }

    /**
     * A verb that begins to run.
     *
     * @throws InterruptedException if the user has stopped the line that it is part of
     */
    synchronized BackgroundRun begin(String command) throws InterruptedException {
        Job line = ScriptStop.line();
        if (stopped.contains(line)) {
            throw new InterruptedException("the job was stopped");
        }
        return add(command, line);
    }

    private synchronized BackgroundRun add(String command, Job line) {
        BackgroundRun run = new BackgroundRun(++last, command, line);
        if (over != null) {
            run.cancel(over);
        }
        runs.put(run.number(), run);
        return run;
    }

    void end(BackgroundRun run, int status) {
        run.ended(status);
        try {
            onEnd.accept(run);
        } finally {
            synchronized (this) {
                runs.remove(run.number());
                worst = Math.max(worst, status);
            }
        }
    }

    /** Stops a run, and the rest of its line. */
    synchronized void stop(BackgroundRun run) {
        if (lines.contains(run.line())) {
            stopped.add(run.line());
        }
        run.cancel("you stopped the job");
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
    void await() throws InterruptedException {
        while (!running().isEmpty() || mayBegin()) {
            Thread.sleep(LOOK_MS);
        }
    }

    private synchronized boolean mayBegin() {
        Job own = ScriptStop.line();
        return lines.stream().anyMatch(line -> line != own);
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
