// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.objectstore;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.Scaled;
import org.breadboard.workloads.parts.StoredObject;

/**
 * An object store whose transactions read r keys and update w of them on average, written O(r, w): by default O(4, 2)
 * over a million keys per thread with values of 40 B, drawn uniformly such that their primaries are on different
 * machines (FaSST 6.1).
 *
 * <p>Uniform keys have no hot set, so a scale changes the number of keys only. Under the Zipf distribution, which is
 * not FaSST's, fewer keys make the first ones hotter.
 */
public final class ObjectStore implements WorkloadType {
    /** As many keys as fit into the input of a transaction, with what stands before them. */
    static final int MOST_READS = 30;

    private static final String ZIPFIAN = "zipfian";
    static final Setting<Integer> READS =
            Setting.count("reads", "keys", 4, 1, MOST_READS, "Keys that a transaction reads, r (FaSST 6.1).");
    static final Setting<Integer> WRITES = Setting.count(
            "writes", "keys", 2, 0, MOST_READS, "How many of these it updates on average, w (FaSST 6.1).");
    static final Setting<Integer> ROUNDS = Setting.count(
            "rounds",
            "rounds",
            1,
            1,
            MOST_READS,
            "How many Execute rounds fetch the keys, in equal parts (FaSST 5.2.1 allows several; its object store"
                    + " has one).");
    static final Setting<Boolean> BINOMIAL_WRITES = Setting.flag(
            "binomialWrites",
            true,
            "Update each key with the probability writes / reads, so that it is writes on average (FaSST 6.1, and its"
                    + " source); otherwise exactly as many.");
    private static final Setting<Long> KEYS_PER_THREAD = Setting.integer(
            "keysPerThread", "keys", 1_000_000, 1, 100_000_000, "Keys per thread of the cluster (FaSST 6.1).");
    static final Setting<Integer> VALUE_BYTES = Setting.count(
            "valueBytes",
            "bytes",
            40,
            StoredObject.CONTENT,
            65_536,
            "Size of a value: a counter, a checksum, and content (FaSST 6.1).");
    private static final Setting<String> REQUEST_DISTRIBUTION = Setting.choice(
            "requestDistribution", List.of("uniform", ZIPFIAN), "How keys are drawn (FaSST 6.1: uniform).");
    private static final Setting<Double> ZIPF_EXPONENT =
            Setting.number("zipfExponent", "", 0.99, 0, 10, "The exponent of the zipfian distribution of keys.");

    /** Creates the kind of workload. */
    public ObjectStore() {}

    @Override
    public String id() {
        return "object-store";
    }

    @Override
    public String description() {
        return "Object store O(r, w): transactions read r keys and update w of them (FaSST 6.1)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                READS,
                WRITES,
                ROUNDS,
                BINOMIAL_WRITES,
                KEYS_PER_THREAD,
                VALUE_BYTES,
                REQUEST_DISTRIBUTION,
                ZIPF_EXPONENT,
                NamedLogic.ROUND_NS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        int reads = settings.get(READS);
        int writes = settings.get(WRITES);
        if (writes > reads) {
            throw new RefusedException(
                    "workload.writes is " + writes + ", but a transaction updates only keys that it reads:"
                            + " it must be at most workload.reads, " + reads + ".");
        }
        int rounds = settings.get(ROUNDS);
        if (rounds > reads) {
            throw new RefusedException("workload.rounds is " + rounds
                    + ", but each round fetches at least one key: it must be at most workload.reads, " + reads + ".");
        }
        long full = Math.multiplyExact(settings.get(KEYS_PER_THREAD), (long) nodes * threadsPerNode);
        // Twice as many as are read, lest the search for keys on different machines has nothing left to choose from.
        long keys = Scaled.population("object store keys", full, scale, 2L * reads);
        double exponent = settings.get(REQUEST_DISTRIBUTION).equals(ZIPFIAN) ? settings.get(ZIPF_EXPONENT) : 0;
        return new ObjectStoreWorkload(nodes, keys, exponent, settings);
    }
}
