package org.breadboard.proto.fasst.txn;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.proto.fasst.mica.MicaStoreType;
import org.breadboard.proto.fasst.rpc.RpcOptions;

/**
 * The settled settings of the protocol.
 *
 * @param slots items per MICA bucket
 * @param overflowPercent least share of overflow buckets
 * @param memoryNs an access to table memory that misses the caches
 * @param cachedNs an access to a line that was touched a few microseconds ago
 * @param localBypass whether a coordinator calls its own node's tables instead of sending itself RPCs
 */
record FasstOptions(
        RpcOptions rpc,
        int slots,
        double overflowPercent,
        double memoryNs,
        double cachedNs,
        boolean localBypass,
        Breakage breakage) {
    private static final Setting<Double> MEMORY_NS = Setting.number(
            "memoryNs",
            "ns",
            100,
            0,
            1e6,
            "CPU per access to a table that misses the caches (assumed: DRAM); a get is one per bucket of its chain, a put"
                    + " is two gets (FaSST 6.1.2: inserts are slower than lookups)");
    private static final Setting<Double> CACHED_NS = Setting.number(
            "cachedNs",
            "ns",
            25,
            0,
            1e6,
            "CPU per access to a header that the transaction touched microseconds ago (validate, unlock) or to a log slot"
                    + " (assumed: last-level cache, 50 cycles at 2 GHz)");
    private static final Setting<Boolean> LOCAL_BYPASS = Setting.flag(
            "localBypass",
            false,
            "a coordinator calls its own node's tables instead of sending itself RPCs; FaSST's public source sends every"
                    + " table request through the RPC layer, whichever node has the key, and only appends to its own log by"
                    + " a call");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(RpcOptions.settings());
        settings.addAll(new MicaStoreType().settings());
        settings.add(MEMORY_NS);
        settings.add(CACHED_NS);
        settings.add(LOCAL_BYPASS);
        settings.add(BREAKAGE);
        return List.copyOf(settings);
    }

    static FasstOptions of(Settings settings) {
        return new FasstOptions(
                RpcOptions.of(settings),
                settings.get(MicaStoreType.SLOTS),
                settings.get(MicaStoreType.OVERFLOW_PERCENT),
                settings.get(MEMORY_NS),
                settings.get(CACHED_NS),
                settings.get(LOCAL_BYPASS),
                settings.get(BREAKAGE));
    }
}
