// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.InputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.breadboard.shell.OneShot;

/**
 * The verb {@code run} under a debugger: in this JVM, from the classes of the source tree, without the script, Felix or
 * a resident process. The simulation runs on the thread {@code sim}. {@code docs/makers/ide.md} says how to start it.
 */
final class RunMix {
    /** Mixes, testbeds, studies and claims as they stand in the sources, whatever the working directory is. */
    static final Path HOME = module().resolve("src/main/dist");

    private static final String RESULTS = "breadboard.results";

    private RunMix() {}

    /**
     * Runs a mix and ends the process with the status of the run.
     *
     * @param words what follows {@code run}: a mix's name or file, and options such as {@code --set key=value}
     */
    public static void main(String[] words) {
        if (System.getProperty(RESULTS) == null) {
            System.setProperty(RESULTS, module().resolve("target/results").toString());
        }
        int status = run(List.of(words), System.out, System.err);
        System.out.flush();
        Runtime.getRuntime().exit(status);
    }

    /** Runs a mix, and prints what {@code run} prints. */
    static int run(List<String> words, PrintStream out, PrintStream err) {
        List<String> line = new ArrayList<>(List.of("run"));
        line.addAll(words);
        return verb(line, out, err);
    }

    /**
     * Runs any verb by its words.
     *
     * @return the exit status
     */
    static int verb(List<String> line, PrintStream out, PrintStream err) {
        Consumer<Runnable> never = stop -> {};
        return OneShot.run(
                HOME,
                Map.of(
                        "mode",
                        "verb",
                        "arguments",
                        line,
                        "in",
                        InputStream.nullInputStream(),
                        "out",
                        out,
                        "err",
                        err,
                        "terminals",
                        Set.of(),
                        "debug",
                        false,
                        "onInterrupt",
                        never));
    }

    /** The folder of this module, from where its classes are: {@code target/test-classes}, in an IDE as well. */
    private static Path module() {
        try {
            Path classes = Path.of(RunMix.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return classes.resolve("../..").normalize();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
