// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.nic.RpcPlace;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.proto.fasst.mica.MicaStoreType;
import org.breadboard.proto.fasst.rpc.RpcOptions;
import org.breadboard.proto.fasst.table.Lookups;

/** What a run of FaSST is set to. Each field is explained by the setting of its name. Immutable; any thread. */
final class FasstOptions {
    private static final Setting<Double> MEMORY_NS = MemoryCost.MEMORY_NS.withDescription(
            "CPU per access to a table that misses the caches (assumed: DRAM); a put is two gets (FaSST 6.1.2: inserts are"
                    + " slower than lookups)");
    private static final Setting<Lookups> LOOKUPS = Setting.choice(
            "lookups",
            Lookups.class,
            "What a lookup waits for: the value's line, while the buckets of all requests of a poll are prefetched (FaSST's"
                    + " public source), or one access for both");
    private static final Setting<Double> CACHED_NS = MemoryCost.CACHED_NS.withDescription(
            "CPU per access to a header that the transaction touched microseconds ago (validate, unlock) or to a log slot"
                    + " (assumed: last-level cache, 50 cycles at 2 GHz)");
    private static final Setting<Boolean> LOCAL_BYPASS = Setting.flag(
            "localBypass",
            false,
            "a coordinator calls its own node's tables instead of sending itself RPCs; FaSST's public source sends every"
                    + " table request through the RPC layer, whichever node has the key, and only appends to its own log by"
                    + " a call");
    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    final RpcOptions rpc;
    final int slots;
    final double overflowPercent;
    final boolean localBypass;
    final Breakage breakage;
    final MemoryCost memory;
    final Lookups lookups;
    final int missesAtOnce;
    final RpcPlace rpcs;

    /** Of a run; the settings include {@link #settings}. */
    FasstOptions(Settings settings) {
        rpc = new RpcOptions(settings);
        slots = settings.get(MicaStoreType.SLOTS);
        overflowPercent = settings.get(MicaStoreType.OVERFLOW_PERCENT);
        localBypass = settings.get(LOCAL_BYPASS);
        breakage = settings.get(BREAKAGE);
        memory = MemoryCost.of(settings);
        lookups = settings.get(LOOKUPS);
        missesAtOnce = settings.get(OverlappedMisses.AT_ONCE);
        rpcs = settings.get(RpcPlace.RPCS);
        if (rpcs == RpcPlace.NIC && localBypass) {
            throw new RefusedException("protocol.localBypass has a host's threads use tables that with"
                    + " protocol.rpcs=nic only the cores of its NIC lock: set one of the two otherwise");
        }
    }

    static List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(RpcOptions.settings());
        settings.addAll(new MicaStoreType().settings());
        settings.add(MEMORY_NS);
        settings.add(CACHED_NS);
        settings.add(LOOKUPS);
        settings.add(OverlappedMisses.AT_ONCE);
        settings.add(LOCAL_BYPASS);
        settings.add(RpcPlace.RPCS);
        settings.add(BREAKAGE);
        return List.copyOf(settings);
    }
}
