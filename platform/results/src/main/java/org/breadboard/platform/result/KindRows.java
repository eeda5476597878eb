// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.run.RunResult;

/** What a {@link Summary} tells of each type of transaction, phase of the load, and tenant. */
final class KindRows {
    private KindRows() {}

    static Map<String, Object> latency(Histogram latencyNs) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (latencyNs.getTotalCount() == 0) {
            List.of("mean", "p50", "p95", "p99", "max").forEach(name -> map.put(name, null));
            return map;
        }
        map.put("mean", Json.number(latencyNs.getMean() / 1e3));
        map.put("p50", Json.number(Figures.percentileUs(latencyNs, 50)));
        map.put("p95", Json.number(Figures.percentileUs(latencyNs, 95)));
        map.put("p99", Json.number(Figures.percentileUs(latencyNs, 99)));
        map.put("max", Json.number(latencyNs.getMaxValue() / 1e3));
        return map;
    }

    static List<Map<String, Object>> kinds(List<Kinds.Kind> kinds, RunResult result) {
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
    static List<Map<String, Object>> phases(RunResult result) {
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

    /** Each protocol of a live cluster with how long it ran, and from when on; its rates are of that time. */
    static List<Map<String, Object>> protocols(RunResult result) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Kinds.Period period : result.kinds().protocols()) {
            Map<String, Object> row = kind(period.kind(), period.seconds());
            row.put("fromUs", period.fromNs() / 1e3);
            row.put("measuredUs", Json.number(period.seconds() * 1e6));
            rows.add(row);
        }
        return rows;
    }

    static Map<String, Object> tenants(RunResult result) {
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

    static Map<String, Long> lower(Map<String, Long> aborts) {
        Map<String, Long> map = new LinkedHashMap<>();
        aborts.forEach((reason, count) -> map.put(reason.toLowerCase(Locale.ROOT), count));
        return map;
    }
}
