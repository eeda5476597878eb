package org.breadboard.workloads.store;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;

/** Red-black trees, as C++'s {@code std::map} is one, among the four indexes under HADES's YCSB (HADES VII). */
public final class MapType implements StoreType {
    /** The kind; it has no state. */
    public MapType() {}

    @Override
    public String id() {
        return "map";
    }

    @Override
    public String description() {
        return "red-black tree, a node for each record, for lookups of single keys (HADES VII)";
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
        return new MapStore(Sizes.checked("map", records), valueBytes);
    }
}
