// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.reproduce.StudySeries;

/**
 * Runs studies of another project, each in a process of its own, since plug-ins are known before a process starts. What
 * the process says to people is passed on; one that is to stop is asked to, and keeps what it has measured.
 */
final class StudyProcess implements StudySeries.Studies {
    private static final String PROGRAM = "bin/breadboard";
    private static final int POLL_MS = 100;
    /** Less than this process itself is given to stop. */
    private static final int PATIENCE_S = 15;

    private static final int BUFFER_CHARACTERS = 1 << 12;

    private final List<String> before;
    private final List<String> behind = new ArrayList<>();
    private final Path results;
    private final Console console;

    /**
     * A runner.
     *
     * @param home the distribution's folder
     * @param project the folder of the project
     * @param results where results go
     * @param parallel how many points may run at once, or null for what each study says
     * @param oneSeed whether each point has one seed, whatever the study says
     * @throws RefusedException if the folder of the distribution has no program
     */
    StudyProcess(Path home, Path project, Path results, Integer parallel, boolean oneSeed, Console console) {
        Path program = home.resolve(PROGRAM).toAbsolutePath();
        if (!Files.isExecutable(program)) {
            throw new RefusedException(
                    "There is no program " + program + ", which would run the studies; unpack the whole distribution.");
        }
        before = List.of(
                program.toString(),
                "--project",
                project.toAbsolutePath().toString(),
                "--results",
                results.toAbsolutePath().toString(),
                "study");
        if (parallel != null) {
            behind.addAll(List.of("--parallel", parallel.toString()));
        }
        if (oneSeed) {
            behind.addAll(List.of("--seeds", "1"));
        }
        this.results = results;
        this.console = console;
    }

    @Override
    public StudySeries.Ran run(String study, boolean resume) throws IOException {
        Path told = Files.createTempFile("breadboard-result", ".txt");
        try {
            boolean whole = run(study, resume, told);
            String result = Files.readString(told);
            return new StudySeries.Ran(whole, result.isEmpty() ? null : shown(Path.of(result)));
        } finally {
            Files.deleteIfExists(told);
        }
    }

    /** As short as the folder of results is said. */
    private Path shown(Path result) {
        Path all = results.toAbsolutePath();
        return result.startsWith(all) ? results.resolve(all.relativize(result)) : result;
    }

    private boolean run(String study, boolean resume, Path told) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(study);
        command.addAll(behind);
        command.addAll(List.of("--result-to", told.toString()));
        if (resume) {
            command.add("--resume");
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("BREADBOARD_RESIDENT", "0");
        Process process = builder.start();
        process.getOutputStream().close();
        try {
            return follow(process);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while study " + study + " runs");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private boolean follow(Process process) throws IOException, InterruptedException {
        boolean asked = false;
        long endNs = 0;
        Reader err = process.errorReader(StandardCharsets.UTF_8);
        while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
            pass(err);
            if (console.cancellation().isCancelled() && !asked) {
                process.destroy();
                asked = true;
                endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
            }
            if (asked && System.nanoTime() > endNs) {
                return false;
            }
        }
        pass(err);
        return ExitStatus.of(process.exitValue()) == ExitStatus.DONE;
    }

    /** Passes on what there is, and waits for nothing. */
    private void pass(Reader err) throws IOException {
        char[] text = new char[BUFFER_CHARACTERS];
        while (err.ready()) {
            int read = err.read(text);
            if (read < 0) {
                break;
            }
            console.err().print(new String(text, 0, read));
        }
        console.err().flush();
    }
}
