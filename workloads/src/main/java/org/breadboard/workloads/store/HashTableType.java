package org.breadboard.workloads.store;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;

/** Chained hash tables, one of the four indexes under HADES's YCSB (HADES VII). */
public final class HashTableType implements StoreType {
    /** The kind; it has no state. */
    public HashTableType() {}

    @Override
    public String id() {
        return "hash-table";
    }

    @Override
    public String description() {
        return "hash table with chains, an index for keys in any order (HADES VII)";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of();
    }

    @Override
    public boolean ordered() {
        return false;
    }

    @Override
    public Store create(long records, int valueBytes, Settings settings) {
        return new HashTableStore(Sizes.checked("hash table", records), valueBytes);
    }
}
