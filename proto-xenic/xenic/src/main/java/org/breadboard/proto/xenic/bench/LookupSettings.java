// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.store.Store;
import org.breadboard.api.store.StoreType;
import org.breadboard.proto.xenic.store.ChainedStoreType;
import org.breadboard.proto.xenic.store.HopscotchStoreType;
import org.breadboard.proto.xenic.store.RobinHoodStoreType;

/** What the micro-benchmark can be told: its own settings, and those of every table. */
final class LookupSettings {
    static final int MAX_VALUE_BYTES = 256;

    static final Setting<Long> KEYS = Setting.integer(
            "keys",
            "",
            2_000_000,
            1,
            100_000_000,
            "records in the table (assumed; Xenic 4.1.4 looks 8 million keys up)");
    static final Setting<Long> LOOKUPS = Setting.integer(
            "lookups",
            "",
            8_000_000,
            1,
            1_000_000_000,
            "lookups of uniformly drawn keys that are there, by all clients together (published: 8 million, Xenic 4.1.4)");
    static final Setting<Integer> VALUE_BYTES = Setting.count(
            "valueBytes", "B", 8, 8, MAX_VALUE_BYTES, "bytes of a value (assumed; the counts do not depend on it)");
    static final Setting<Integer> HINT_SLACK = Setting.count(
            "hintSlackSlots",
            "slots",
            1,
            0,
            64,
            "k: how many slots beyond the known displacement are read, robin-hood only (published: 1, Xenic 4.1.3)");

    private static final List<StoreType> STORES =
            List.of(new RobinHoodStoreType(), new HopscotchStoreType(), new ChainedStoreType());

    private static final Setting<String> STORE = Setting.choice(
            "store", STORES.stream().map(StoreType::id).toList(), "the table; settings of the others are ignored");

    static final List<Setting<?>> SETTINGS = settings();

    private LookupSettings() {}

    private static List<Setting<?>> settings() {
        Map<String, Setting<?>> byName = new LinkedHashMap<>();
        for (Setting<?> setting : List.of(STORE, KEYS, LOOKUPS, VALUE_BYTES, HINT_SLACK)) {
            byName.put(setting.name(), setting);
        }
        STORES.forEach(store -> store.settings().forEach(setting -> byName.put(setting.name(), setting)));
        return List.copyOf(new ArrayList<>(byName.values()));
    }

    /** The table of a run. */
    static Store store(Settings settings) {
        String id = settings.get(STORE);
        StoreType type =
                STORES.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
        return type.create(settings.get(KEYS), settings.get(VALUE_BYTES), settings);
    }
}
