package com.example.woundwait;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.rpc.LockTable;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcProtocolType;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * Strict two-phase locking over RPCs with wound-wait (Rosenkrantz, Stearns and Lewis, TODS 1978, section 4), and
 * primary-backup replication. A transaction waits for a lock that an older one holds. If a younger one holds it, that
 * one is wounded: unless it has all its locks already, it gives up, and tries again at the age that it has. So who
 * waits, waits for somebody older, or for one that is about to end: there are no deadlocks, and the oldest transaction
 * is never made to give up, while there is room for locks.
 *
 * <p>It is strictly serializable for the reason that {@code no-wait} is: a transaction takes effect when it has its
 * last lock, and gives locks back when all copies have its writes.
 */
final class WoundWait extends RpcProtocolType {
    /** Rules that a run can leave out, to see that the checks find it. */
    enum Breakage {
        NONE,
        SKIP_SHARED_LOCKS,
        /** Who is wounded loses its lock at once, though it may have begun to write. */
        TAKE_FROM_WOUNDED
    }

    static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    static final Setting<Integer> LOCKS =
            Setting.count("locks", "", 65536, 1 << 12, 1 << 24, "locks that a node has room for, waiting ones too (assumed)");

    static final Setting<Double> AGAIN_NS =
            Setting.number("againNs", "ns", 500, 1, 1e6, "after which a server looks again at a call that waits (assumed)");

    private static final List<String> OPERATIONS =
            List.of("nothing of", "share", "exclude", "write", "unlock", "wound", "give up");

    private static final List<String> ANSWERS = List.of("done", "no such record", "given up", "no room for locks");
    private static final int NOTICES = 2;

    @Override
    public String id() {
        return "wound-wait";
    }

    @Override
    public String description() {
        return "two-phase locking over RPCs; the older wounds the younger, the younger waits";
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
        return List.of(LOCKS, AGAIN_NS, BREAKAGE);
    }

    @Override
    protected Region shared(NodeContext scope, Settings settings, int valueBytes) {
        return scope.region(
                "locks",
                LockTable.regionBytes(settings.get(LOCKS)),
                Lifetime.PROCESS,
                new Layout("example.wound-wait.locks", 1));
    }

    @Override
    protected int notices() {
        return NOTICES;
    }

    @Override
    protected RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost) {
        return new LockServer(tables, cost, settings);
    }

    @Override
    protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
        return new WoundWaitTransaction(thread, source, context);
    }

    @Override
    protected long version(long header) {
        return header;
    }

    @Override
    protected String operation(int number) {
        return OPERATIONS.get(number);
    }

    @Override
    protected String answer(int status) {
        return ANSWERS.get(status);
    }
}
