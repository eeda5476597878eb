package com.example.nowait;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcProtocolType;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * Strict two-phase locking over RPCs, with primary-backup replication. A lock that is taken refuses, and the
 * transaction aborts (NO_WAIT), so there are no deadlocks.
 *
 * <p>It is strictly serializable: a transaction takes effect when it has its last lock. Nobody changes what it has
 * read, and nobody sees what it writes, before it gives locks back, which is after its backups have its writes. A lost
 * message leaves its locks for good, so that it tolerates none.
 */
final class NoWait extends RpcProtocolType {
    /** Rules that a run can leave out, to see that the checks find it. */
    enum Breakage {
        NONE,
        SKIP_SHARED_LOCKS
    }

    private static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    @Override
    public String id() {
        return "no-wait";
    }

    @Override
    public String description() {
        return "two-phase locking over RPCs; a lock that is taken aborts";
    }

    @Override
    protected Promise promise() {
        return Promise.STRICT_SERIALIZABLE;
    }

    /** It holds all locks while the kit validates what it has read in ordered tables. */
    @Override
    public ProtocolTraits traits() {
        return super.traits().withSpreadRanges();
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
    protected RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost) {
        return new LockServer(tables, cost, settings.get(BREAKAGE) != Breakage.SKIP_SHARED_LOCKS);
    }

    @Override
    protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
        return new NoWaitTransaction(thread, source, context);
    }

    @Override
    protected long version(long header) {
        return LockServer.version(header);
    }
}
