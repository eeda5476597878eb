// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.cases.Cases;
import org.breadboard.platform.cases.Corpus;
import org.breadboard.platform.cases.Ended;
import org.breadboard.platform.cases.SeedRunner;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Program;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.Words;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.verbs.Experiment;

/**
 * {@code campaign}: a run for each of many seeds, whose protocol, hardware, workload, sizes and faults follow from the
 * seed, each verified like any run. It takes as many at once as there are cores, in threads of this process. What has
 * ended is kept line by line, so that a campaign that was stopped goes on.
 */
public final class Campaign {
    private static final String NAME = "campaign";
    private static final String SEEDS = "seeds.jsonl";
    private static final String ASKED = "asked.json";
    private static final double NS_PER_MINUTE = 60e9;

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Duration patience;
    private final Console console;
    private final List<Plugin> own;
    private final ObjectMapper lines = new ObjectMapper();
    private final List<Ended> ended = new ArrayList<>();
    private final Reached reached = new Reached();
    private volatile boolean hasFailed;
    private volatile boolean broken;

    /**
     * A campaign of these plug-ins, of which one that takes longer than {@code patience} outside of steps is given up.
     */
    public Campaign(List<InstalledPlugin> plugins, Folders folders, Duration patience, Console console) {
        this.plugins = plugins;
        this.folders = folders;
        this.patience = patience;
        this.console = console;
        own = plugins.stream().map(InstalledPlugin::plugin).toList();
    }

    /**
     * Runs it, keeps what came of it and prints that.
     *
     * @return whether every seed held, and all that was asked for came about
     * @throws RefusedException if it asks for what cannot be
     */
    public boolean run(CampaignRequest request) throws IOException {
        Cases drawn = new PluginWatch(own, patience, console.cancellation()::isCancelled).call(() -> cases(request));
        Cases cases = request.every() == null ? drawn : drawn.atEvery(request.every(), experiment());
        try (ResultFolder folder = request.resume()
                ? ResultFolder.resume(folders.results(), NAME)
                : new ResultFolder(folders.results(), NAME)) {
            CampaignRequest whole =
                    request.resume() ? restore(folder, request) : begin(folder, request.or(1, most(cases), 0));
            long beganNs = System.nanoTime();
            int before = ended.size();
            Path file = folder.draft().resolve(ResultFolder.POINTS).resolve(SEEDS);
            try {
                runAll(whole, cases, file, beganNs);
            } catch (UncheckedIOException disk) {
                folder.keep();
                throw disk.getCause();
            }
            ended.sort(Comparator.comparingLong(Ended::seed));
            double seconds = (System.nanoTime() - beganNs) / 1e9;
            boolean partial = console.cancellation().isCancelled();
            States states = new States(ended);
            Map<String, Object> summary = summary(states, cases);
            String notKept = keep(folder, summary, partial);
            print(request, cases, summary, states, ended.size() - before, seconds);
            Problems problems = new Problems(ended, faults());
            problems.addFailures();
            Set<String> asked = cases.asked();
            nemesis(request).stream().filter(kind -> request.nemesis() != null).forEach(kind -> asked.add(kind.word()));
            problems.addMissed(asked, request.states() && !partial ? states : null);
            return holds(problems.sentences(), partial, notKept, folder);
        }
    }

    private Experiment experiment() {
        return new Experiment(plugins, folders, patience, console.cancellation()::isCancelled);
    }

    /** How many instants there are; null where seeds draw. */
    private static Integer most(Cases cases) {
        int instants = cases.instants().values().stream()
                .flatMap(each -> each.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
        return instants == 0 ? null : instants;
    }

    private Cases cases(CampaignRequest request) {
        MixResolver resolver = new MixResolver(new Parts(plugins), folders);
        List<Faults.Kind> nemesis = nemesis(request);
        Cases cases = request.mixes().isEmpty()
                ? Cases.ofProtocols(
                        new Question(plugins, folders), request.protocols(), resolver, request.sets(), nemesis)
                : Cases.ofMixes(request.mixes(), resolver, request.sets(), nemesis);
        for (Faults.Kind kind : request.nemesis() == null ? List.<Faults.Kind>of() : nemesis) {
            if (!cases.bear(kind)) {
                throw new RefusedException("--nemesis names '" + kind.word() + "', which can strike nothing that this"
                        + " campaign runs ("
                        + String.join(", ", cases.protocols())
                        + "): leave it out, or choose other protocols or mixes");
            }
        }
        return cases;
    }

    private static List<Faults.Kind> nemesis(CampaignRequest request) {
        try {
            return request.nemesis() == null ? List.of(Faults.Kind.values()) : Faults.parse(request.nemesis());
        } catch (IllegalArgumentException wrong) {
            throw new RefusedException("--nemesis " + wrong.getMessage());
        }
    }

    /** Makes room for what ends. */
    private CampaignRequest begin(ResultFolder folder, CampaignRequest request) throws IOException {
        Path points = folder.draft().resolve(ResultFolder.POINTS);
        Files.createDirectories(points);
        asked(request).write(points.resolve(ASKED), request);
        Files.createFile(points.resolve(SEEDS));
        return request;
    }

    /** What decides on the run of a seed. */
    private Asked asked(CampaignRequest request) throws IOException {
        return new Asked(request, RunFiles.program(plugins, plugins, folders.home()));
    }

    /** Reads what has ended before, and what it was asked. */
    private CampaignRequest restore(ResultFolder folder, CampaignRequest request) throws IOException {
        Path asked = folder.draft().resolve(ResultFolder.POINTS).resolve(ASKED);
        CampaignRequest resumed = asked(request).resumed(asked, request);
        if (resumed == null) {
            throw new RefusedException("The campaign in " + folder.draft() + " was asked for other mixes, protocols,"
                    + " --set, --nemesis or --every, guided or not, or with another --first where guided, as its points/"
                    + ASKED
                    + " says, or made with another build or other plug-ins; ask for the same, or leave --resume out.");
        }
        folder.reopen();
        Path file = folder.draft().resolve(ResultFolder.POINTS).resolve(SEEDS);
        String kept = Files.readString(file, StandardCharsets.UTF_8);
        // A line that was being written when the campaign was killed is no line.
        String whole = kept.substring(0, kept.lastIndexOf('\n') + 1);
        Files.writeString(file, whole, StandardCharsets.UTF_8);
        for (String line : whole.lines().toList()) {
            JsonNode json = lines.readTree(line);
            ended.add(Ended.of(json));
            reached.restore(ended.get(ended.size() - 1), json);
        }
        hasFailed = ended.stream().anyMatch(Ended::failed);
        console.err().println(ended.size() + " seeds have ended before.");
        return resumed;
    }

    private void runAll(CampaignRequest request, Cases cases, Path file, long beganNs) throws IOException {
        Generations generations = request.guided() ? new Generations(cases.coverage(), request.first()) : null;
        for (Ended one : generations == null ? List.<Ended>of() : ended) {
            generations.ended(one);
        }
        reached.begin();
        Set<Long> done = ended.stream().map(Ended::seed).collect(Collectors.toSet());
        AtomicLong next = new AtomicLong(request.first());
        Integer most = most(cases);
        long end = Math.min(request.first() + request.seeds(), most == null ? Long.MAX_VALUE : most + 1L);
        int threads = request.parallel() > 0
                ? request.parallel()
                : Runtime.getRuntime().availableProcessors();
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, NAME);
            thread.setDaemon(true);
            return thread;
        });
        try (Progress progress = console.progress(NAME)) {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                workers.add(pool.submit(() -> {
                    BooleanSupplier cancelled = console.cancellation()::isCancelled;
                    SeedRunner runner = cases.runner(experiment(), own, cancelled);
                    for (long seed = next.getAndIncrement();
                            goesOn(request, seed, end, beganNs);
                            seed = next.getAndIncrement()) {
                        long taken = seed;
                        BooleanSupplier goesOn = () -> goesOn(request, taken, end, beganNs);
                        Ended one = done.contains(seed) ? null : run(runner, seed, generations, goesOn);
                        if (one != null) {
                            keep(one, generations, file, progress, request.seeds());
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            throw new RefusedException("The campaign was stopped before it was done.");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException thrown
                    ? thrown
                    : new IllegalStateException(failed.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** Null if it was stopped. */
    private Ended run(SeedRunner runner, long seed, Generations generations, BooleanSupplier goesOn)
            throws InterruptedException {
        boolean whole = false;
        try {
            Corpus corpus = generations == null ? null : generations.before(seed, goesOn);
            Ended one = generations == null ? runner.run(seed) : corpus == null ? null : runner.run(seed, corpus);
            whole = true;
            return one;
        } finally {
            broken |= !whole;
        }
    }

    private boolean goesOn(CampaignRequest request, long seed, long end, long beganNs) {
        boolean late = request.minutes() > 0 && System.nanoTime() - beganNs > request.minutes() * NS_PER_MINUTE;
        boolean enough = request.failFast() && hasFailed;
        return seed < end
                && !late
                && !enough
                && !broken
                && !console.cancellation().isCancelled();
    }

    private synchronized void keep(Ended one, Generations generations, Path file, Progress progress, int seeds) {
        ended.add(one);
        hasFailed |= one.failed();
        long failed = ended.stream().filter(Ended::failed).count();
        progress.at("", (double) ended.size() / seeds, failed == 0 ? "" : failed + " failed");
        try {
            Files.writeString(
                    file,
                    lines.writeValueAsString(reached.line(one)) + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.APPEND);
        } catch (IOException disk) {
            broken = true;
            throw new UncheckedIOException(disk);
        }
        if (generations != null) {
            generations.ended(one);
        }
    }

    private Map<String, Object> summary(States states, Cases cases) {
        Map<String, Object> summary = Json.document(NAME, 1);
        summary.put("seeds", ended.size());
        summary.put("violations", count(Ended.Kind.VIOLATED));
        summary.put("stuck", count(Ended.Kind.STUCK));
        summary.put("refused", count(Ended.Kind.REFUSED));
        summary.put(
                "excused",
                ended.stream().filter(each -> !each.excuse().isEmpty()).count());
        if (!cases.instants().isEmpty()) {
            summary.put("instants", cases.instants());
        }
        summary.put("faults", faults());
        summary.put("states", states.counts());
        summary.put("met", states.json());
        summary.put(
                "failures",
                ended.stream()
                        .filter(Ended::failed)
                        .map(each -> {
                            Map<String, Object> row = new LinkedHashMap<>();
                            row.put("seed", each.seed());
                            row.put("replay", each.replay());
                            row.put("verdict", each.verdict());
                            return row;
                        })
                        .toList());
        return summary;
    }

    private long count(Ended.Kind kind) {
        return ended.stream().filter(each -> each.kind() == kind).count();
    }

    private Map<String, Long> faults() {
        Map<String, Long> sums = new TreeMap<>();
        ended.forEach(each -> each.faults().forEach((name, count) -> sums.merge(name, count, Long::sum)));
        return sums;
    }

    private String keep(ResultFolder folder, Map<String, Object> summary, boolean partial) {
        try {
            folder.write(ResultFolder.SUMMARY, Json.text(summary) + "\n");
            folder.finish(RunFiles.origin(NAME, NAME, partial, plugins, plugins, folders.home()));
            return null;
        } catch (IOException | UncheckedIOException failed) {
            folder.keep();
            return "The result could not be kept in " + folders.results() + " (" + FileTrouble.reason(failed) + ").";
        }
    }

    private void print(
            CampaignRequest request, Cases cases, Map<String, Object> summary, States states, int now, double seconds) {
        if (request.output() == OutputFormat.JSON) {
            console.out().println(Json.text(summary));
            return;
        }
        states.table(summary, cases.instants(), faults(), request.output() == OutputFormat.TABLE ? reached : null)
                .print(request.output(), NAME, 1, console.out());
        if (request.output() == OutputFormat.TABLE) {
            console.out().printf("%,.0f seeds a minute.%n", now / seconds * 60);
        }
    }

    private boolean holds(List<String> problems, boolean partial, String notKept, ResultFolder folder) {
        if (count(Ended.Kind.VERIFIED) == 0) {
            problems.add("No seed was verified, so this campaign shows nothing.");
        }
        if (partial) {
            problems.add(console.cancellation().stopped() + "; the " + ended.size()
                    + " seeds that ended are kept, and '" + Program.called() + Words.options(false) + " campaign"
                    + " --resume' with the same options goes on.");
        }
        if (notKept == null) {
            console.err().println("Kept in " + folder.path() + ".");
        } else {
            problems.add(notKept);
        }
        problems.forEach(console.err()::println);
        return problems.isEmpty();
    }
}
