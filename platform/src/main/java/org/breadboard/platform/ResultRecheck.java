package org.breadboard.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.history.HistoryFormatException;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.MixResolver;
import org.breadboard.platform.mix.Parts;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.run.HistoryRecheck;

/** {@code verify}: whether a stored result is what was written, and whether its history holds. */
final class ResultRecheck {
    private final Folders folders;
    private final RunScope scope;

    ResultRecheck(RunScope scope) {
        this.scope = scope;
        folders = scope.folders();
    }

    ExitStatus verify(Path folder, OutputFormat output) throws IOException {
        StoredResult stored = StoredResult.open(folder);
        Report report = new Report();
        report.partial = stored.partial();
        if (report.partial) {
            report.notes.add(
                    "This result is partial: what it tells of was stopped before its end, so that only what was"
                            + " measured until then was kept and checked.");
        }
        report.problems.addAll(stored.damage());
        report.filesIntact = report.problems.isEmpty();
        // What was damaged says nothing any more: only a whole result is read on.
        if (report.filesIntact && stored.kind().equals("run")) {
            run(stored, report);
        } else if (report.filesIntact) {
            study(stored, report);
        }
        print(folder, report, output);
        return report.problems.isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    /** What was found; null for what was not looked at. */
    private static final class Report {
        private final List<String> problems = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private boolean partial;
        private boolean filesIntact;
        private Boolean serializable;
        /** Whether real time was part of the check; it is not where an earlier protocol of the run promised none. */
        private boolean strictThen = true;

        /** Whether several protocols may have had a part in it, one after another. */
        private boolean live;

        private long transactionsChecked;
        private boolean tooLittle;
        private Boolean replicasEqual;
        private Boolean invariantsHold;
    }

    private void run(StoredResult stored, Report report) throws IOException {
        boolean operations = false;
        if (Files.isRegularFile(stored.file(ResultFolder.SUMMARY))) {
            JsonNode summary = stored.summary();
            operations = summary.path("workload").isNull();
            JsonNode verdict = summary.path("verdict");
            report.strictThen = !Boolean.FALSE.equals(answer(verdict.path("strictChecked")));
            report.live = summary.path("runtime").asText().equals("live");
            report.replicasEqual = answer(verdict.path("replicasEqual"));
            report.invariantsHold = answer(verdict.path("invariantsHold"));
            verdict.path("anomalies").forEach(anomaly -> report.problems.add(anomaly.asText()));
            if (verdict.path("check").asText().equals("windowed")) {
                report.notes.add("Its history was checked in slices when it ran, and whole now.");
            }
            verdict.path("notJudged")
                    .forEach(what -> report.notes.add("Not judged when it ran: " + what.asText() + "."));
            if (summary.path("failure").isTextual()) {
                report.problems.add("The run failed: " + summary.path("failure").asText());
            }
        }
        if (!Files.isRegularFile(stored.file(ResultFolder.HISTORY))) {
            report.notes.add("There is no history in this result: "
                    + (operations ? "its protocol runs operations of its own." : "it could not be kept."));
            return;
        }
        report.notes.addAll(stored.otherPlugins(scope.plugins()));
        List<String> otherInputs = stored.otherInputs();
        if (!otherInputs.isEmpty()) {
            report.problems.addAll(otherInputs);
            report.notes.add("Its history was not checked, since a file that the run read has changed.");
            return;
        }
        try {
            Verdict verdict = scope.watched(() -> recheck(stored, report));
            report.serializable = HistoryRecheck.serializable(verdict);
            report.transactionsChecked = verdict.committed();
            report.tooLittle = HistoryRecheck.tooLittle(verdict) != null;
            if (report.tooLittle) {
                report.notes.add(HistoryRecheck.tooLittle(verdict));
            }
            verdict.anomalies().stream()
                    .map(Object::toString)
                    .filter(anomaly -> !report.problems.contains(anomaly))
                    .forEach(report.problems::add);
        } catch (HistoryFormatException damaged) {
            report.problems.add(damaged.getMessage());
        }
    }

    private Verdict recheck(StoredResult stored, Report report) {
        MixParts parts = new MixResolver(new Parts(scope.plugins()), folders)
                .resolve(stored.file(ResultFolder.MIX).toString(), List.of())
                .parts();
        Path history = stored.file(ResultFolder.HISTORY);
        return report.live
                ? HistoryRecheck.checkSwapped(history, parts.workload(), parts.protocol(), report.strictThen)
                : HistoryRecheck.check(history, parts.workload(), parts.protocol());
    }

    private static void study(StoredResult stored, Report report) throws IOException {
        report.notes.add("A study keeps no histories; each point was verified when it ran.");
        for (JsonNode point : stored.summary().path("points")) {
            if (!point.path("verified").asBoolean()) {
                report.problems.add("Point " + point.path("point").asText() + " was not verified: "
                        + point.path("failure").asText() + ".");
            }
        }
    }

    private static Boolean answer(JsonNode node) {
        return node.isBoolean() ? node.asBoolean() : null;
    }

    private void print(Path folder, Report report, OutputFormat output) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("result", folder.toString());
        boolean sound = report.problems.isEmpty();
        facts.put("verified", sound && report.tooLittle ? null : sound);
        facts.put("partial", report.partial);
        facts.put("filesIntact", report.filesIntact);
        facts.put("serializable", report.serializable);
        facts.put("transactionsChecked", report.transactionsChecked);
        facts.put("replicasEqualThen", report.replicasEqual);
        facts.put("invariantsHeldThen", report.invariantsHold);
        if (output == OutputFormat.JSON) {
            facts.put("problems", report.problems);
            facts.put("notes", report.notes);
            scope.console().out().println(Json.text(facts));
            return;
        }
        Table table = new Table("check", "answer");
        facts.forEach((check, answer) -> table.add(check, answer == null ? "not checked" : answer.toString()));
        table.print(output, scope.console().out());
        report.notes.forEach(scope.console().err()::println);
        report.problems.forEach(scope.console().err()::println);
    }
}
