// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.history.HistoryFormatException;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.ResultFolder;
import org.breadboard.platform.result.StoredResult;
import org.breadboard.platform.result.StudySummary;
import org.breadboard.platform.result.Summary;
import org.breadboard.platform.run.HistoryRecheck;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.platform.verbs.VerbScope;

/** {@code verify}: whether a stored result is what was written, and whether its history holds. */
public final class ResultRecheck {
    private static final String KIND = "verification";
    private final Folders folders;
    private final VerbScope scope;

    /** Of kept results. */
    public ResultRecheck(VerbScope scope) {
        this.scope = scope;
        folders = scope.folders();
    }

    /**
     * Verifies a result.
     *
     * @param elle where to write its history for Elle, too; overwritten
     */
    public ExitStatus verify(Path folder, Optional<Path> elle, ElleForm form, OutputFormat output) throws IOException {
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
            elle.ifPresent(file -> checkOutside(file, folder));
            run(stored, report, elle, form);
        } else if (report.filesIntact && stored.kind().equals("study")) {
            study(stored, report);
        } else if (report.filesIntact) {
            other(stored, report);
        }
        if (elle.isPresent() && !report.written) {
            report.problems.add("There is no file for Elle, since there is no sound history to write.");
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
        private Boolean kept;
        private Boolean serializable;
        /** What the history was to be; null where no summary says it: what the protocol promises. */
        private ProtocolType.Promise promise;

        /**
         * Whether it was a cluster whose protocol may be swapped: versions go on, and are not those of one protocol.
         */
        private boolean swappable;

        private long transactionsChecked;
        private boolean tooLittle;
        /** Whether the history was written for Elle. */
        private boolean written;

        private Boolean replicasEqual;
        private Boolean invariantsHold;
        /** What the history said of the final state when it was judged; null where that was not kept. */
        private HistoryEnd end;

        private Boolean finalStateEqual;
    }

    private void run(StoredResult stored, Report report, Optional<Path> elle, ElleForm form) throws IOException {
        boolean operations = false;
        if (Files.isRegularFile(stored.file(ResultFolder.SUMMARY))) {
            Summary summary = stored.ofRun();
            RunVerdict verdict = summary.verdict();
            operations = summary.isOfOperations();
            report.promise = verdict.promise();
            report.swappable = stored.swappable();
            report.replicasEqual = verdict.replicasEqual();
            report.invariantsHold = verdict.invariantsHold();
            report.end = verdict.end();
            report.problems.addAll(verdict.anomalies());
            if (summary.isWindowed()) {
                report.notes.add("Its history was checked in slices when it ran, and whole now.");
            }
            verdict.notJudged().forEach(what -> report.notes.add("Not judged when it ran: " + what + "."));
            if (summary.failure() != null) {
                report.problems.add("The run failed: " + summary.failure());
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
            HistoryRecheck recheck = scope.watched(() -> recheck(stored, report));
            Verdict verdict = scope.watched(recheck::check);
            report.kept = HistoryRecheck.kept(verdict);
            report.promise = verdict.promise();
            if (verdict.promise().includes(ProtocolType.Promise.SERIALIZABLE)) {
                report.serializable = report.kept;
            } else if (!verdict.allowed().isEmpty() || Boolean.FALSE.equals(report.kept)) {
                report.serializable = false;
            }
            HistoryRecheck.allowed(verdict)
                    .forEach(what -> report.notes.add(
                            "It shows " + what + ", which " + verdict.promise().inWords() + " allows."));
            report.transactionsChecked = verdict.committed();
            report.tooLittle = HistoryRecheck.tooLittle(verdict) != null;
            if (report.tooLittle) {
                report.notes.add(HistoryRecheck.tooLittle(verdict));
            }
            compareEnd(verdict, report);
            verdict.anomalies().stream()
                    .map(Object::toString)
                    .filter(anomaly -> !report.problems.contains(anomaly))
                    .forEach(report.problems::add);
            if (elle.isPresent()) {
                write(recheck, elle.get(), form, report);
            }
        } catch (HistoryFormatException damaged) {
            report.problems.add(damaged.getMessage());
        }
    }

    private static void compareEnd(Verdict verdict, Report report) {
        if (report.end == null) {
            report.notes.add("Its final state is as judged then: the result keeps no sums of it, so that the loss of"
                    + " the history's end would not show.");
            return;
        }
        String difference = verdict.end().difference(report.end);
        report.finalStateEqual = difference == null;
        if (difference != null) {
            report.problems.add(difference);
        }
    }

    private static void checkOutside(Path file, Path folder) {
        if (file.toAbsolutePath().normalize().startsWith(folder.toAbsolutePath().normalize())) {
            throw new RefusedException("--elle: '" + file + "' is in the result, which stays as it was written; choose"
                    + " a file elsewhere.");
        }
    }

    private void write(HistoryRecheck recheck, Path file, ElleForm form, Report report) throws IOException {
        boolean begun = false;
        try (Writer out = Files.newBufferedWriter(file)) {
            begun = true;
            int transactions = scope.watched(() -> recheck.write(form, out));
            report.notes.add(String.format(
                    Locale.ROOT, "Its history is in %s as %s for Elle: %,d transactions.", file, form, transactions));
            report.written = true;
        } catch (IOException failed) {
            throw new RefusedException(
                    "The history could not be written to '" + file + "': " + FileTrouble.reason(failed) + ".");
        } finally {
            // Half a history looks like a whole one.
            if (begun && !report.written && Files.isRegularFile(file)) {
                Files.delete(file);
            }
        }
    }

    private HistoryRecheck recheck(StoredResult stored, Report report) {
        MixParts parts = new MixResolver(new Parts(scope.plugins()), folders)
                .resolve(MixRequest.of(stored.file(ResultFolder.MIX).toString(), List.of()))
                .parts();
        Path history = stored.file(ResultFolder.HISTORY);
        ProtocolType.Promise promise =
                report.promise == null ? parts.protocol().traits().promise() : report.promise;
        return report.swappable
                ? HistoryRecheck.ofSwapped(history, parts.workload(), parts.protocol(), promise)
                : HistoryRecheck.of(history, parts.workload(), parts.protocol(), promise);
    }

    private static void study(StoredResult stored, Report report) throws IOException {
        report.notes.add("A study keeps no histories; each point was verified when it ran.");
        List<StudySummary.Point> points = stored.ofStudy().points();
        report.tooLittle = points.isEmpty();
        for (StudySummary.Point point : points) {
            String name = "Point " + point.name();
            if (point.failure() != null) {
                report.problems.add(name + " was not verified: " + point.failure() + ".");
            } else if (point.verified() == null) {
                report.tooLittle = true;
                report.notes.add(name + " checked too little to be called verified.");
            }
        }
    }

    /** What other verbs have made of runs: only a campaign tells whether all of them were verified. */
    private static void other(StoredResult stored, Report report) throws IOException {
        report.notes.add("'" + stored.kind() + "' keeps no histories: only its files were looked at.");
        report.tooLittle = stored.verified() == null;
        report.problems.addAll(stored.failedSeeds());
    }

    private void print(Path folder, Report report, OutputFormat output) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("result", folder.toString());
        boolean sound = report.problems.isEmpty();
        facts.put("verified", sound && report.tooLittle ? null : sound);
        facts.put("partial", report.partial);
        facts.put("filesIntact", report.filesIntact);
        facts.put("promise", report.promise == null ? null : report.promise.inWords());
        facts.put("kept", report.kept);
        facts.put("serializable", report.serializable);
        facts.put("transactionsChecked", report.transactionsChecked);
        facts.put("finalStateEqual", report.finalStateEqual);
        facts.put("replicasEqualThen", report.replicasEqual);
        facts.put("invariantsHeldThen", report.invariantsHold);
        if (output == OutputFormat.JSON) {
            Map<String, Object> document = Json.document(KIND, 1);
            document.putAll(facts);
            document.put("problems", report.problems);
            document.put("notes", report.notes);
            scope.console().out().println(Json.text(document));
            return;
        }
        Table table = new Table("check", "answer");
        facts.forEach((check, answer) -> table.add(check, answer == null ? "not checked" : answer.toString()));
        table.print(output, KIND, 1, scope.console().out());
        report.notes.forEach(scope.console().err()::println);
        report.problems.forEach(scope.console().err()::println);
    }
}
