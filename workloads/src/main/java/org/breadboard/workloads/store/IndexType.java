// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;

/** Indexes for single keys without settings, two of the four under HADES's YCSB (HADES VII). */
public enum IndexType implements StoreType {
    /** Chained hash tables. */
    HASH_TABLE("hash-table", "hash table with chains, an index for keys in any order (HADES VII)") {
        @Override
        public Store create(long records, int valueBytes, Settings settings) {
            return new HashTableStore(Sizes.checked("hash table", records), valueBytes);
        }

        @Override
        public boolean index() {
            return true;
        }
    },
    /** Red-black trees, as C++'s {@code std::map} is one. */
    MAP("map", "red-black tree, a node for each record, for lookups of single keys (HADES VII)") {
        @Override
        public Store create(long records, int valueBytes, Settings settings) {
            return new MapStore(Sizes.checked("map", records), valueBytes);
        }
    };

    private final String id;
    private final String description;

    IndexType(String id, String description) {
        this.id = id;
        this.description = description;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public boolean ordered() {
        return false;
    }
}
