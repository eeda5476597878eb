// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs the unit tests of the module that a mutant is in, in a copy of the working tree. Takes minutes. */
final class ModuleTests {
    private final Path root;

    ModuleTests(Path root) {
        this.root = root;
    }

    /** {@code yes} if they fail, {@code no} if they pass. One at a time: they share the copy. */
    String fail(Mutant mutant, String planted) throws IOException, InterruptedException {
        synchronized (ModuleTests.class) {
            Path copy = root.resolve("distribution/mutants/target/copy");
            Files.createDirectories(copy);
            call(root, "bash", "-c", "git ls-files -z | tar --null -T - -c | tar -x --keep-newer-files -C " + copy);
            Path source = copy.resolve(mutant.file());
            String was = Files.readString(source);
            Files.writeString(source, planted);
            try {
                String module = module(mutant.file());
                int status = call(
                        copy,
                        "mvn",
                        "-q",
                        "-o",
                        "-B",
                        "-pl",
                        module,
                        "-am",
                        "test",
                        "-Dspotless.check.skip=true",
                        "-Dtest=" + own(copy.resolve(module)),
                        "-Dsurefire.failIfNoSpecifiedTests=false");
                return status == 0 ? "no" : "yes";
            } finally {
                Files.writeString(source, was);
            }
        }
    }

    /** The folder that has the source's {@code src}. */
    private static String module(Path source) {
        return source.toString().replaceFirst("/src/.*", "");
    }

    /** The tests in the package that all of a module's tests are in, and not those of what it is built on. */
    private static String own(Path module) throws IOException {
        Path tests = module.resolve("src/test/java");
        Path at = tests;
        while (true) {
            List<Path> inside;
            try (Stream<Path> files = Files.list(at)) {
                inside = files.toList();
            }
            if (inside.size() != 1 || !Files.isDirectory(inside.get(0))) {
                return tests.relativize(at).toString().replace('/', '.') + ".**";
            }
            at = inside.get(0);
        }
    }

    private static int call(Path folder, String... words) throws IOException, InterruptedException {
        return new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
