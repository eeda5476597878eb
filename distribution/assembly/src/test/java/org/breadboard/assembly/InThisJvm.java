// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.breadboard.assembly.Assembled.Outcome;

/**
 * Commands of the assembled distribution, as {@link Assembled} runs them but without a process for each: the launcher's
 * {@code Main}, from the distribution's jars on a class path as the script makes it, with streams of its own. One at a
 * time. What a process is, or Java is told, only {@link Assembled} shows.
 */
final class InThisJvm {
    private static final String RESULTS = "breadboard.results";

    /** What {@code Main} sets, for its process. */
    private static final List<String> SET_BY_MAIN = List.of(
            "breadboard.home",
            "breadboard.project",
            RESULTS,
            "slf4j.internal.verbosity",
            "org.apache.commons.logging.Log");

    private static final Launcher LAUNCHER = new Launcher();

    private InThisJvm() {}

    /** Runs a command whose results go below that folder. */
    static synchronized Outcome run(Path results, String... words) throws Exception {
        return run(Map.of(RESULTS, results.toString()), List.of(words));
    }

    /** Runs a command with system properties. */
    static synchronized Outcome run(Map<String, String> properties, List<String> words) throws Exception {
        Level level = Logger.getLogger("").getLevel();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        System.setProperty("breadboard.home", Assembled.HOME.toString());
        properties.forEach(System::setProperty);
        try {
            Thread.currentThread().setContextClassLoader(LAUNCHER.jars);
            return LAUNCHER.run(words.toArray(new String[0]));
        } finally {
            Thread.currentThread().setContextClassLoader(context);
            Logger.getLogger("").setLevel(level);
            SET_BY_MAIN.forEach(System::clearProperty);
            properties.keySet().forEach(System::clearProperty);
        }
    }

    /** The classes of the launcher, which are nobody else's to see. */
    private static final class Launcher {
        private final ClassLoader jars = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
        private final Constructor<?> streams;
        private final Constructor<?> interrupts;
        private final Constructor<?> main;
        private final Method parse;
        private final Method run;

        Launcher() {
            try {
                Class<?> ofStreams = load("Streams");
                Class<?> ofInterrupts = load("Interrupts");
                Class<?> ofArguments = load("Arguments");
                streams = ofStreams.getDeclaredConstructor(
                        InputStream.class, PrintStream.class, PrintStream.class, Set.class, int.class);
                interrupts = ofInterrupts.getDeclaredConstructor();
                main = load("Main").getDeclaredConstructor(ofStreams, ofInterrupts);
                parse = ofArguments.getDeclaredMethod("parse", String[].class);
                run = load("Main").getDeclaredMethod("run", ofArguments);
            } catch (ReflectiveOperationException changed) {
                throw new IllegalStateException("the launcher has changed", changed);
            }
            Stream.of(streams, interrupts, main, parse, run).forEach(each -> each.setAccessible(true));
        }

        private Class<?> load(String name) throws ClassNotFoundException {
            return Class.forName("org.breadboard.launcher." + name, true, jars);
        }

        Outcome run(String[] line) throws Exception {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Object ofProcess = streams.newInstance(
                    InputStream.nullInputStream(),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    Set.of(),
                    80);
            try {
                Object program = main.newInstance(ofProcess, interrupts.newInstance());
                int status = (Integer) run.invoke(program, parse.invoke(null, (Object) line));
                return new Outcome(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
            } catch (InvocationTargetException thrown) {
                throw new AssertionError("broke off: " + String.join(" ", line), thrown.getCause());
            }
        }

        private static URL[] classPath() {
            List<URL> jars = new ArrayList<>();
            try (Stream<Path> lib = Files.list(Assembled.HOME.resolve("lib"));
                    Stream<Path> bundles = Files.walk(Assembled.HOME.resolve("bundles"))) {
                for (Path jar : Stream.concat(lib.sorted(), bundles.sorted())
                        .filter(file -> file.toString().endsWith(".jar"))
                        .toList()) {
                    jars.add(jar.toUri().toURL());
                }
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
            return jars.toArray(new URL[0]);
        }
    }
}
