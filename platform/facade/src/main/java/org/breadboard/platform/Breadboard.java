package org.breadboard.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.bench.BenchmarkProcess;
import org.breadboard.platform.bench.CommandBenchmark;
import org.breadboard.platform.calibrate.Calibrate;
import org.breadboard.platform.calibrate.CalibrateRequest;
import org.breadboard.platform.campaign.Campaign;
import org.breadboard.platform.campaign.CampaignRequest;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.combinations.CombinationTable;
import org.breadboard.platform.combinations.CombinationsRequest;
import org.breadboard.platform.compare.Compare;
import org.breadboard.platform.compare.CompareRequest;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.describe.DataSheetTable;
import org.breadboard.platform.describe.Describer;
import org.breadboard.platform.describe.MixReport;
import org.breadboard.platform.describe.NewMix;
import org.breadboard.platform.explain.ExplainRequest;
import org.breadboard.platform.explain.MixExplanation;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.files.UnusableFolderException;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.MissingPart;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.reproduce.Reproduce;
import org.breadboard.platform.reproduce.ReproduceRequest;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.runtime.Tainted;
import org.breadboard.platform.session.LiveVerbs;
import org.breadboard.platform.studies.StudyExperiment;
import org.breadboard.platform.studies.StudyRequest;
import org.breadboard.platform.tracing.MixTrace;
import org.breadboard.platform.tracing.TraceRequest;
import org.breadboard.platform.verbs.ResultRecheck;
import org.breadboard.platform.verbs.RunRequest;
import org.breadboard.platform.verbs.RunScope;
import org.breadboard.platform.verbs.RunVerb;
import org.breadboard.platform.whatif.WhatIf;
import org.breadboard.platform.whatif.WhatIfRequest;

/**
 * The platform as a user sees it: one method for each verb of the command line. Verbs never throw: whatever goes wrong
 * is one sentence on the console, and an exit status. Any thread; several verbs may run at a time, each with a console
 * of its own.
 */
public final class Breadboard {
    /** Somebody who typed TAB waits. */
    private static final Duration COMPLETION_PATIENCE = Duration.ofSeconds(1);

    /** Names another folder for results than {@code results} in the working directory. */
    private static final String RESULTS_PROPERTY = "breadboard.results";

    private final Path home;
    private final Path project;
    private final Path results;
    private final PluginRegistry registry;
    private final Set<RunScope> running = ConcurrentHashMap.newKeySet();
    private final LiveVerbs live;

    /**
     * Breadboard on a distribution's folder.
     *
     * @param home the folder that holds {@code mixes}, {@code testbeds}, {@code studies}, {@code conf} and {@code lib}
     * @param registry the plug-ins; stays the caller's to close
     */
    public Breadboard(Path home, PluginRegistry registry) {
        this(home, path(System.getProperty(Project.PROPERTY)), path(System.getProperty(RESULTS_PROPERTY)), registry);
    }

    Breadboard(Folders folders, PluginRegistry registry) {
        this(folders.home(), folders.project(), folders.results(), registry);
    }

    private Breadboard(Path home, Path project, Path results, PluginRegistry registry) {
        this.home = home;
        this.project = project;
        this.results = results;
        this.registry = registry;
        live = new LiveVerbs(registry);
    }

    private static Path path(String property) {
        return property == null ? null : Path.of(property);
    }

    /** The folders for what a word names: a file's project is its own, whatever this process works in. */
    private Folders folders(String word) {
        Path own = Project.of(word).filter(folder -> !folder.equals(home)).orElse(project);
        return Project.folders(home, own, results);
    }

    private Catalogue catalogue() {
        return new Catalogue(folders(""), registry);
    }

    /** The plug-ins that are installed. */
    public PluginRegistry registry() {
        return registry;
    }

    /** The distribution's folder. */
    public Path home() {
        return home;
    }

    /** Runs a mix, keeps its result and prints it; one that is cancelled keeps what it measured, marked partial. */
    public ExitStatus run(RunRequest request, Console console) {
        return inScope("run " + request.mix(), request.mix(), console, scope -> new RunVerb(scope).run(request));
    }

    /** Draws one transaction of a mix, hop by hop. */
    public ExitStatus explain(ExplainRequest request, Console console) {
        return inScope(
                "explain " + request.mix(),
                request.mix(),
                console,
                scope -> new MixExplanation(scope).explain(request));
    }

    /** Writes all that happens in a part of a run to a file that Perfetto opens. */
    public ExitStatus trace(TraceRequest request, Console console) {
        return inScope("trace " + request.mix(), request.mix(), console, scope -> {
            scope.plugins().forEach(scope::use);
            new MixTrace(scope.plugins(), scope.folders(), scope.patience(), console).write(request);
            return ExitStatus.DONE;
        });
    }

    /** Starts the live cluster of this process: a mix on real threads that runs until {@link #liveStop}. */
    public ExitStatus liveStart(String mix, List<String> sets, Console console) {
        return inScope("live start " + mix, mix, console, scope -> live.start(scope, mix, sets));
    }

    /** Shows what the live cluster does, second by second; for so many, or until a key is pressed. */
    public ExitStatus liveWatch(Optional<Integer> seconds, OutputFormat output, Console console) {
        return inScope("live watch", console, scope -> live.watch(console, seconds, output));
    }

    /** Swaps the live cluster's protocol; a refused swap leaves it as it was. */
    public ExitStatus liveSwap(String protocol, List<String> sets, OutputFormat output, Console console) {
        return inScope("live swap " + protocol, console, scope -> live.swap(scope, protocol, sets, output));
    }

    /** Stops the live cluster, keeps its result and prints it. */
    public ExitStatus liveStop(OutputFormat output, Console console) {
        return inScope("live stop", console, scope -> live.stop(scope, output));
    }

    /** The live cluster of this process as the user typed it, for example {@code live start fasst-smallbank}. */
    public Optional<String> live() {
        return live.scope().map(RunScope::verb);
    }

    /**
     * What the update of a plug-in did to the live cluster, in one sentence; nothing if that does not use it.
     *
     * @throws RefusedException if the cluster has not taken it, with that sentence
     */
    public Optional<String> liveUpdated() {
        return live.updated();
    }

    /**
     * Does what exchanges a plug-in's jar: what the exchange comes to is all that a live cluster sees of it.
     *
     * @throws E what the exchange throws
     */
    public <T, E extends Exception> T exchanging(LiveVerbs.Exchange<T, E> exchange) throws E {
        return live.exchanging(exchange);
    }

    /** Runs all points of a study, keeps them, and prints its claims. */
    public ExitStatus study(StudyRequest request, Console console) {
        return inScope(
                "study " + request.study(), request.study(), console, scope -> new StudyExperiment(scope).run(request));
    }

    /** Runs a campaign: many small runs that follow from seeds, each verified. */
    public ExitStatus campaign(CampaignRequest request, Console console) {
        return inScope(
                "campaign", String.join("", request.mixes().stream().limit(1).toList()), console, scope -> {
                    scope.plugins().forEach(scope::use);
                    Campaign campaign = new Campaign(scope.plugins(), scope.folders(), scope.patience(), console);
                    return campaign.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
                });
    }

    /** Tells what faster stages, resources or data sheets would buy. */
    public ExitStatus whatIf(WhatIfRequest request, Console console) {
        return inScope("whatif " + request.mix(), request.mix(), console, scope -> {
            scope.plugins().forEach(scope::use);
            WhatIf whatIf = new WhatIf(scope.plugins(), scope.folders(), scope.patience(), console);
            return whatIf.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
        });
    }

    /** Tells how much results, mixes or studies differ. */
    public ExitStatus compare(CompareRequest request, Console console) {
        String verb = "compare " + String.join(" ", request.subjects());
        return inScope(verb, request.subjects().get(0), console, scope -> {
            scope.plugins().forEach(scope::use);
            Compare compare = new Compare(scope.plugins(), scope.folders(), scope.patience(), console);
            return compare.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
        });
    }

    /** Runs all shipped studies, or those of a paper, and writes the page about them anew. */
    public ExitStatus reproduce(ReproduceRequest request, Console console) {
        return inScope("reproduce", console, scope -> {
            scope.plugins().forEach(scope::use);
            Reproduce.Studies studies = (study, resume) -> study(
                            new StudyRequest(
                                    study, resume, request.parallel(), null, request.seeds(), OutputFormat.JSON),
                            console.muted())
                    == ExitStatus.DONE;
            Reproduce reproduce = new Reproduce(scope.plugins(), scope.folders(), console, studies);
            return reproduce.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
        });
    }

    /** What can be reproduced, for completion: papers and studies that ship; never throws. */
    public List<String> reproducible() {
        return quietly(() -> Reproduce.names(folders("")));
    }

    /** Makes a data sheet of what somebody measured. */
    public ExitStatus calibrate(CalibrateRequest request, Console console) {
        return inScope("calibrate", console, scope -> {
            scope.plugins().forEach(scope::use);
            Calibrate calibrate = new Calibrate(scope.plugins(), scope.folders(), scope.patience(), console);
            return calibrate.run(request) ? ExitStatus.DONE : ExitStatus.FAILED;
        });
    }

    /** Shows a profile's data sheet: every parameter with its value, unit, kind and source. */
    public ExitStatus showProfile(String profile, OutputFormat output, Console console) {
        return inScope("hardware", console, scope -> new DataSheetTable(scope).show(profile, output));
    }

    /** Checks the history of a stored result again. */
    public ExitStatus verify(Path resultDirectory, OutputFormat output, Console console) {
        return verify(resultDirectory, Optional.empty(), ElleForm.LIST_APPEND, output, console);
    }

    /**
     * Checks the history of a stored result again.
     *
     * @param elle where to write it for Elle, too, in {@code form}; overwritten
     */
    public ExitStatus verify(
            Path resultDirectory, Optional<Path> elle, ElleForm form, OutputFormat output, Console console) {
        return inScope(
                "verify", console, scope -> new ResultRecheck(scope).verify(resultDirectory, elle, form, output));
    }

    /** Runs the benchmarks of the core in a JVM of their own; {@code arguments} go to JMH as they are. */
    public ExitStatus bench(List<String> arguments, Console console) {
        return inScope("bench", console, scope -> new BenchmarkProcess(home).run(arguments, console));
    }

    /**
     * Times whole commands, each in a process of its own.
     *
     * @param names which; none for all
     * @param against another distribution's folder, whose commands are timed in turn with these, or null
     * @param pairs how often each command is called
     */
    public ExitStatus benchCommands(List<String> names, Path against, int pairs, OutputFormat output, Console console) {
        return inScope(
                "bench", console, scope -> new CommandBenchmark(home, console).run(names, against, pairs, output));
    }

    /** Lists one kind of things, or all kinds but plug-ins and combinations. */
    public ExitStatus list(Optional<Kind> kind, OutputFormat output, Console console) {
        if (kind.equals(Optional.of(Kind.COMBINATIONS))) {
            return combinations(new CombinationsRequest(List.of(), 0, output), console);
        }
        return inScope("list", console, scope -> {
            scope.catalogue().print(kind, output, console.out());
            return ExitStatus.DONE;
        });
    }

    /**
     * Describes one thing: what it needs, offers and promises, and its settings.
     *
     * @param word an id, a kind and an id as {@code protocol/fasst}, or the path of a mix
     */
    public ExitStatus describe(String word, OutputFormat output, Console console) {
        return inScope("describe", word, console, scope -> {
            Describer describer = new Describer(scope.catalogue(), scope.plugins(), scope.folders());
            List<Describer.Named> found = scope.watched(() -> describer.find(word));
            scope.watched(() -> describer.describe(found.get(0))).print(output, console.out());
            found.stream()
                    .skip(1)
                    .forEach(other -> console.err()
                            .println("There is a " + other.kind().singular() + " '" + word + "', too; 'describe "
                                    + other + "' describes it."));
            return ExitStatus.DONE;
        });
    }

    /**
     * Writes a commented mix to start from; overwrites nothing.
     *
     * @param name a name, for a file that {@link #run} finds by it, or the path of the file
     * @param from the mix to start from, or nothing for one of the parts that {@code sets} names
     * @param sets {@code key=value} each
     */
    public ExitStatus newMix(
            String name, Optional<String> from, List<String> sets, OutputFormat output, Console console) {
        return inScope("mix new", from.orElse(""), console, scope -> new NewMix(scope).write(name, from, sets, output));
    }

    /** Says who asks for what in a mix, who offers it, and what is missing; a user's mistake if anything is. */
    public ExitStatus checkMix(String mix, List<String> sets, OutputFormat output, Console console) {
        return inScope("mix check", mix, console, scope -> new MixReport(scope).print(mix, sets, output));
    }

    /** All that can be described, for completion; never throws. */
    public List<String> describable() {
        return quietly(() -> Describer.words(catalogue()).toList());
    }

    /** Lists which protocols run on which profiles, with which programs and workloads; tries them if asked to. */
    public ExitStatus combinations(CombinationsRequest request, Console console) {
        return inScope("list combinations", console, scope -> new CombinationTable(scope).show(request));
    }

    /** The names of one kind, for completion; never throws, and is empty where they cannot be read. */
    public List<String> names(Kind kind) {
        return quietly(() -> catalogue().names(kind));
    }

    /** The keys that {@code --set} knows for a mix after other values are set, for completion; never throws. */
    public List<String> settableKeys(String mix, List<String> sets) {
        return quietly(() -> List.copyOf(settable(mix, sets).keySet()));
    }

    /**
     * The words that a key chooses among, for completion; never throws, and is empty where there are none.
     *
     * @param mix the mix that it is set for, and what else is set
     */
    public List<String> words(String key, String mix, List<String> sets) {
        return switch (key) {
            case MixKeys.TESTBED -> names(Kind.TESTBEDS);
            case MixKeys.HARDWARE -> names(Kind.HARDWARE);
            case MixKeys.HARDWARE_PROFILE -> names(Kind.PROFILES);
            case MixKeys.SWITCH_PROFILE -> orNone(names(Kind.PROFILES));
            case MixKeys.SWITCH -> orNone(names(Kind.PROGRAMS));
            case MixKeys.PROTOCOL -> names(Kind.PROTOCOLS);
            case MixKeys.WORKLOAD -> names(Kind.WORKLOADS);
            default ->
                MixKeys.words(key).isEmpty() ? quietly(() -> chosen(key, settable(mix, sets))) : MixKeys.words(key);
        };
    }

    private Map<String, Setting<?>> settable(String mix, List<String> sets) {
        return new MixResolver(new Parts(registry.installed()), folders(mix)).settable(MixRequest.of(mix, sets));
    }

    private static List<String> orNone(List<String> names) {
        return Stream.concat(names.stream(), Stream.of(MixKeys.NONE)).toList();
    }

    /**
     * What the setting of a key takes; a key that chooses by name and has cores is a tenant, another one of a protocol
     * is that of a tenant, and one that ends with profile is that of a group of machines.
     */
    private List<String> chosen(String key, Map<String, Setting<?>> settable) {
        if (settable.containsKey(key + ".cores")) {
            return catalogue().names(Kind.WORKLOADS).stream()
                    .filter(name -> !name.equals("shared"))
                    .toList();
        }
        if (key.startsWith(MixKeys.HARDWARE + ".") && key.endsWith(".profile")) {
            return orNone(names(Kind.PROFILES));
        }
        if (key.startsWith(MixKeys.PROTOCOL + ".") && settable.containsKey(key) && settable.get(key) == null) {
            return names(Kind.PROTOCOLS);
        }
        return settable.get(key) == null ? List.of() : MixKeys.words(settable.get(key));
    }

    /** What runs now with the plug-in of an id, as the user typed it, in alphabetical order; never throws. */
    public List<String> runsWith(String plugin) {
        return Stream.concat(running.stream(), live.scope().stream())
                .filter(scope -> scope.uses(plugin))
                .distinct()
                .map(RunScope::verb)
                .sorted()
                .toList();
    }

    /** Asks what runs with the plug-in of an id to end, but for the live cluster; what was measured is kept. */
    public void endRunsWith(String plugin) {
        running.stream()
                .filter(scope -> scope.uses(plugin) && !live.scope().equals(Optional.of(scope)))
                .forEach(scope -> scope.end(plugin));
    }

    /** The mixes that can run now and have a part of the plug-in of an id, in alphabetical order; never throws. */
    public List<String> mixesWith(String plugin) {
        List<InstalledPlugin> plugins = registry.installed();
        List<Plugin> own = plugins.stream().map(InstalledPlugin::plugin).toList();
        try {
            return new PluginWatch(own, registry.patience(), () -> false).call(() -> {
                MixResolver resolver = new MixResolver(new Parts(plugins), folders(""));
                return catalogue().names(Kind.MIXES).stream()
                        .filter(mix -> needs(resolver, mix, plugin))
                        .toList();
            });
        } catch (RuntimeException | LinkageError unreadable) {
            return List.of();
        }
    }

    /** Says that a plug-in which is gone left a thread running, so that later runs tell of it. */
    public void abandoned(String plugin, String what, Thread thread) {
        Tainted.mark("plug-in '" + plugin + "'", what, thread);
    }

    private static boolean needs(MixResolver resolver, String mix, String plugin) {
        PluginWatch.beat();
        try {
            return resolver.resolve(MixRequest.of(mix, List.of())).plugins().stream()
                    .anyMatch(each -> each.id().equals(plugin));
        } catch (RefusedException other) {
            return false;
        }
    }

    private List<String> quietly(PluginWatch.Work<List<String>, RuntimeException> question) {
        if (!Tainted.all().isEmpty()) {
            // A plug-in that holds a thread already would hold the next one too.
            return List.of();
        }
        try {
            List<Plugin> plugins =
                    registry.installed().stream().map(InstalledPlugin::plugin).toList();
            return new PluginWatch(plugins, COMPLETION_PATIENCE, () -> false).call(question);
        } catch (RuntimeException | LinkageError unreadable) {
            return List.of();
        }
    }

    /** A verb's work. */
    private interface Work {
        ExitStatus in(RunScope scope) throws IOException;
    }

    private ExitStatus inScope(String verb, Console console, Work work) {
        return inScope(verb, "", console, work);
    }

    /** Does a verb's work for what {@code word} names. */
    private ExitStatus inScope(String verb, String word, Console console, Work work) {
        Folders folders;
        try {
            folders = folders(word);
        } catch (RefusedException mistake) {
            return say(console, mistake.getMessage(), mistake, ExitStatus.USER_MISTAKE);
        }
        RunScope scope = new RunScope(verb, folders, registry, console);
        for (Tainted thread : Tainted.all()) {
            console.err()
                    .println("A thread of an earlier run still runs in this process (" + thread.where() + ": "
                            + thread.sentence() + "); start again for figures to trust.");
        }
        running.add(scope);
        try (PluginRegistry.Watch watch = registry.watch(scope::changed)) {
            return work.in(scope);
        } catch (RefusedException mistake) {
            return say(console, MissingPart.sentence(mistake, registry.stopped()), mistake, ExitStatus.USER_MISTAKE);
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
            console.out().flush();
            console.err().flush();
        }
    }

    private static ExitStatus say(Console console, String sentence, Throwable thrown, ExitStatus status) {
        console.err().println(sentence);
        if (console.debug()) {
            thrown.printStackTrace(console.err());
        }
        return status;
    }
}
