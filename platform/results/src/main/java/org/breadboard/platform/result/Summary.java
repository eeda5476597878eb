package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.measured.Timeline;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;
import org.breadboard.platform.runtime.GroupName;

/** One run as the object that {@code run --output json} prints. Keys end with their unit. */
public final class Summary {
    /** The version of what is in a summary, as {@code docs/summary.schema.json} describes it. */
    public static final int VERSION = 1;

    private Summary() {}

    /**
     * The object.
     *
     * @param replay the command that runs the same again
     * @param peakRule how the number of contexts was found, or null if it was given
     * @param resultDir where the result is kept, or null
     */
    public static Map<String, Object> of(RunResult result, String replay, String peakRule, String resultDir) {
        Mix mix = result.mix();
        List<UsageGroup> groups = UsageGroup.of(result.usage());
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("version", VERSION);
        summary.put("kind", "run");
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
        summary.put("latencyUs", latency(result.latencyNs()));
        summary.put("bottleneck", bottleneck(groups));
        summary.put("resources", resources(groups, served(result.usage())));
        summary.put("wirePerCommittedBytes", Json.number(result.wirePerCommittedBytes()));
        summary.put("backgroundLag", Json.number(result.backgroundLag()));
        summary.put("aborts", lower(result.aborts()));
        summary.put("types", result.types());
        if (!result.tenants().isEmpty()) {
            summary.put("tenants", tenants(result));
        }
        summary.put("byType", kinds(result.kinds().types(), result));
        summary.put("byPhase", phases(result));
        summary.put("byTenant", kinds(result.kinds().tenants(), result));
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
        summary.put("messagesDelivered", result.messagesDelivered());
        summary.put("wallSeconds", Json.number(result.wallNs() / 1e9));
        summary.put("messagesPerWallSecond", Json.number(result.messagesDelivered() * 1e9 / result.wallNs()));
        summary.put("replay", replay);
        summary.put("resultDir", resultDir);
        return summary;
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
        map.put("serializable", verdict == null ? null : verdict.serializable());
        map.put("strictChecked", verdict == null ? null : verdict.strictChecked());
        map.put("replicasEqual", verdict == null ? null : verdict.replicasEqual());
        map.put("invariantsHold", verdict == null ? null : verdict.invariantsHold());
        map.put("transactionsChecked", verdict == null ? 0 : verdict.transactionsChecked());
        map.put("unknown", verdict == null ? 0 : verdict.unknown());
        map.put("notJudged", verdict == null ? List.of() : verdict.notJudged());
        map.put("anomalies", verdict == null ? List.of() : verdict.anomalies());
        return map;
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

    private static Map<String, Object> latency(Histogram latencyNs) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (latencyNs.getTotalCount() == 0) {
            List.of("mean", "p50", "p95", "p99", "max").forEach(name -> map.put(name, null));
            return map;
        }
        map.put("mean", Json.number(latencyNs.getMean() / 1e3));
        map.put("p50", Json.number(latencyNs.getValueAtPercentile(50) / 1e3));
        map.put("p95", Json.number(latencyNs.getValueAtPercentile(95) / 1e3));
        map.put("p99", Json.number(latencyNs.getValueAtPercentile(99) / 1e3));
        map.put("max", Json.number(latencyNs.getMaxValue() / 1e3));
        return map;
    }

    private static List<Map<String, Object>> kinds(List<Kinds.Kind> kinds, RunResult result) {
        return kinds.stream().map(kind -> kind(kind, result.measuredNs() / 1e9)).toList();
    }

    /** {@code seconds} is for how long transactions of this kind were measured. */
    private static Map<String, Object> kind(Kinds.Kind kind, double seconds) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", kind.name());
        row.put("committed", kind.committed());
        row.put("committedPerSecond", Json.number(kind.committed() / seconds));
        row.put("abortedByConflictPerSecond", Json.number(kind.abortedByConflict() / seconds));
        row.put("abortedByApplicationPerSecond", Json.number(kind.abortedByApplication() / seconds));
        Map<String, Long> aborts = new LinkedHashMap<>();
        for (AbortReason reason : AbortReason.values()) {
            if (kind.aborted(reason) > 0) {
                aborts.put(reason.name(), kind.aborted(reason));
            }
        }
        row.put("aborts", lower(aborts));
        row.put("latencyUs", kind.committed() == 0 ? null : latency(kind.latencyNs()));
        return row;
    }

    /** Each phase with how long it was measured; its rates are of that time. */
    private static List<Map<String, Object>> phases(RunResult result) {
        Phases phases = result.mix().load().phases();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int phase = 0; phase < result.kinds().phases().size(); phase++) {
            double timeNs = phases.timeNs(phase, (double) result.measuredNs());
            Map<String, Object> row = kind(result.kinds().phases().get(phase), timeNs / 1e9);
            row.put("measuredUs", Json.number(timeNs / 1e3));
            rows.add(row);
        }
        return rows;
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

    /** How many steps or messages each group served. */
    private static Map<String, Long> served(List<RunResult.Utilisation> usage) {
        Map<String, Long> served = new LinkedHashMap<>();
        usage.forEach(each -> served.merge(GroupName.of(each.resource()).group(), each.served(), Long::sum));
        return served;
    }

    private static List<Map<String, Object>> resources(List<UsageGroup> groups, Map<String, Long> served) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (UsageGroup group : groups) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("resource", group.name());
            row.put("kind", group.kind());
            row.put("members", group.members());
            row.put("utilisation", Json.number(group.busiest()));
            row.put("meanUtilisation", Json.number(group.mean()));
            row.put("maxUtilisation", Json.number(group.max()));
            row.put("served", served.get(group.name()));
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Object> tenants(RunResult result) {
        Map<String, Object> tenants = new LinkedHashMap<>();
        for (Mix.Tenant tenant : result.mix().tenants()) {
            Kinds.Kind attempts = result.tenants().get(tenant.name());
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("workload", tenant.workload());
            row.put("cores", tenant.cores());
            row.put("committed", attempts.committed());
            row.put("aborted", attempts.allAborted());
            tenants.put(tenant.name(), row);
        }
        return tenants;
    }

    private static Map<String, Long> lower(Map<String, Long> aborts) {
        Map<String, Long> map = new LinkedHashMap<>();
        aborts.forEach((reason, count) -> map.put(reason.toLowerCase(Locale.ROOT), count));
        return map;
    }
}
