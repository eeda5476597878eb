package com.example.cachefirst;

import com.example.cachingnic.cache.RecordCache;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcProtocolType;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * Optimistic concurrency control over RPCs, with primary-backup replication. A read of another node's record asks that
 * node's NIC ({@link RecordCache}), and its host only if the NIC has no copy. A copy may be old, so nothing is
 * believed until it is validated: what is written is locked, and what is read is compared with its host's version.
 *
 * <p>It is strictly serializable: a transaction takes effect when it has all its locks, and validation says that what
 * it read is still so. A lost message leaves its locks for good, so that it tolerates none.
 */
final class CacheFirst extends RpcProtocolType {
    /** Rules that a run can leave out, to see that the checks find it. */
    enum Breakage {
        NONE,
        /** What a NIC said is believed; what a host said is validated. */
        BELIEVE_CACHES
    }

    static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    private static final List<String> OPERATIONS = List.of(
            "read", "read and cache", "lock", "validate", "unlock", "store at backup", "write", "write and unlock");

    @Override
    public String id() {
        return "cache-first";
    }

    @Override
    public String description() {
        return "optimistic over RPCs; reads ask the caches of NICs first";
    }

    @Override
    protected Promise promise() {
        return Promise.STRICT_SERIALIZABLE;
    }

    @Override
    protected String store() {
        return "mica";
    }

    @Override
    protected List<Setting<?>> ownSettings() {
        return List.of(BREAKAGE);
    }

    @Override
    protected Set<Class<? extends Capability>> ownRequirements() {
        return Set.of(RecordCache.class);
    }

    @Override
    protected RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost) {
        return new RecordKeeper(tables, cost);
    }

    @Override
    protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
        return new CacheFirstTransaction(thread, source, context);
    }

    @Override
    protected long version(long header) {
        return RecordKeeper.version(header);
    }

    @Override
    protected String operation(int number) {
        return OPERATIONS.get(number);
    }
}
