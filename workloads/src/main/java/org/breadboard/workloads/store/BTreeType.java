// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;

/** B-trees, whose inner nodes have values too, among the four indexes under HADES's YCSB (HADES VII). */
public final class BTreeType implements StoreType {
    /**
     * Half of the children of a full node, unless its user says otherwise: 15 keys and their children fill four cache
     * lines.
     */
    public static final int DEFAULT_DEGREE = 8;

    private static final Setting<Integer> DEGREE = Setting.count(
            "degree",
            "",
            DEFAULT_DEGREE,
            2,
            256,
            "Half of the children of a full node, which has 2 x degree - 1 keys (assumed; the paper does not say).");

    /** The kind; it has no state. */
    public BTreeType() {}

    @Override
    public String id() {
        return "b-tree";
    }

    @Override
    public String description() {
        return "B-tree with values in all of its nodes, for lookups of single keys (HADES VII)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(DEGREE);
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public Store create(long records, int valueBytes, Settings settings) {
        return new BTreeStore(Sizes.checked("B-tree", records), valueBytes, settings.get(DEGREE));
    }
}
