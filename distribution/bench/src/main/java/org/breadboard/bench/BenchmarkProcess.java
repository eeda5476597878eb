// SPDX-License-Identifier: Apache-2.0
package org.breadboard.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;

/** The benchmarks, in a plain JVM without Felix, so that nothing of the shell is measured with them. */
public final class BenchmarkProcess {
    private static final long POLL_MS = 50;

    private final Path libraries;

    /** Benchmarks of the distribution in a folder. */
    public BenchmarkProcess(Path home) {
        libraries = home.resolve("lib").resolve("benchmarks");
    }

    /** Runs JMH's own command line and copies what it prints. */
    public ExitStatus run(List<String> arguments, Console console) throws IOException {
        if (!Files.isDirectory(libraries)) {
            throw new RefusedException("There are no benchmarks in " + libraries
                    + "; run this from a built distribution, which holds them in lib/benchmarks.");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                libraries.resolve("*").toString(),
                "org.openjdk.jmh.Main"));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread copier = new Thread(() -> copy(process, console), "benchmark output");
        copier.setDaemon(true);
        copier.start();
        try {
            while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                if (console.cancellation().isCancelled()) {
                    return stop(process, console);
                }
            }
            copier.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return stop(process, console);
        }
        return process.exitValue() == 0 ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private static ExitStatus stop(Process process, Console console) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        console.err().println("The benchmarks were stopped before they were done.");
        return ExitStatus.FAILED;
    }

    private static void copy(Process process, Console console) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), Charset.defaultCharset()))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                console.out().println(line);
            }
        } catch (IOException closed) {
            if (!console.cancellation().isCancelled()) {
                console.err().println("The output of the benchmarks broke off: " + closed.getMessage() + ".");
            }
        }
    }
}
