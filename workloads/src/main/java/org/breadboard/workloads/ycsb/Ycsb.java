// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.Locality;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.Scaled;

/**
 * YCSB as HADES runs it: five requests per transaction over 4 million keys, of which half (workload A) or 5% (B) write
 * (HADES VII). A request that reads takes the whole record, one that writes puts one field of it and reads nothing, as
 * YCSB's client does. What the paper leaves open is YCSB's own default: ten fields of 100 B, and YCSB's own zipfian
 * generator with the exponent 0.99 ({@link KeyChoice}).
 *
 * <p>A scale shrinks the number of keys. Frequent keys stay as frequent as they are: ranks are drawn unscaled.
 */
public final class Ycsb implements WorkloadType {
    private static final int MOST_REQUESTS = 30;
    private static final int MOST_RECORD_BYTES = 65_536;
    private static final List<String> STORES = List.of("ht", "map", "btree", "bplustree");
    private static final List<String> INDEXES = List.of("hash-table", "map", "b-tree", "bplus-tree");
    private static final Setting<Double> WRITE_FRACTION = Setting.number(
            "writeFraction",
            "",
            0.5,
            0,
            1,
            "The share of requests that write (HADES VII: 0.5 for workload A, 0.05 for B).");
    private static final Setting<Integer> REQUESTS = Setting.count(
            "requests", "", 5, 1, MOST_REQUESTS, "Requests of a transaction, for different records (HADES VII).");
    private static final Setting<Long> KEYS =
            Setting.integer("keys", "keys", 4_000_000, 1, 1_000_000_000, "Records of all nodes together (HADES VII).");
    private static final Setting<String> REQUEST_DISTRIBUTION = Setting.choice(
            "requestDistribution",
            KeyChoice.NAMES,
            "How keys are drawn: as YCSB's generators of that name do (HADES VII: zipfian), or by Zipf's distribution over the keys.");
    private static final Setting<Double> THETA =
            Setting.number("theta", "", 0.99, 0, 10, "The exponent of zipfian draws (YCSB's default).");
    private static final Setting<Integer> FIELDS =
            Setting.count("fields", "", 10, 1, 100, "Fields of a record (YCSB's default).");
    private static final Setting<Integer> FIELD_BYTES = Setting.count(
            "fieldBytes",
            "bytes",
            100,
            Field.LEAST_BYTES,
            MOST_RECORD_BYTES,
            "Size of a field: who wrote it, and what follows from that (YCSB's default).");
    private static final Setting<String> STORE = Setting.choice(
            "store",
            STORES,
            "The index by which records are found, where a protocol has one: hash table, red-black tree, B-tree or B+ tree"
                    + " (HADES VII).");

    /** Creates the kind of workload. */
    public Ycsb() {}

    @Override
    public String id() {
        return "ycsb";
    }

    @Override
    public String description() {
        return "YCSB: transactions of reads of records and blind writes of fields, over four kinds of index (HADES VII)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                WRITE_FRACTION,
                REQUESTS,
                KEYS,
                REQUEST_DISTRIBUTION,
                THETA,
                FIELDS,
                FIELD_BYTES,
                STORE,
                Locality.LOCAL,
                NamedLogic.ROUND_NS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        int requests = settings.get(REQUESTS);
        // As many again, so that drawing different keys comes to an end.
        long keys = Scaled.population("YCSB keys", settings.get(KEYS), scale, 2L * requests);
        int fields = settings.get(FIELDS);
        int fieldBytes = settings.get(FIELD_BYTES);
        if ((long) fields * fieldBytes > MOST_RECORD_BYTES) {
            throw new RefusedException(fields + " fields of " + fieldBytes + " B make a record of more than "
                    + MOST_RECORD_BYTES + " B; take fewer, or smaller ones.");
        }
        return new YcsbWorkload(
                keys,
                KeyChoice.of(settings.get(REQUEST_DISTRIBUTION), keys, settings.get(KEYS), settings.get(THETA)),
                settings.get(WRITE_FRACTION),
                new YcsbTransaction(requests, fields, fieldBytes, settings.get(NamedLogic.ROUND_NS)),
                INDEXES.get(STORES.indexOf(settings.get(STORE))),
                Locality.of(settings, nodes));
    }
}
