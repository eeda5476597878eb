// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.result.StudySummary;
import org.breadboard.platform.study.claim.ClaimRow;

/**
 * Studies that run one after another. What a study came to is kept when it has ended, in a folder that outlives this
 * process, so that a series which was stopped or killed goes on behind it. One thread.
 */
public final class StudySeries {
    private static final String ENDING = ".json";
    private static final String STARTED = ".started";

    private final Path results;
    private final Path ended;
    private final Console console;
    private final Studies runner;
    private final String resuming;

    /** Runs studies. */
    @FunctionalInterface
    public interface Studies {
        /**
         * Runs one, and keeps its result.
         *
         * @param resume whether to go on with what was stopped
         */
        Ran run(String study, boolean resume) throws IOException;
    }

    /**
     * What a run of a study left.
     *
     * @param whole whether all of its points were verified, and all of its claims computed
     * @param result the folder of the very result that it kept, and not of another run that ended meanwhile; null if it
     *     kept none
     */
    public record Ran(boolean whole, Path result) {}

    /**
     * A series.
     *
     * @param results where the runner keeps results
     * @param ended where it is kept which studies have ended; is there
     * @param runner runs each of them
     * @param resuming the command that goes on with the series
     */
    public StudySeries(Path results, Path ended, Console console, Studies runner, String resuming) {
        this.results = results;
        this.ended = ended;
        this.console = console;
        this.runner = runner;
        this.resuming = resuming;
    }

    /**
     * Runs the studies that have not ended yet, until the console is told to stop.
     *
     * @param resume whether the series goes on, and so do studies of it that were begun
     * @return a sentence for each that left no result
     */
    public List<String> run(List<String> studies, boolean resume) throws IOException {
        List<String> problems = new ArrayList<>();
        for (String study : studies) {
            if (console.cancellation().isCancelled()) {
                break;
            }
            if (hasEnded(study)) {
                console.err().println(study + " has finished before.");
            } else if (!run(study, resume) && !console.cancellation().isCancelled()) {
                problems.add(
                        "Study " + study + " has lost points, or left no result; '" + resuming + "' goes on with it.");
            }
        }
        return problems;
    }

    /** Whether a study has ended, and its result is still there; one whose result is gone has not. */
    private boolean hasEnded(String study) throws IOException {
        Optional<EndedStudy> before = ended(study);
        if (before.isEmpty() || Files.isDirectory(Path.of(before.get().result()))) {
            return before.isPresent();
        }
        console.err()
                .println(study + " has finished before, but its result "
                        + before.get().result() + " is gone.");
        Files.delete(file(study));
        return false;
    }

    /** Whether it left a result. */
    private boolean run(String study, boolean goesOn) throws IOException {
        Path started = ended.resolve(study + STARTED);
        boolean resume = goesOn && Files.exists(started) && ResultFolder.isResumable(results, study);
        Files.writeString(started, "");
        console.err().println((resume ? "Going on with " : "Running ") + study + " ...");
        Ran ran = runner.run(study, resume);
        if (ran.result() == null || StoredResult.open(ran.result()).partial()) {
            return false;
        }
        new EndedStudy(
                        ran.result().toString(),
                        ran.whole(),
                        StudySummary.read(ran.result().resolve(ResultFolder.SUMMARY))
                                .claims(ClaimRow::of))
                .write(file(study));
        Files.delete(started);
        return true;
    }

    private Path file(String study) {
        return ended.resolve(study + ENDING);
    }

    /** What a study came to; empty if it has not ended. */
    public Optional<EndedStudy> ended(String study) throws IOException {
        return Files.exists(file(study)) ? Optional.of(EndedStudy.read(file(study))) : Optional.empty();
    }
}
