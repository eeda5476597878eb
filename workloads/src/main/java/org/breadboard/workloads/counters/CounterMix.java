// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.counters;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;

/**
 * Reads and increments of counters, one per transaction: NOCC's micro-benchmarks (NOCC 1, 4: one counter; a mix of
 * reads and writes of one key; ten keys with a Zipf exponent). A scale does not touch the keys: all of them are hot.
 */
public final class CounterMix implements WorkloadType {
    private static final Setting<Long> KEYS =
            Setting.integer("keys", "keys", 1, 1, 1 << 28, "Counters of all nodes together (NOCC 4: 1 or 10).");
    private static final Setting<Double> ZIPF =
            Setting.number("zipf", "", 0, 0, 10, "The exponent of the Zipf distribution of keys (NOCC 4, Fig. 4b).");
    private static final Setting<Double> WRITE_RATIO = Setting.number(
            "writeRatio", "", 0.2, 0, 1, "The share of transactions that increment (NOCC 4, Fig. 1: 0.2).");
    private static final Setting<Long> WRAP_AT = Setting.integer(
            "wrapAt",
            "",
            0,
            0,
            1L << 40,
            "Where a counter begins again from 0, so that its values return; 0 is nowhere, 1 is refused.");

    /** Creates the kind of workload. */
    public CounterMix() {}

    @Override
    public String id() {
        return "counters";
    }

    @Override
    public String description() {
        return "reads and increments of few counters (NOCC 4)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(KEYS, ZIPF, WRITE_RATIO, WRAP_AT, NamedLogic.ROUND_NS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        long wrapAt = settings.get(WRAP_AT);
        if (wrapAt == 1) {
            throw new RefusedException(
                    "counters that wrap at 1 never change; take at least 2, or 0 for none that wrap.");
        }
        return new CountersWorkload(
                settings.get(KEYS),
                settings.get(ZIPF),
                settings.get(WRITE_RATIO),
                wrapAt,
                settings.get(NamedLogic.ROUND_NS));
    }
}
