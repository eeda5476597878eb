// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.felix.framework.Felix;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.result.Provenance;
import org.breadboard.shell.OneShot;
import org.breadboard.shell.console.Greeting;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import picocli.CommandLine;

/**
 * The process's entry: runs one verb as it is, or starts Felix for a command or the shell and stops it, and exits with
 * the code of the contract.
 */
public final class Main {
    private static final int FAILED = 1;
    private static final int USER_MISTAKE = 2;
    private static final int DEFECT = 3;
    private static final int SHORT_COMMIT = 12;
    private static final long STOP_TIMEOUT_MS = 3000;

    private final Streams streams;
    private final Interrupts interrupts;
    private final Distribution distribution;
    /** Whether the terminal shows a prompt that waits for Felix, whose threads ask. */
    private volatile boolean prompted;

    Main(Streams streams, Interrupts interrupts) {
        this.streams = streams;
        this.interrupts = interrupts;
        distribution = new Distribution(Path.of(System.getProperty("breadboard.home", ""))
                .toAbsolutePath()
                .normalize());
    }

    /**
     * Runs Breadboard and ends the process.
     *
     * @param line the command line
     */
    public static void main(String[] line) {
        Streams streams = Streams.ofProcess();
        Interrupts interrupts = new Interrupts();
        interrupts.listen();
        int status = USER_MISTAKE;
        try {
            Arguments arguments = Arguments.parse(line);
            if (arguments.mode() != Arguments.Mode.CONSOLE) {
                Signals.listen(); // a console's terminal has its own
            }
            status = new Main(streams, interrupts).run(arguments);
        } catch (CommandLine.ParameterException mistake) {
            streams.err().println(mistake.getMessage() + "; 'breadboard --help' shows what there is.");
        }
        status = Streams.status(streams.out(), status);
        interrupts.finished(status);
        // Threads that a plug-in left behind must not keep the process.
        Runtime.getRuntime().exit(status);
    }

    int run(Arguments arguments) {
        if (arguments.version()) {
            streams.out().println("breadboard " + versions());
            return 0;
        }
        take(arguments);
        boolean felix = false;
        try {
            felix = needsFelix(arguments);
            Integer elsewhere = arguments.mode() == Arguments.Mode.VERB ? liveElsewhere(arguments) : null;
            if (elsewhere != null) {
                return elsewhere;
            }
            prompted = arguments.mode() == Arguments.Mode.CONSOLE && streams.canPrompt(System.getenv("TERM"));
            if (prompted) {
                Greeting.showWithPrompt(streams.out());
            }
            return felix
                    ? inFelix(arguments, entry -> entry.apply(call(arguments)))
                    : OneShot.run(distribution.home(), call(arguments));
        } catch (RefusedException mistake) {
            return told(mistake.getMessage(), mistake, arguments, USER_MISTAKE);
        } catch (IOException | BundleException | InvalidSyntaxException | RuntimeException broken) {
            Optional<String> temporary = felix ? BundleCache.trouble() : Optional.empty();
            String sentence = temporary.orElse("Breadboard could not start: " + broken.getMessage() + ".");
            return told(sentence, broken, arguments, temporary.isPresent() ? FAILED : DEFECT);
        }
    }

    /** What the process of a live cluster has done of it; null if this is nothing for that. */
    private Integer liveElsewhere(Arguments arguments) {
        if (!LiveClient.mayTake(arguments.words())) {
            return null;
        }
        AtomicBoolean stops = new AtomicBoolean();
        interrupts.onSignal(() -> stops.set(true));
        BooleanSupplier stop = stops::get;
        // With --for, nobody waits for a key, and it may be in the background of its terminal.
        boolean endless = arguments.words().stream().noneMatch(word -> word.startsWith("--for"));
        BooleanSupplier key = endless && streams.terminals().contains("in") ? streams::hasInput : () -> false;
        Integer status = new LiveClient(distribution, arguments.debug())
                .apply(Map.of(
                        "words", arguments.words(),
                        "out", streams.out(),
                        "err", streams.err(),
                        "terminals", streams.said(),
                        "key", key,
                        "stop", stop));
        interrupts.onSignal(null);
        return status;
    }

    /** The folder of the plug-ins that this process works with. */
    Path plugins() {
        return distribution.plugins();
    }

    /** Starts Felix and gives its shell to whoever hosts there; the exit code. */
    int host(Arguments arguments, ToIntFunction<Function<Map<String, Object>, Integer>> hosting) {
        take(arguments);
        needsFelix(arguments);
        if (System.getProperty(Project.RESULTS_PROPERTY) == null) {
            // Who asks for results may be in another folder than who has started it.
            Path results = Project.folders(distribution.home(), arguments.project(), null)
                    .results();
            System.setProperty(
                    Project.RESULTS_PROPERTY,
                    results.toAbsolutePath().normalize().toString());
        }
        try {
            return inFelix(arguments, hosting);
        } catch (IOException | BundleException | InvalidSyntaxException | RuntimeException broken) {
            return told("Breadboard could not start: " + broken.getMessage() + ".", broken, arguments, DEFECT);
        }
    }

    private static void take(Arguments arguments) {
        if (arguments.results() != null) {
            System.setProperty(Project.RESULTS_PROPERTY, arguments.results().toString());
        }
        // Libraries have nothing to say that a verb does not say itself.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.setProperty("org.apache.commons.logging.Log", "org.apache.commons.logging.impl.NoOpLog");
    }

    private String versions() {
        String commit;
        try {
            commit = Provenance.commit(distribution.home());
        } catch (IOException unreadable) {
            commit = null;
        }
        return Main.class.getPackage().getImplementationVersion() + " (commit "
                + (commit == null ? "unknown" : commit.substring(0, Math.min(SHORT_COMMIT, commit.length()))) + ", API "
                + Plugin.class.getPackage().getImplementationVersion() + ", Java " + System.getProperty("java.version")
                + ')';
    }

    /** Takes the project that the line is about, and says whether it needs a container. */
    boolean needsFelix(Arguments arguments) {
        Path project = arguments.project();
        if (project != null && !project.equals(distribution.home())) {
            System.setProperty(Project.PROPERTY, project.toString());
            distribution.workIn(project);
        }
        return distribution.needsFelix(arguments);
    }

    private int told(String sentence, Exception thrown, Arguments arguments, int status) {
        takePromptAway();
        streams.err().println(sentence);
        if (arguments.debug()) {
            thrown.printStackTrace(streams.err());
        }
        return status;
    }

    private void takePromptAway() {
        if (prompted) {
            Greeting.takePromptAway(streams.out());
        }
    }

    private int inFelix(Arguments arguments, ToIntFunction<Function<Map<String, Object>, Integer>> use)
            throws IOException, BundleException, InvalidSyntaxException {
        // SPI Fly tells by java.util.logging of each provider that it finds.
        Logger.getLogger("").setLevel(arguments.debug() ? Level.WARNING : Level.OFF);
        // Libraries look here, too; what lies on the class path for verbs is not for bundles.
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try (BundleCache cache = new BundleCache()) {
            interrupts.onAbandon(() -> closeQuietly(cache));
            return inFelix(arguments, cache, use);
        }
    }

    private int inFelix(
            Arguments arguments, BundleCache cache, ToIntFunction<Function<Map<String, Object>, Integer>> use)
            throws IOException, BundleException, InvalidSyntaxException {
        Felix felix = new Felix(distribution.properties(cache.folder(), arguments.debug()));
        felix.init(event -> report(event, arguments.debug()));
        try {
            distribution.install(felix.getBundleContext(), arguments.mode() == Arguments.Mode.CONSOLE);
            felix.start();
            return use.applyAsInt(entry(felix.getBundleContext()));
        } finally {
            felix.stop();
            waitFor(felix);
        }
    }

    private Map<String, Object> call(Arguments arguments) {
        Consumer<Runnable> onInterrupt = interrupts::onSignal;
        Consumer<Runnable> ofTerminal = stop -> {};
        boolean console = arguments.mode() == Arguments.Mode.CONSOLE
                && streams.terminals().contains("in");
        Map<String, Object> call = new HashMap<>(Map.of(
                "mode", arguments.mode().name().toLowerCase(Locale.ROOT),
                "arguments", arguments.words(),
                "in", streams.in(),
                "out", streams.out(),
                "err", streams.err(),
                "terminals", streams.terminals(),
                "columns", streams.columns(),
                "debug", arguments.debug(),
                "prompted", prompted,
                "onInterrupt", console ? ofTerminal : onInterrupt));
        call.put("elsewhere", new LiveClient(distribution, arguments.debug()));
        prompted = false; // the shell takes it away
        return call;
    }

    /** The shell bundle's service; what it takes is described there. */
    @SuppressWarnings("unchecked") // the type of the service is told by its property
    private static Function<Map<String, Object>, Integer> entry(BundleContext context) throws InvalidSyntaxException {
        Class<Function<Map<String, Object>, Integer>> type =
                (Class<Function<Map<String, Object>, Integer>>) (Class<?>) Function.class;
        Collection<ServiceReference<Function<Map<String, Object>, Integer>>> found =
                context.getServiceReferences(type, "(breadboard.entry=true)");
        if (found.isEmpty()) {
            throw new IllegalStateException("the shell's bundle is not active");
        }
        return context.getService(found.iterator().next());
    }

    private void report(FrameworkEvent event, boolean debug) {
        boolean shipped = event.getBundle().getLocation().startsWith("reference:");
        if (event.getType() == FrameworkEvent.ERROR && (shipped || debug)) {
            Bundle bundle = event.getBundle();
            takePromptAway();
            streams.err()
                    .println("Bundle " + bundle.getSymbolicName() + ": "
                            + event.getThrowable().getMessage());
        }
    }

    private static void waitFor(Felix felix) {
        try {
            felix.waitForStop(STOP_TIMEOUT_MS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(BundleCache cache) {
        try {
            cache.close();
        } catch (IOException left) {
            // A leftover in the temporary folder is the system's to remove; the process is ending.
            if (Files.exists(cache.folder())) {
                cache.folder().toFile().deleteOnExit();
            }
        }
    }
}
