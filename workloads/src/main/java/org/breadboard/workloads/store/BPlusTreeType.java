// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;

/** B+ trees, as TPC-C's local tables stand in (Xenic 5.2). */
public final class BPlusTreeType implements StoreType {
    /** Entries of a node, unless its user says otherwise: a leaf's keys and places fill nine cache lines. */
    public static final int DEFAULT_FANOUT = 32;

    private static final long MOST_RECORDS = 1L << 32;
    private static final Setting<Integer> FANOUT =
            Setting.count("fanout", "", DEFAULT_FANOUT, 4, 1024, "Entries of a node (assumed; the papers do not say).");

    /** The kind; it has no state. */
    public BPlusTreeType() {}

    @Override
    public String id() {
        return "bplus-tree";
    }

    @Override
    public String description() {
        return "B+ tree with versions of leaves, records in the order of keys (Xenic 5.2)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(FANOUT);
    }

    @Override
    public boolean ordered() {
        return true;
    }

    @Override
    public Store create(long records, int valueBytes, Settings settings) {
        return create(records, valueBytes, settings.get(FANOUT));
    }

    /** As {@link #create(long, int, Settings)}, for a test or a protocol that has no settings for it. */
    public static BPlusTreeStore create(long records, int valueBytes, int fanout) {
        if (records < 1 || records > MOST_RECORDS) {
            throw new RefusedException(
                    "a B+ tree holds 1 to " + MOST_RECORDS + " records, but " + records + " are asked for.");
        }
        return new BPlusTreeStore(records, valueBytes, fanout);
    }
}
