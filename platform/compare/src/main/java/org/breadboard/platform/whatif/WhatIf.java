// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Provenance;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.result.UsageGroup;
import org.breadboard.platform.runtime.Speeds;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.run.PointBatch;
import org.breadboard.platform.verbs.Experiment;

/**
 * {@code whatif}: each group of stages and resources of a mix is made faster, one at a time, and then one bottleneck
 * after another; or numbers of the mix are made better. The runs have one seed and are exact, so what differs between
 * two of them follows from the change.
 */
public final class WhatIf {
    private static final String KIND = "whatif";
    private static final String BASELINE = "baseline";
    private static final String RUNS = "runs";

    private final List<InstalledPlugin> plugins;
    private final Folders folders;
    private final Duration patience;
    private final Console console;

    private WhatIfRequest request;
    private ResolvedMix resolved;
    private Experiment experiment;
    private PointBatch batch;
    private Measurement baseline;
    private Ladder ladder;
    private String rung;
    private final List<Change> changes = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** One with these plug-ins, of which one that takes longer than {@code patience} outside of steps is given up. */
    public WhatIf(List<InstalledPlugin> plugins, Folders folders, Duration patience, Console console) {
        this.plugins = plugins;
        this.folders = folders;
        this.patience = patience;
        this.console = console;
    }

    /**
     * Runs all of it, once, keeps what came of it and prints that.
     *
     * @return whether all of it could be measured
     * @throws RefusedException if it asks for what cannot be
     */
    public boolean run(WhatIfRequest asked) throws IOException {
        request = asked;
        experiment = new Experiment(plugins, folders, patience, console.cancellation()::isCancelled);
        resolved = experiment.resolve(MixRequest.of(asked.mix(), sets(List.of())));
        refuseWhatHasNoFigures();
        for (String parameter : asked.parameters()) {
            asked.factors().forEach(factor -> changes.add(Change.ofParameter(resolved, parameter, factor)));
        }
        String name = KIND + "-" + resolved.mix().name();
        try (ResultFolder folder = new ResultFolder(folders.results(), name)) {
            batch = new PointBatch(
                    folders,
                    plugins,
                    folder.draft().resolve(RUNS),
                    folder.path().resolve(RUNS),
                    asked.parallel());
            Map<String, PointOutcome> outcomes;
            try (Progress progress = console.progress(name)) {
                outcomes =
                        batch.run(List.of(point(BASELINE, List.of())), this::after, progress, console.cancellation());
            }
            return conclude(outcomes, folder);
        }
    }

    private void refuseWhatHasNoFigures() {
        if (resolved.mix().mode().live() || resolved.mix().mode().explore()) {
            throw new RefusedException("Mix '" + resolved.mix().name() + "' runs "
                    + (resolved.mix().mode().live() ? "live" : "in explore mode")
                    + ", but what would be is exact in virtual time only, with --set runtime=sim and explore=false.");
        }
    }

    private List<String> sets(List<String> more) {
        List<String> sets = new ArrayList<>(request.sets());
        request.seed().ifPresent(seed -> sets.add("seed=" + seed));
        sets.addAll(more);
        return sets;
    }

    private PointBatch.Point point(String name, List<String> more) {
        List<String> sets = sets(more);
        return new PointBatch.Point(
                name, request.mix(), sets, experiment.resolve(MixRequest.of(request.mix(), sets)), 1);
    }

    private Speeds usual() {
        return resolved.mix().mode().speeds();
    }

    // What follows from what.

    private List<PointBatch.Point> after(PointBatch.Point point, PointOutcome outcome) {
        if (outcome.failure() != null) {
            problems.add("The run '" + point.name() + "' failed: " + outcome.failure()
                    + (outcome.failure().endsWith(".") ? "" : "."));
            return List.of();
        }
        Measurement measured = Measurement.of(batch.summary(point.name()));
        if (point.name().equals(BASELINE)) {
            baseline = measured;
            return afterBaseline();
        }
        return point.name().equals(rung) ? afterRung(measured) : List.of();
    }

    private List<PointBatch.Point> afterBaseline() {
        if (!(baseline.committedPerSecond() > 0)) {
            problems.add("Nothing was committed while it measured, so nothing can be told from it; measure longer, with"
                    + " --set time.measureUs=N.");
            return List.of();
        }
        List<PointBatch.Point> points = new ArrayList<>();
        if (request.parameters().isEmpty()) {
            ladder = new Ladder(baseline, usual());
            points.addAll(nextRung());
            for (UsageGroup group : baseline.groups()) {
                if (group.served() > 0) {
                    addChanges(group.name(), group.kind());
                }
            }
            addChanges(Speeds.TRAVEL, "way");
        }
        for (Change change : changes) {
            if (!change.name().equals(rung)) {
                points.add(point(change.name(), change.sets()));
            }
        }
        return points;
    }

    private void addChanges(String group, String kind) {
        request.factors().forEach(factor -> changes.add(Change.ofGroup(group, kind, factor, usual())));
    }

    private List<PointBatch.Point> afterRung(Measurement measured) {
        ladder.add(measured);
        return nextRung();
    }

    private List<PointBatch.Point> nextRung() {
        Speeds next = ladder.next().orElse(null);
        if (next == null) {
            return List.of();
        }
        boolean first = ladder.rungs().isEmpty();
        // The first one is what the bottleneck alone would buy, and so is one of the other changes, too.
        rung = first
                ? baseline.bottleneck() + " x 2"
                : "rung " + (ladder.rungs().size() + 1);
        return List.of(point(rung, List.of(MixKeys.SPEEDS.name() + "=" + next)));
    }

    // What came of it.

    private boolean conclude(Map<String, PointOutcome> outcomes, ResultFolder folder) throws IOException {
        boolean partial = console.cancellation().isCancelled();
        if (baseline == null) {
            if (partial) {
                problems.add(console.cancellation().stopped() + "; nothing was measured.");
            }
            problems.forEach(console.err()::println);
            return false;
        }
        List<Step> steps = new ArrayList<>();
        for (Change change : changes) {
            PointOutcome outcome = outcomes.get(change.name());
            if (outcome != null) {
                Measurement then = outcome.failure() == null ? Measurement.of(batch.summary(change.name())) : null;
                steps.add(new Step(change, utilisation(change.resource()), baseline, then));
            }
        }
        Map<String, Object> summary = summary(steps, partial, folder);
        WhatIfReport report = new WhatIfReport(resolved, baseline, steps, ladder, summary);
        String notKept = keep(folder, summary, report, partial);
        report.print(request.output(), console.out());
        if (partial) {
            problems.add(console.cancellation().stopped() + "; what was measured until then is "
                    + (notKept == null ? "kept, marked partial." : "printed only."));
        }
        if (notKept == null) {
            console.err().println("Kept in " + folder.path() + "; report.html in it shows it.");
        } else {
            problems.add(notKept);
        }
        problems.forEach(console.err()::println);
        return problems.isEmpty();
    }

    private double utilisation(String group) {
        return baseline.groups().stream()
                .filter(each -> each.name().equals(group))
                .mapToDouble(UsageGroup::busiest)
                .findFirst()
                .orElse(Double.NaN);
    }

    private Map<String, Object> summary(List<Step> steps, boolean partial, ResultFolder folder) {
        Map<String, Object> summary = Json.document(KIND, Summary.VERSION);
        summary.put("mix", resolved.mix().name());
        summary.put("seed", resolved.mix().seed());
        summary.put("partial", partial);
        summary.put("baseline", baseline.json());
        summary.put("remarks", baseline.remarks());
        summary.put("steps", steps.stream().map(Step::json).toList());
        summary.put(
                "ladder",
                ladder == null
                        ? List.of()
                        : ladder.rungs().stream().map(Ladder.Rung::json).toList());
        summary.put("ladderEnd", ladder == null ? "" : ladder.end());
        summary.put("replay", command());
        summary.put("resultDir", folder.path().toString());
        return summary;
    }

    private String command() {
        return request.command(resolved.mix().seed());
    }

    private String keep(ResultFolder folder, Map<String, Object> summary, WhatIfReport report, boolean partial) {
        try {
            folder.write(ResultFolder.SUMMARY, Json.text(summary) + "\n");
            folder.write("points.csv", report.csv());
            Page page = report.page(command());
            Provenance.section(page, resolved.plugins(), folder.draft(), List.of("points.csv"));
            folder.write(RunFiles.REPORT, page.text());
            Map<String, Object> manifest =
                    RunFiles.origin(KIND, resolved.mix().name(), partial, plugins, resolved.plugins(), folders.home());
            manifest.put("seed", resolved.mix().seed());
            manifest.put("command", command());
            folder.finish(manifest);
            return null;
        } catch (IOException | UncheckedIOException failed) {
            return "The result could not be kept in " + folders.results() + " (" + FileTrouble.reason(failed)
                    + "); what was measured is printed only.";
        }
    }
}
