// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.studies;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.page.Page;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Provenance;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.result.StudySummary;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.claim.ClaimRow;
import org.breadboard.platform.study.claim.FigureValue;
import org.breadboard.platform.study.claim.Sensitivity;
import org.breadboard.platform.study.claim.StudyMeans;
import org.breadboard.platform.study.claim.StudyReport;
import org.breadboard.platform.study.outcome.PointOutcome;
import org.breadboard.platform.study.run.Slurm;
import org.breadboard.platform.study.run.StudyRun;
import org.breadboard.platform.study.run.StudySettings;
import org.breadboard.platform.verbs.VerbScope;

/** {@code study}: all points of a study, and its claims beside the published figures. */
public final class StudyExperiment {
    private static final double WORTH_SHOWING = 0.01;
    /** How far assumptions move claims, beside the results of a study that varies them. */
    public static final String SENSITIVITY = "sensitivity.csv";

    private static final List<String> DIGESTED = List.of("points.csv", "means.csv", "claims.csv", SENSITIVITY);

    private final Folders folders;
    private final VerbScope scope;
    private final Console console;
    private Path kept;

    /** Of the studies of a scope. */
    public StudyExperiment(VerbScope scope) {
        this.scope = scope;
        folders = scope.folders();
        console = scope.console();
    }

    /** The folder of the result that it has kept; empty before, and if it could keep none. */
    public Optional<Path> kept() {
        return Optional.ofNullable(kept);
    }

    /** Runs all points, keeps them, and prints the claims. */
    public ExitStatus run(StudyRequest request) throws IOException {
        Slurm slurm = request.slurm() == null
                ? null
                : new Slurm(request.slurm().perTask(), request.slurm().sbatch());
        Study said = new StudyReader(folders).read(request.study());
        Study study = request.seeds() == null ? said : said.repeated(request.seeds());
        StudyRun run = scope.watched(() -> new StudyRun(study, folders, scope.plugins()));
        run.used().forEach(scope::use);
        String settings = StudySettings.sha256(new StudyReader(folders).file(request.study()), run);
        long beganNs = System.nanoTime();
        try (ResultFolder folder = request.resume()
                ? ResultFolder.resume(folders.results(), study.name())
                : new ResultFolder(folders.results(), study.name())) {
            Path shown = folder.path().resolve(ResultFolder.POINTS);
            if (request.resume()) {
                int kept = run.restore(folder.draft().resolve(ResultFolder.POINTS), shown);
                folder.reopen();
                console.err().println(kept + " of " + run.runs() + " points have finished before.");
            }
            List<PointOutcome> points;
            try (Progress progress = console.progress(study.name())) {
                points = run.run(
                        folder.draft().resolve(ResultFolder.POINTS),
                        shown,
                        request.parallel(),
                        slurm,
                        progress,
                        console.cancellation(),
                        sentence -> {
                            progress.close();
                            console.err().println(sentence);
                        });
            } catch (IOException | RefusedException failed) {
                if (run.canBeResumed(folder.draft().resolve(ResultFolder.POINTS))) {
                    folder.keep();
                    console.err()
                            .println("The points that have finished are kept; '" + request.resuming()
                                    + "' goes on with them.");
                }
                throw failed;
            }
            List<ClaimRow> claims = run.claims(points);
            boolean partial = console.cancellation().isCancelled() || run.hasLost();
            // Of a study that was stopped, what was measured until then and nothing else.
            List<Sensitivity> sensitivities = run.sensitivities(points).stream()
                    .filter(each -> !partial || each.known())
                    .toList();
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put(StoredResult.SETTINGS, settings);
            if (!request.resume()) {
                facts.put(StoredResult.TOOK, Math.round((System.nanoTime() - beganNs) / 1e6) / 1e3);
            }
            String failed = keep(request, study, run, points, claims, sensitivities, partial, folder, facts);
            print(
                    claims,
                    sensitivities,
                    request.output(),
                    summary(study, partial, json(claims, sensitivities), run, points));
            Optional.ofNullable(StudyReport.promisesDiffer(points)).ifPresent(console.err()::println);
            run.refusals().forEach(console.err()::println);
            return status(request, points, claims, partial, failed, folder);
        }
    }

    private String keep(
            StudyRequest request,
            Study study,
            StudyRun run,
            List<PointOutcome> points,
            List<ClaimRow> claims,
            List<Sensitivity> sensitivities,
            boolean partial,
            ResultFolder folder,
            Map<String, Object> facts) {
        try {
            Map<String, Object> summary =
                    summary(study, partial, claims.stream().map(ClaimRow::json).toList(), run, points);
            folder.write(ResultFolder.SUMMARY, Json.text(summary) + "\n");
            folder.write("points.csv", pointsCsv(points, run));
            StudyMeans means = new StudyMeans(run.plain(points));
            if (means.repeated()) {
                folder.write("means.csv", means.csv());
            }
            folder.write("claims.csv", csv(claims.stream().map(ClaimRow::json).toList()));
            if (!sensitivities.isEmpty()) {
                folder.write(
                        SENSITIVITY,
                        csv(sensitivities.stream().map(Sensitivity::json).toList()));
            }
            Page page = StudyReport.page(
                    study,
                    run.plain(points),
                    run.reports(folder.draft()),
                    claims,
                    sensitivities,
                    run::value,
                    request.command(),
                    partial);
            Provenance.section(page, run.used(), folder.draft(), DIGESTED);
            folder.write(RunFiles.REPORT, page.text());
            if (!partial) {
                run.tidy(folder.draft().resolve(ResultFolder.POINTS));
            }
            Map<String, Object> manifest =
                    RunFiles.origin("study", study.name(), partial, scope.plugins(), run.used(), folders.home());
            manifest.put("command", request.command());
            manifest.putAll(facts);
            kept = folder.finish(manifest);
            return null;
        } catch (IOException | UncheckedIOException failed) {
            folder.keep();
            return "The result could not be kept in " + folders.results() + " (" + FileTrouble.reason(failed)
                    + "); the claims are printed only. What is there of its points, --resume goes on with.";
        }
    }

    private static StudySummary.Point kept(PointOutcome point) {
        return new StudySummary.Point(
                point.name(), point.sweep(), point.parameters(), point.seed(), point.verified(), point.failure());
    }

    private static String pointsCsv(List<PointOutcome> points, StudyRun run) {
        Csv csv = new Csv();
        for (int i = 0; i < points.size(); i++) {
            PointOutcome point = points.get(i);
            Map<String, String> row = new LinkedHashMap<>();
            row.put("sweep", point.sweep());
            row.put("case", point.parameters().getOrDefault("case", ""));
            if (!run.variation(i).isEmpty()) {
                row.put("variation", run.variation(i));
            }
            row.putAll(point.row());
            if (point.failed()) {
                row.put("seed", Long.toString(point.seed()));
                row.put("status", "failed");
                row.put("verified", "false");
            }
            csv.add(row);
        }
        return csv.text();
    }

    private static String csv(List<Map<String, Object>> rows) {
        Csv csv = new Csv();
        for (Map<String, Object> cells : rows) {
            Map<String, String> row = new LinkedHashMap<>();
            cells.forEach((key, value) -> row.put(
                    key,
                    value instanceof Double number ? Figures.cell(number) : value == null ? "" : value.toString()));
            csv.add(row);
        }
        return csv.text();
    }

    private static Map<String, Object> summary(
            Study study, boolean partial, List<Map<String, Object>> claims, StudyRun run, List<PointOutcome> points) {
        return StudySummary.of(
                study.name(),
                partial,
                claims,
                run.plain(points).stream().map(StudyExperiment::kept).toList());
    }

    private void print(
            List<ClaimRow> claims, List<Sensitivity> sensitivities, OutputFormat output, Map<String, Object> summary) {
        switch (output) {
            case JSON -> console.out().println(Json.text(summary));
            case CSV ->
                console.out().print(csv(claims.stream().map(ClaimRow::json).toList()));
            case TABLE -> {
                Table table =
                        new Table("claim", "paper", "model", "unit", "error", "spread", "kind", "quantity", "note");
                for (ClaimRow row : claims) {
                    table.add(
                            row.claim().id(),
                            shown(row.paper()),
                            shown(row.model()),
                            row.claim().unit(),
                            StudyReport.errorText(row),
                            StudyReport.spreadText(row.spread()),
                            row.claim().kind(),
                            row.claim().quantity(),
                            row.note());
                }
                table.print(console.out());
                printSensitivities(sensitivities);
            }
        }
    }

    private static List<Map<String, Object>> json(List<ClaimRow> claims, List<Sensitivity> sensitivities) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (ClaimRow claim : claims) {
            Map<String, Object> row = claim.json();
            if (!sensitivities.isEmpty()) {
                row.put(
                        "sensitivity",
                        sensitivities.stream()
                                .filter(each ->
                                        each.claim().equals(claim.claim().id()))
                                .map(Sensitivity::json)
                                .toList());
            }
            rows.add(row);
        }
        return rows;
    }

    /** Those that move a claim by a percent or more; the file has all. */
    private void printSensitivities(List<Sensitivity> sensitivities) {
        List<Sensitivity> moving = sensitivities.stream()
                .filter(each -> Boolean.TRUE.equals(each.flips())
                        || each.reach() >= WORTH_SHOWING
                        || !each.unknown().isEmpty())
                .toList();
        if (sensitivities.isEmpty()) {
            return;
        }
        List<Double> factors = moving.stream()
                .flatMap(each -> each.values().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        List<String> header = new ArrayList<>(List.of("claim", "assumption", "model", "spread"));
        factors.forEach(factor -> header.add("x " + Figures.cell(factor)));
        header.add("flips");
        Table table = new Table(header.toArray(String[]::new));
        for (Sensitivity each : moving) {
            List<Object> cells = new ArrayList<>(Arrays.asList(
                    each.claim(), each.parameter(), shown(each.base()), StudyReport.spreadText(each.spread())));
            factors.forEach(factor -> cells.add(shown(each.values().get(factor))));
            cells.add(each.flips() == null ? "not known" : each.flips() ? "yes" : "");
            table.add(cells.toArray());
        }
        console.out().println();
        table.print(console.out());
        console.out()
                .println((sensitivities.size() - moving.size())
                        + " more assumptions and claims, which move by less than 1%, are in sensitivity.csv.");
    }

    private static Object shown(FigureValue value) {
        return value == null ? null : value.shown().json();
    }

    private ExitStatus status(
            StudyRequest request,
            List<PointOutcome> points,
            List<ClaimRow> claims,
            boolean partial,
            String failed,
            ResultFolder folder) {
        List<String> problems = new ArrayList<>();
        if (console.cancellation().isCancelled()) {
            problems.add(console.cancellation().stopped()
                    + (failed == null
                            ? "; what was measured until then is kept, marked partial, and '" + request.resuming()
                                    + "' goes on with it."
                            : "."));
        } else {
            points.stream()
                    .filter(PointOutcome::failed)
                    .forEach(point -> problems.add(
                            "Point " + point.name() + ", seed " + point.seed() + ": " + sentence(point.failure())));
            if (partial && failed == null) {
                problems.add("The rest is kept, marked partial, and '" + request.resuming()
                        + "' runs what failed once more.");
            }
        }
        long few = points.stream().filter(PointOutcome::checkedTooLittle).count();
        if (few > 0) {
            console.err()
                    .println(few + " of " + points.size() + " points checked too little to be called verified, though"
                            + " nothing was found wrong; their reports say why.");
        }
        if (failed != null) {
            problems.add(failed);
        } else {
            console.err().println("Kept in " + folder.path() + "; report.html in it shows it.");
        }
        problems.forEach(console.err()::println);
        boolean all = claims.stream().allMatch(claim -> claim.model() != null);
        return problems.isEmpty() && all ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /** What a plug-in refused with may be a sentence already. */
    private static String sentence(String failure) {
        return failure.endsWith(".") ? failure : failure + ".";
    }
}
