// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.files.UnusableFolderException;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.MissingPart;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.runtime.Tainted;
import picocli.CommandLine.ParameterException;

/**
 * A process's board: its folders, its plug-ins, its verbs, and what runs. Calls of verbs never throw: whatever goes
 * wrong is one sentence on the console, and an exit status. Any thread; several verbs may run at a time, each with a
 * console of its own.
 */
public final class Board {
    /** Names another folder for results than {@code results} in the working directory. */
    private final Path home;

    private final Path project;
    private final Path results;
    private final PluginRegistry registry;
    private final List<Verb> own = new CopyOnWriteArrayList<>(shipped());
    private final List<SessionWord> words = new CopyOnWriteArrayList<>();
    private final Set<VerbScope> running = ConcurrentHashMap.newKeySet();
    private volatile Resident resident = Resident.NONE;

    /**
     * A board on a distribution's folder.
     *
     * @param home the folder that holds {@code mixes}, {@code testbeds}, {@code studies}, {@code conf} and {@code lib}
     * @param registry the plug-ins; stays the caller's to close
     */
    public Board(Path home, PluginRegistry registry) {
        this(
                home,
                path(System.getProperty(Project.PROPERTY)),
                path(System.getProperty(Project.RESULTS_PROPERTY)),
                registry);
    }

    /** A board on these folders. */
    public Board(Folders folders, PluginRegistry registry) {
        this(folders.home(), folders.project(), folders.results(), registry);
    }

    private Board(Path home, Path project, Path results, PluginRegistry registry) {
        this.home = home;
        this.project = project;
        this.results = results;
        this.registry = registry;
    }

    private static Path path(String property) {
        return property == null ? null : Path.of(property);
    }

    /** The verbs of Breadboard's own that the class path, or this bundle, brings. */
    public static List<Verb> shipped() {
        return ServiceLoader.load(Verb.class, Board.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** Has one more verb of Breadboard's own, such as the shell's. */
    public void add(Verb verb) {
        own.add(verb);
    }

    /** Has one more command that is no verb, such as the shell's. */
    public void add(SessionWord word) {
        words.add(word);
    }

    /** The commands that are no verbs. */
    public List<SessionWord> words() {
        return List.copyOf(words);
    }

    /**
     * A verb, and whose it is.
     *
     * @param name the word that names it, as it was when its plug-in was examined
     * @param owner the plug-in that brings it, or null: Breadboard's own
     */
    public record Named(String name, Verb verb, InstalledPlugin owner) {}

    /** All verbs that there are now, in the order of the help. */
    public List<Named> verbs() {
        Comparator<Named> order = Comparator.comparingInt(
                named -> named.owner() == null ? named.verb().order() : Verb.LAST);
        List<Named> all = new ArrayList<>();
        own.forEach(verb -> all.add(new Named(verb.name(), verb, null)));
        for (InstalledPlugin plugin : registry.installed()) {
            plugin.verbs().forEach(offer -> all.add(new Named(offer.id(), (Verb) offer.type(), plugin)));
        }
        all.sort(order.thenComparing(Named::name));
        return all;
    }

    /** The folders for what a word names: a file's project is its own, whatever this process works in. */
    Folders folders(String word) {
        Path own = Project.of(word).filter(folder -> !folder.equals(home)).orElse(project);
        return Project.folders(home, own, results);
    }

    /** What things are called, for completion. */
    public Names names() {
        return new Names(this::folders, registry);
    }

    /** The plug-ins that are installed. */
    public PluginRegistry registry() {
        return registry;
    }

    /** The distribution's folder. */
    public Path home() {
        return home;
    }

    /** A verb's work. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        ExitStatus in(VerbScope scope) throws IOException;
    }

    /**
     * Does a verb's work.
     *
     * @param title what runs, as a user knows it
     * @param word what it is about: if it is a path, the project of that file counts
     * @throws ParameterException if the work throws it
     */
    public ExitStatus call(String title, String word, Console console, Work work) {
        return call(null, title, word, console, work);
    }

    /** The same of a verb that may be a plug-in's: then on a thread that is given up if it does not come back. */
    ExitStatus call(Named verb, String title, String word, Console console, Work work) {
        Folders folders;
        try {
            folders = folders(word);
        } catch (RefusedException mistake) {
            return say(console, mistake.getMessage(), mistake, ExitStatus.USER_MISTAKE);
        }
        VerbScope scope = new VerbScope(title, this, folders, console);
        running.add(scope);
        try (PluginRegistry.Watch watch = registry.watch(scope::changed)) {
            return verb == null || verb.owner() == null ? work.in(scope) : watched(verb.owner(), scope, work);
        } catch (ParameterException mistake) {
            throw mistake;
        } catch (RefusedException mistake) {
            // What is given up because somebody stopped it is no mistake of theirs.
            return say(
                    console,
                    MissingPart.sentence(mistake, registry.stopped()),
                    mistake,
                    console.cancellation().isCancelled() ? ExitStatus.FAILED : ExitStatus.USER_MISTAKE);
        } catch (UnusableFolderException disk) {
            return say(console, disk.getMessage(), disk, ExitStatus.FAILED);
        } catch (IOException | UncheckedIOException disk) {
            return say(
                    console,
                    "Could not read or write a file: " + FileTrouble.describe(disk) + ".",
                    disk,
                    ExitStatus.FAILED);
        } catch (Hang hang) {
            return say(console, hang.getMessage(), hang, ExitStatus.FAILED);
        } catch (OutOfMemoryError full) {
            long heapMb = Runtime.getRuntime().maxMemory() >> 20;
            String sentence = "This needs more heap than " + heapMb + " MB; set for example BREADBOARD_OPTS=-Xmx"
                    + Math.max(2, heapMb / 512) + "g.";
            return say(console, sentence, full, ExitStatus.FAILED);
        } catch (RuntimeException | Error defect) {
            Optional<String> fault = PluginFault.describe(defect, new PluginCode(scope.own()));
            if (fault.isPresent()) {
                return say(console, fault.get(), defect, ExitStatus.FAILED);
            }
            String sentence =
                    "A defect of Breadboard's: " + defect + (console.debug() ? "" : "; --debug shows where") + ".";
            return say(console, sentence, defect, ExitStatus.DEFECT);
        } finally {
            running.remove(scope);
            synchronized (running) {
                running.notifyAll();
            }
            console.out().flush();
            console.err().flush();
        }
    }

    private ExitStatus watched(InstalledPlugin owner, VerbScope scope, Work work) throws IOException {
        scope.use(owner);
        return PluginWatch.ofCallers(
                        List.of(owner.plugin()),
                        registry.patience(),
                        scope.console().cancellation()::isCancelled)
                .call(() -> work.in(scope));
    }

    private static ExitStatus say(Console console, String sentence, Throwable thrown, ExitStatus status) {
        console.err().println(sentence);
        if (console.debug()) {
            thrown.printStackTrace(console.err());
        }
        return status;
    }

    /** What goes on after the verb that began it, and may use plug-ins: a live cluster. Any thread. */
    public interface Resident {
        /** Nothing. */
        Resident NONE = new Resident() {
            @Override
            public Optional<VerbScope> scope() {
                return Optional.empty();
            }

            @Override
            public Optional<String> updated() {
                return Optional.empty();
            }

            @Override
            public <T, E extends Exception> T exchanging(Exchange<T, E> exchange) throws E {
                return exchange.make();
            }

            @Override
            public ExitStatus stop(Console console) {
                return ExitStatus.DONE;
            }
        };

        /** What exchanges a plug-in's jar. */
        @FunctionalInterface
        interface Exchange<T, E extends Exception> {
            /** Does it. */
            T make() throws E;
        }

        /** What began it, while it goes on. */
        Optional<VerbScope> scope();

        /** What goes on, as the user typed it, for example {@code live start fasst-smallbank}. */
        default Optional<String> title() {
            return scope().map(VerbScope::verb);
        }

        /**
         * What the last update of a plug-in did to it, in one sentence, once; nothing if it does not use that.
         *
         * @throws org.breadboard.api.RefusedException if it has not taken it, with that sentence
         */
        Optional<String> updated();

        /**
         * Does what exchanges a plug-in's jar, of which only what it comes to is seen here.
         *
         * @throws E what the exchange throws
         */
        <T, E extends Exception> T exchanging(Exchange<T, E> exchange) throws E;

        /** Ends it, if it goes on, and tells on a console what it came to. */
        ExitStatus stop(Console console);
    }

    /** What goes on after the verb that began it: the live cluster of this process, if there is one. */
    public Resident resident() {
        return resident;
    }

    /** From now on this is what goes on after its verb; there is one for a process. */
    public void resident(Resident one) {
        resident = one;
    }

    /** What runs now with the plug-in of an id, as the user typed it, in alphabetical order; never throws. */
    public List<String> runsWith(String plugin) {
        return Stream.concat(running.stream(), resident.scope().stream())
                .filter(scope -> scope.uses(plugin))
                .distinct()
                .map(VerbScope::verb)
                .sorted()
                .toList();
    }

    /** Asks what runs with the plug-in of an id to end, but for what is resident; what was measured is kept. */
    public void endRunsWith(String plugin) {
        running.stream()
                .filter(scope -> scope.uses(plugin) && !resident.scope().equals(Optional.of(scope)))
                .forEach(scope -> scope.end(plugin));
    }

    /**
     * Waits until nothing runs with the plug-in of an id but what stays, for so long at most. A resident that ends by
     * itself is seen at the end of a verb, or of the time.
     *
     * @param stays the title of what is not waited for
     */
    public void awaitRunsWith(String plugin, Optional<String> stays, Duration most) throws InterruptedException {
        long endNs = System.nanoTime() + most.toNanos();
        synchronized (running) {
            for (long leftMs = most.toMillis(); leftMs > 0; leftMs = (endNs - System.nanoTime()) / 1_000_000) {
                if (runsWith(plugin).stream().allMatch(stays.stream().toList()::contains)) {
                    return;
                }
                running.wait(leftMs);
            }
        }
    }

    /** Says that a plug-in which is gone left a thread running, so that later runs tell of it. */
    public void abandoned(String plugin, String what, Thread thread) {
        Tainted.mark("plug-in '" + plugin + "'", what, thread);
    }
}
