// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.platform.run.Work;

/**
 * One run as the object that {@code run --output json} prints and that {@code summary.json} keeps. Keys end with their
 * unit; nobody outside of this package knows them. What is asked for and not there is null, NaN or empty. Immutable;
 * any thread.
 */
public final class Summary {
    /** The version of what is in a summary, as {@code docs/users/summary.schema.json} describes it. */
    public static final int VERSION = 1;

    private static final String REPORTING = "reportingSeconds";
    private static final String FINAL_STATE = "finalState";

    private final JsonNode json;

    private Summary(JsonNode json) {
        this.json = json;
    }

    /**
     * Reads a run that was kept or printed.
     *
     * @throws RefusedException if it is damaged, or another version of Breadboard wrote it
     */
    public static Summary read(Path file) throws IOException {
        return new Summary(tree(file));
    }

    /** The tree of a file with a {@link #VERSION}; refuses another one. */
    static JsonNode tree(Path file) throws IOException {
        JsonNode json = Json.read(file);
        if (!isOfThisVersion(json)) {
            throw new RefusedException("'" + file + "' was written by another version of Breadboard, whose figures may"
                    + " mean something else; run it again with this one.");
        }
        return json;
    }

    /** Whether what is in a summary means what it means here. */
    static boolean isOfThisVersion(JsonNode json) {
        return json.path("version").asInt() == VERSION;
    }

    /** Whether its protocol ran operations of its own, and no workload. */
    public boolean isOfOperations() {
        return json.path("workload").isNull();
    }

    /** Why it failed, in one sentence. */
    public String failure() {
        return json.path("failure").textValue();
    }

    /** Whether its history was checked slice by slice. */
    public boolean isWindowed() {
        return json.path("verdict").path("check").asText().equals("windowed");
    }

    /** What its checks found; whether that was too little is not kept. */
    public RunVerdict verdict() {
        JsonNode verdict = json.path("verdict");
        return new RunVerdict(
                ProtocolType.Promise.of(
                        verdict.path("promise").asText(ProtocolType.Promise.STRICT_SERIALIZABLE.word())),
                Json.answer(verdict.path("kept")),
                Json.answer(verdict.path("replicasEqual")),
                Json.answer(verdict.path("invariantsHold")),
                verdict.path("transactionsChecked").asLong(),
                verdict.path("unknown").asLong(),
                null,
                Json.texts(verdict.path("allowed")),
                Json.texts(verdict.path("impossible")),
                Json.texts(verdict.path("notJudged")),
                Json.texts(verdict.path("anomalies")),
                end(verdict.path(FINAL_STATE)));
    }

    private static HistoryEnd end(JsonNode kept) {
        if (!kept.isObject()) {
            return null;
        }
        List<HistoryEnd.OfTable> tables = new ArrayList<>();
        kept.path("tables")
                .forEach(row -> tables.add(new HistoryEnd.OfTable(
                        row.path("table").asText(),
                        row.path("keys").asLong(),
                        row.path("present").asLong(),
                        HexFormat.fromHexDigitsToLong(row.path("digest").asText("0")))));
        return new HistoryEnd(
                kept.path("transactions").asLong(), kept.path("operations").asLong(), tables);
    }

    /** Whether it ran to its end and has nothing to show: nothing is wrong, but nothing committed while it measured. */
    public boolean showsNothing() {
        return failure() == null
                && verdict().holds()
                && !json.path("partial").asBoolean()
                && json.path("throughput").path("committed").asLong() == 0;
    }

    /** Attempts that did not commit, by reason. */
    public Map<String, Long> aborts() {
        return Json.counts(json.path("aborts"));
    }

    /** The command that runs the same again. */
    public String replay() {
        return json.path("replay").textValue();
    }

    /** How the number of contexts was found; null if it was given. */
    public String peakRule() {
        return json.path("peakRule").textValue();
    }

    /** Where it is kept. */
    public String resultDir() {
        return json.path("resultDir").textValue();
    }

    /** What it says of its own figures. */
    public List<String> remarks() {
        return Json.texts(json.path("remarks"));
    }

    /** Committed per second, over all nodes. */
    public double committedPerSecond() {
        return json.path("throughput").path("committedPerSecond").asDouble();
    }

    /** Half the width of the 95% confidence interval of that rate. */
    public double committedCi95PerSecond() {
        return json.path("throughput").path("committedCi95PerSecond").asDouble(Double.NaN);
    }

    /** A latency in us: {@code p50} or another one that is kept. */
    public double latencyUs(String which) {
        return json.path("latencyUs").path(which).asDouble(Double.NaN);
    }

    /** All groups of stages and resources, the busiest first. */
    public List<UsageGroup> resources() {
        List<UsageGroup> resources = new ArrayList<>();
        json.path("resources").forEach(row -> resources.add(UsageGroup.of(row)));
        return resources;
    }

    /** The busiest group; null where nobody knows. */
    public String bottleneck() {
        return json.path("bottleneck").path("resource").textValue();
    }

    /** Its share of busy time; 0 where nobody knows. */
    public double bottleneckUtilisation() {
        return json.path("bottleneck").path("utilisation").asDouble();
    }

    /** What it took of the wall clock in s, by phase: {@code buildingSeconds} and so on, in their order. */
    public Map<String, Double> workSeconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        json.path("work").properties().stream()
                .filter(field -> field.getKey().endsWith("Seconds"))
                .forEach(field -> seconds.put(field.getKey(), field.getValue().asDouble(0)));
        return seconds;
    }

    /** How many messages of the measured window were simulated in a second of doing so; NaN if none were. */
    public double messagesPerSecond() {
        return json.path("work").path("messagesPerSecond").asDouble(Double.NaN);
    }

    /** How many events; NaN if there were none, as on real threads. */
    public double eventsPerSecond() {
        return json.path("work").path("eventsPerSecond").asDouble(Double.NaN);
    }

    /**
     * Of a run.
     *
     * @param replay the command that runs the same again
     * @param peakRule how the number of contexts was found, or null if it was given
     * @param resultDir where the result is kept, or null
     */
    public static Summary of(RunResult result, String replay, String peakRule, String resultDir) {
        Mix mix = result.mix();
        List<UsageGroup> groups = UsageGroup.of(result.usage());
        Map<String, Object> summary = Json.document("run", VERSION);
        summary.put("mix", mix.name());
        summary.put("runtime", mix.mode().runtime());
        summary.put("explore", mix.mode().explore());
        summary.put("seed", mix.seed());
        summary.put("protocol", mix.protocol().id());
        summary.put("workload", mix.workload() == null ? null : mix.workload().id());
        summary.put("profile", mix.hardware().profile());
        if (!mix.hardware().groups().isEmpty()) {
            summary.put("hardwareGroups", groups(mix.hardware()));
        }
        if (mix.network().racks() > 1) {
            summary.put("racks", mix.network().racks());
        }
        summary.put("nodes", mix.cluster().nodes());
        summary.put("threads", mix.cluster().threads());
        summary.put("contexts", mix.load().contexts());
        if (mix.cluster().clientNodes() > 0) {
            summary.put("clientNodes", mix.cluster().clientNodes());
            summary.put("clients", mix.cluster().clients());
        }
        summary.put("peakRule", peakRule);
        summary.put("verified", result.claim());
        summary.put("partial", result.partial());
        summary.put(
                "failure", result.failure() == null ? null : result.failure().sentence());
        summary.put("verdict", verdict(mix, result.verdict()));
        summary.put("remarks", result.remarks());
        summary.put("throughput", throughput(result));
        summary.put("latencyUs", KindRows.latency(result.latencyNs()));
        summary.put("bottleneck", bottleneck(groups));
        summary.put("resources", groups.stream().map(UsageGroup::json).toList());
        summary.put("wirePerCommittedBytes", Json.number(result.wirePerCommittedBytes()));
        summary.put("backgroundLag", Json.number(result.backgroundLag()));
        summary.put("aborts", KindRows.lower(result.aborts()));
        summary.put("types", result.types());
        if (!result.tenants().isEmpty()) {
            summary.put("tenants", KindRows.tenants(result));
        }
        summary.put("byType", KindRows.kinds(result.kinds().types(), result));
        summary.put("byPhase", KindRows.phases(result));
        summary.put("byTenant", KindRows.kinds(result.kinds().tenants(), result));
        summary.put("byProtocol", KindRows.protocols(result));
        summary.put("faults", mix.faults().struck(name -> result.counters().getOrDefault(name, 0L)));
        if (mix.faults().crash()) {
            summary.put("crashes", result.crashes());
        }
        summary.put(
                "marks", result.timeline().marks().stream().map(Summary::mark).toList());
        summary.put(
                "afterCrashes",
                result.afterCrashes().stream().map(Summary::afterCrash).toList());
        summary.put("counters", result.counters());
        summary.put("measuredUs", result.measuredNs() / 1e3);
        summary.put("messagesDelivered", result.work().messages());
        summary.put("wallSeconds", Json.number(result.work().wallNs() / 1e9));
        summary.put(
                "messagesPerWallSecond",
                Json.number(result.work().messages() * 1e9 / result.work().wallNs()));
        summary.put("work", work(result.work()));
        summary.put("replay", replay);
        summary.put("resultDir", resultDir);
        return new Summary(Json.tree(summary));
    }

    /** The same, of which all other files took so long to write. */
    Summary reportedIn(long ns) {
        ObjectNode copy = json.deepCopy();
        ((ObjectNode) copy.path("work")).put(REPORTING, Json.number(ns / 1e9));
        return new Summary(copy);
    }

    /** The object as it is printed and kept. */
    public String text() {
        return Json.text(json);
    }

    private static List<Map<String, Object>> groups(Mix.Hardware hardware) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Mix.Group group : hardware.groups()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("group", group.name());
            row.put("nodes", group.nodes());
            row.put("profile", group.profile());
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Object> verdict(Mix mix, RunVerdict verdict) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("check", mix.mode().windowed() ? "windowed" : "whole");
        map.put("promise", verdict == null ? null : verdict.promise().word());
        map.put("kept", verdict == null ? null : verdict.kept());
        map.put("allowed", verdict == null ? List.of() : verdict.allowed());
        map.put("impossible", verdict == null ? List.of() : verdict.impossible());
        map.put("serializable", verdict == null ? null : verdict.serializable());
        map.put("strictChecked", verdict == null ? null : verdict.strictChecked());
        map.put("replicasEqual", verdict == null ? null : verdict.replicasEqual());
        map.put("invariantsHold", verdict == null ? null : verdict.invariantsHold());
        map.put("transactionsChecked", verdict == null ? 0 : verdict.transactionsChecked());
        map.put("unknown", verdict == null ? 0 : verdict.unknown());
        map.put("notJudged", verdict == null ? List.of() : verdict.notJudged());
        map.put("anomalies", verdict == null ? List.of() : verdict.anomalies());
        map.put(FINAL_STATE, verdict == null || verdict.end() == null ? null : finalState(verdict.end()));
        return map;
    }

    private static Map<String, Object> finalState(HistoryEnd end) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("transactions", end.records());
        map.put("operations", end.operations());
        List<Map<String, Object>> tables = new ArrayList<>();
        for (HistoryEnd.OfTable each : end.tables()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("table", each.table());
            row.put("keys", each.keys());
            row.put("present", each.present());
            row.put("digest", HexFormat.of().toHexDigits(each.digest()));
            tables.add(row);
        }
        map.put("tables", tables);
        return map;
    }

    private static Map<String, Object> work(Work work) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("buildingSeconds", seconds(work.buildingNs()));
        map.put("warmingSeconds", seconds(work.warmingNs()));
        map.put("measuringSeconds", seconds(work.measuringNs()));
        map.put("restingSeconds", seconds(work.restingNs()));
        map.put("judgingSeconds", seconds(work.judgingNs()));
        map.put(REPORTING, null);
        map.put("messagesMeasured", work.messagesMeasured());
        map.put("messagesPerSecond", Json.number(work.messagesPerSecond()));
        map.put("eventsMeasured", work.eventsMeasured());
        map.put("eventsPerSecond", Json.number(work.eventsPerSecond()));
        Map<String, Object> gains = new LinkedHashMap<>();
        work.gains().forEach((threads, gain) -> gains.put(threads.toString(), Json.number(gain)));
        map.put("threadsGainAtMost", gains);
        return map;
    }

    private static Object seconds(long ns) {
        return Json.number(ns / 1e9);
    }

    private static Map<String, Object> throughput(RunResult result) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("committedPerSecond", Json.number(result.committedPerSecond()));
        map.put("committedPerNodePerSecond", Json.number(result.committedPerNodePerSecond()));
        map.put("committedCi95PerSecond", Json.number(result.committedCi95PerSecond()));
        map.put("abortedPerSecond", Json.number(result.abortedPerSecond()));
        map.put("abortedByConflictPerSecond", Json.number(result.abortedByConflictPerSecond()));
        map.put("abortedByApplicationPerSecond", Json.number(result.abortedByApplicationPerSecond()));
        map.put("committed", result.committed());
        return map;
    }

    private static Map<String, Object> mark(Timeline.Mark mark) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("what", mark.what());
        row.put("whom", mark.whom());
        row.put("fromUs", Json.number(mark.fromNs() / 1e3));
        row.put("toUs", Json.number(mark.toNs() / 1e3));
        return row;
    }

    private static Map<String, Object> afterCrash(AfterCrash crash) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("machines", crash.machines());
        row.put("atUs", Json.number(crash.atNs() / 1e3));
        row.put("shardCommitUs", Json.number(crash.shardCommitNs() / 1e3));
        row.put("fullSpeedUs", Json.number(crash.fullSpeedNs() / 1e3));
        row.put("fullReplicationUs", Json.number(crash.fullReplicationNs() / 1e3));
        return row;
    }

    private static Map<String, Object> bottleneck(List<UsageGroup> groups) {
        Map<String, Object> map = new LinkedHashMap<>();
        boolean known = !groups.isEmpty() && !Double.isNaN(groups.get(0).busiest());
        map.put("resource", known ? groups.get(0).name() : null);
        map.put("utilisation", known ? Json.number(groups.get(0).busiest()) : null);
        map.put("rule", UsageGroup.RULE);
        return map;
    }
}
