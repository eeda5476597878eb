// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.retwis;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.Scaled;
import org.breadboard.workloads.parts.StoredObject;
import org.breadboard.workloads.parts.TransactionMix;
import org.breadboard.workloads.parts.TypeWeights;

/**
 * Retwis: 5% AddUser, 15% Follow, 30% PostTweet and 50% GetTimeline over one table of keys and values (TAPIR's
 * definition), by default a million keys per server with values of 64 B, drawn by a Zipf distribution with the exponent
 * 0.5 (Xenic 5.4).
 *
 * <p>A scale shrinks the number of keys. The distribution's shape stays, so the most frequent keys become hotter by the
 * square root of what is left out; a study of contention runs at scale 1.
 */
public final class Retwis implements WorkloadType {
    private static final Setting<Long> KEYS_PER_NODE =
            Setting.integer("keysPerNode", "keys", 1_000_000, 1, 100_000_000, "Keys per server (Xenic 5.4).");
    private static final Setting<Double> ZIPF_EXPONENT = Setting.number(
            "zipfExponent", "", 0.5, 0, 10, "The exponent of the Zipf distribution of keys (Xenic 5.4).");
    private static final Setting<Integer> VALUE_BYTES = Setting.count(
            "valueBytes",
            "bytes",
            64,
            StoredObject.CONTENT,
            65_536,
            "Size of a value: a counter, a checksum, and content (Xenic 5.4).");

    private static final TypeWeights WEIGHTS =
            new TypeWeights("TAPIR", List.of("addUser", "follow", "postTweet", "getTimeline"), 5, 15, 30, 50);

    /**
     * As many keys as the largest GetTimeline reads, and as many again, so that drawing different keys comes to an end.
     */
    private static final long LEAST_KEYS = 2L * RetwisTransaction.MOST_KEYS;

    /** Creates the kind of workload. */
    public Retwis() {}

    @Override
    public String id() {
        return "retwis";
    }

    @Override
    public String description() {
        return "Retwis: users, followers and tweets as keys, half of the transactions read only (Xenic 5.4, TAPIR)";
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings =
                new ArrayList<>(List.of(KEYS_PER_NODE, ZIPF_EXPONENT, VALUE_BYTES, NamedLogic.ROUND_NS));
        settings.addAll(WEIGHTS.settings());
        return settings;
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        long full = Math.multiplyExact(settings.get(KEYS_PER_NODE), (long) nodes);
        long keys = Scaled.population("Retwis keys", full, scale, LEAST_KEYS);
        return new RetwisWorkload(
                keys,
                settings.get(ZIPF_EXPONENT),
                new TransactionMix(WEIGHTS.in(settings)),
                settings.get(VALUE_BYTES),
                settings.get(NamedLogic.ROUND_NS));
    }
}
