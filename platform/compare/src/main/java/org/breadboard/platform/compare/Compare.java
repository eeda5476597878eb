// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Provenance;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.run.PointBatch;
import org.breadboard.platform.verbs.Experiment;

/**
 * {@code compare}: results, mixes that are run for it with several seeds, or studies; how much they differ, whether
 * that is more than chance, and in what their configurations differ.
 */
public final class Compare {
    private static final String NAME = "compare";
    private static final String RUNS = "runs";
    private static final String COMPARISON = "comparison.csv";
    private static final String LATEST = "latest";

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Duration patience;
    private final Console console;
    private final List<String> problems = new ArrayList<>();

    /** One with these plug-ins, of which one that takes longer than {@code patience} outside of steps is given up. */
    public Compare(List<InstalledPlugin> plugins, Folders folders, Duration patience, Console console) {
        this.plugins = plugins;
        this.folders = folders;
        this.patience = patience;
        this.console = console;
    }

    /**
     * Reads or runs all of them, keeps what came of it and prints that.
     *
     * @return whether all of them could be measured
     * @throws RefusedException if one of them is not there, is of another version, or is nothing to be compared
     */
    public boolean run(CompareRequest request) throws IOException {
        List<Object> all = new ArrayList<>();
        for (String word : request.subjects()) {
            all.add(subject(word, request));
        }
        refuseMixed(all);
        try (ResultFolder folder = new ResultFolder(folders.results(), NAME)) {
            List<MixRuns> mixes = all.stream()
                    .filter(MixRuns.class::isInstance)
                    .map(MixRuns.class::cast)
                    .toList();
            measure(mixes, request, folder);
            List<Subject> subjects = new ArrayList<>();
            for (Object each : all) {
                Subject subject = each instanceof Subject stored ? stored : measured((MixRuns) each);
                if (subject != null) {
                    subjects.add(subject);
                }
            }
            List<InstalledPlugin> used = mixes.stream()
                    .flatMap(each -> each.plugins().stream())
                    .distinct()
                    .toList();
            return conclude(request, subjects, used, folder);
        }
    }

    private Subject measured(MixRuns mix) throws IOException {
        return mix.subject(problems, Provenance.madeWith(mix.plugins(), folders.home()));
    }

    /** Runs all mixes, their first seeds first, so that what is stopped has some of each. */
    private void measure(List<MixRuns> mixes, CompareRequest request, ResultFolder folder) throws IOException {
        List<PointBatch.Point> points = new ArrayList<>();
        for (int seed = 0; seed < request.seeds(); seed++) {
            for (MixRuns each : mixes) {
                points.add(each.point((char) ('A' + mixes.indexOf(each)) + "-" + (seed + 1), seed, this::resolve));
            }
        }
        if (points.isEmpty()) {
            return;
        }
        PointBatch batch = new PointBatch(
                folders, plugins, folder.draft().resolve(RUNS), folder.path().resolve(RUNS), request.parallel());
        try (Progress progress = console.progress(NAME)) {
            batch.run(
                    points,
                    (point, outcome) -> {
                        mixes.forEach(each -> each.ended(point.name(), outcome, batch.summary(point.name())));
                        return List.of();
                    },
                    progress,
                    console.cancellation());
        }
    }

    // What is compared.

    /** A subject that was kept, or a mix that is to be run. */
    private Object subject(String word, CompareRequest request) throws IOException {
        if (Files.isDirectory(folder(word))) {
            return StoredSubject.read(folder(word));
        }
        List<String> parts = List.of(word.split(",(?=[A-Za-z][A-Za-z0-9._-]*=)"));
        String name = parts.get(0);
        boolean path = Folders.isPath(name);
        if (path ? StudyReader.isStudy(name) : isStudyAlone(name)) {
            return study(path ? Folders.nameOf(Path.of(name)) : name);
        }
        if (path || folders.find(Folders.MIXES, name).isPresent()) {
            List<String> sets = new ArrayList<>(request.sets());
            sets.addAll(parts.subList(1, parts.size()));
            return new MixRuns(word, name, sets, resolve(name, sets));
        }
        Set<String> known = new LinkedHashSet<>(folders.names(Folders.MIXES));
        known.addAll(folders.names(Folders.STUDIES));
        throw new RefusedException("'" + word + "' is no folder of a result, no mix and no study"
                + Suggestion.choices(name, known, "list mixes"));
    }

    private static Path folder(String word) {
        try {
            return Path.of(word);
        } catch (InvalidPathException no) {
            throw new RefusedException("'" + word + "' is no folder of a result, no mix and no study.");
        }
    }

    private boolean isStudyAlone(String name) {
        return folders.find(Folders.MIXES, name).isEmpty()
                && folders.find(Folders.STUDIES, name).isPresent();
    }

    private Subject study(String name) throws IOException {
        Path latest = folders.results().resolve(name).resolve(LATEST);
        if (!Files.isDirectory(latest)) {
            throw new RefusedException("Study '" + name + "' has no result in " + folders.results()
                    + "; run it first, with 'study " + name + "'.");
        }
        return StoredSubject.read(latest.toRealPath());
    }

    private ResolvedMix resolve(String mix, List<String> sets) {
        return new Experiment(plugins, folders, patience, console.cancellation()::isCancelled)
                .resolve(MixRequest.of(mix, sets));
    }

    /** Figures of virtual and of wall-clock time never share a table, and a study is no run. */
    private static void refuseMixed(List<Object> all) {
        Set<String> kinds = new LinkedHashSet<>();
        Set<String> clocks = new LinkedHashSet<>();
        for (Object each : all) {
            if (each instanceof MixRuns mix) {
                kinds.add("a run");
                clocks.add(mix.runtime());
            } else {
                Subject subject = (Subject) each;
                kinds.add(subject.study() ? "a study" : "a run");
                subject.points()
                        .values()
                        .forEach(point -> clocks.add(point.settings().getOrDefault("runtime", "sim")));
            }
        }
        if (kinds.size() > 1) {
            throw new RefusedException(
                    "A study can be compared with a study, and a run with a run, but not one with the"
                            + " other; a study's points lie in the folder 'points' of its result.");
        }
        if (clocks.size() > 1 && !kinds.contains("a study")) {
            throw new RefusedException("Figures of sim are of virtual time and those of live of this machine's, so they"
                    + " cannot be compared.");
        }
    }

    // What came of it.

    private boolean conclude(
            CompareRequest request, List<Subject> subjects, List<InstalledPlugin> used, ResultFolder folder) {
        boolean partial = console.cancellation().isCancelled();
        if (subjects.isEmpty()) {
            problems.add(
                    partial
                            ? console.cancellation().stopped() + "; none of them was measured."
                            : "There is nothing to compare, since none of them could be measured.");
            problems.forEach(console.err()::println);
            return false;
        }
        if (subjects.size() == 1) {
            problems.add("There is nothing to compare it with: only "
                    + subjects.get(0).name() + " could be measured.");
        }
        Comparison comparison = new Comparison(named(subjects));
        Map<String, Object> summary = Json.document(NAME, Summary.VERSION);
        summary.putAll(CompareReport.json(comparison));
        summary.put("partial", partial);
        summary.put("replay", request.command());
        summary.put("resultDir", folder.path().toString());
        CompareReport report = new CompareReport(comparison, summary);
        String notKept = keep(request, folder, summary, report, used, partial);
        report.print(request.output(), console.out());
        if (partial) {
            problems.add(console.cancellation().stopped() + "; what was measured until then is compared.");
        }
        if (notKept == null) {
            console.err().println("Kept in " + folder.path() + "; report.html in it shows it.");
        } else {
            problems.add(notKept);
        }
        problems.forEach(console.err()::println);
        return problems.isEmpty();
    }

    /** No two of one name. */
    private static List<Subject> named(List<Subject> subjects) {
        List<Subject> named = new ArrayList<>();
        Map<String, Integer> times = new LinkedHashMap<>();
        for (Subject subject : subjects) {
            int time = times.merge(subject.name(), 1, Integer::sum);
            named.add(time == 1 ? subject : subject.called(subject.name() + " (" + time + ")"));
        }
        return named;
    }

    private String keep(
            CompareRequest request,
            ResultFolder folder,
            Map<String, Object> summary,
            CompareReport report,
            List<InstalledPlugin> used,
            boolean partial) {
        try {
            folder.write(ResultFolder.SUMMARY, Json.text(summary) + "\n");
            folder.write(COMPARISON, report.csv());
            Page page = report.page(request.command());
            Provenance.section(page, used, folder.draft(), List.of(COMPARISON));
            folder.write(RunFiles.REPORT, page.text());
            Map<String, Object> manifest = RunFiles.origin(NAME, NAME, partial, plugins, used, folders.home());
            manifest.put("command", request.command());
            folder.finish(manifest);
            return null;
        } catch (IOException | UncheckedIOException failed) {
            return "The comparison could not be kept in " + folders.results() + " (" + FileTrouble.reason(failed)
                    + "); it is printed only.";
        }
    }
}
