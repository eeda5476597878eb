package org.breadboard.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.mix.Folders;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.study.ClaimRow;
import org.breadboard.platform.study.PointOutcome;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.StudyReader;
import org.breadboard.platform.study.StudyReport;
import org.breadboard.platform.study.StudyRun;

/** {@code study}: all points of a study, and its claims beside the published figures. */
final class StudyVerb {
    private static final MathContext SHOWN_DIGITS = new MathContext(4);

    private final Folders folders;
    private final RunScope scope;
    private final Console console;

    StudyVerb(Folders folders, RunScope scope) {
        this.folders = folders;
        this.scope = scope;
        console = scope.console();
    }

    ExitStatus run(StudyRequest request) throws IOException {
        Study study = new StudyReader(folders).read(request.study());
        StudyRun run = scope.watched(() -> new StudyRun(study, folders, scope.plugins()));
        run.used().forEach(scope::use);
        try (ResultFolder folder = new ResultFolder(folders.results(), study.name())) {
            List<PointOutcome> points;
            try (Progress progress = console.progress(study.name())) {
                points = run.run(
                        folder.draft().resolve("points"),
                        folder.path().resolve("points"),
                        progress,
                        console.cancellation());
            }
            List<ClaimRow> claims = run.claims(points);
            boolean partial = console.cancellation().isCancelled();
            String failed = keep(study, run, points, claims, partial, folder);
            print(claims, request.output());
            return status(points, claims, partial, failed, folder);
        }
    }

    private String keep(
            Study study,
            StudyRun run,
            List<PointOutcome> points,
            List<ClaimRow> claims,
            boolean partial,
            ResultFolder folder) {
        try {
            Map<String, Object> summary = new LinkedHashMap<>();
            summary.put("study", study.name());
            summary.put("partial", partial);
            summary.put("claims", claims.stream().map(ClaimRow::json).toList());
            summary.put("points", points.stream().map(StudyVerb::json).toList());
            folder.write(ResultFolder.SUMMARY, Json.text(summary) + "\n");
            folder.write("points.csv", pointsCsv(points));
            folder.write("claims.csv", claimsCsv(claims));
            folder.write("report.html", StudyReport.html(study, points, claims, partial));
            folder.finish(RunFiles.origin("study", study.name(), partial, scope.plugins(), run.used(), folders.home()));
            return null;
        } catch (IOException | UncheckedIOException failed) {
            return "The result could not be kept in " + folders.results() + " (" + FileTrouble.reason(failed)
                    + "); the claims are printed only.";
        }
    }

    private static Map<String, Object> json(PointOutcome point) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("point", point.name());
        row.put("sweep", point.sweep());
        row.put("parameters", point.parameters());
        row.put("seed", point.seed());
        row.put("verified", point.verified());
        row.put("failure", point.failure());
        return row;
    }

    private static String pointsCsv(List<PointOutcome> points) {
        Csv csv = new Csv();
        for (PointOutcome point : points) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("sweep", point.sweep());
            row.put("case", point.parameters().getOrDefault("case", ""));
            row.putAll(point.row());
            if (point.failure() != null) {
                row.put("seed", Long.toString(point.seed()));
                row.put("status", "failed");
                row.put("verified", "false");
            }
            csv.add(row);
        }
        return csv.text();
    }

    private static String claimsCsv(List<ClaimRow> claims) {
        Csv csv = new Csv();
        for (ClaimRow claim : claims) {
            Map<String, String> row = new LinkedHashMap<>();
            claim.json()
                    .forEach((key, value) -> row.put(
                            key,
                            value instanceof Double number
                                    ? Figures.cell(number)
                                    : value == null ? "" : value.toString()));
            csv.add(row);
        }
        return csv.text();
    }

    private void print(List<ClaimRow> claims, OutputFormat output) {
        switch (output) {
            case JSON ->
                console.out()
                        .println(Json.text(claims.stream().map(ClaimRow::json).toList()));
            case CSV -> console.out().print(claimsCsv(claims));
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
                            StudyReport.spreadText(row),
                            row.claim().kind(),
                            row.claim().quantity(),
                            row.note());
                }
                table.print(output, console.out());
            }
        }
    }

    private static Object shown(Object value) {
        return value instanceof Double number
                ? (Object) new BigDecimal(number).round(SHOWN_DIGITS).doubleValue()
                : value;
    }

    private ExitStatus status(
            List<PointOutcome> points, List<ClaimRow> claims, boolean partial, String failed, ResultFolder folder) {
        List<String> problems = new ArrayList<>();
        if (partial) {
            problems.add("Stopped"
                    + console.cancellation()
                            .reason()
                            .map(why -> ", since " + why)
                            .orElse("") + "; what was measured until then is kept, marked partial.");
        } else {
            points.stream()
                    .filter(point -> point.failure() != null || !point.verified())
                    .forEach(point -> problems.add("Point " + point.name() + ", seed " + point.seed() + ": "
                            + (point.failure() == null ? "not verified" : point.failure()) + "."));
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
}
