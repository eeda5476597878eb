package com.example.snapshot;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.kit.fault.PlantedFaults;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcProtocolType;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.rpc.OldVersions;
import org.breadboard.kit.table.TableCopies;

/**
 * Snapshot isolation (Berenson et al., SIGMOD 1995) over RPCs, with primary-backup replication. Node 0 gives out
 * timestamps, as Percolator's oracle does (Peng and Dabek, OSDI 2010, section 2.2). A transaction reads the state of the
 * timestamp that it begins with. It locks what it writes, unless that was written since, and then takes the timestamp of
 * its commit.
 *
 * <p>Whoever begins after that timestamp was given out meets either the lock, and waits, or what was written. So each
 * reads all that was committed by its timestamp, and nothing else. Who only reads locks nothing, and never aborts but
 * for an old version that is gone. Write skew is possible.
 */
final class Snapshot extends RpcProtocolType {
    /** Rules that a run can leave out, to see that the checks find it. */
    enum Breakage {
        NONE,
        /** What was written since the transaction began is overwritten. */
        LAST_COMMITTER_WINS,
        /** Reads show what a record is now. */
        READ_NEWEST
    }

    static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    static final Setting<Integer> OLD_VERSIONS = Setting.count(
            "oldVersions", "", 16384, 1, 1 << 20, "old versions that a node keeps (assumed)");

    static final Setting<Double> AGAIN_NS = Setting.number(
            "againNs", "ns", 500, 1, 1e6, "after which a read looks again whether a lock is gone (assumed)");

    private static final List<String> OPERATIONS = List.of(
            "read", "lock", "unlock", "write", "stamp and unlock", "write to backup", "timestamp", "next timestamp");

    private static final List<String> ANSWERS = List.of("done", "no such record", "locked", "changed", "too old");

    @Override
    public String id() {
        return "snapshot";
    }

    @Override
    public String description() {
        return "snapshot isolation over RPCs; a node gives out timestamps";
    }

    @Override
    protected Promise promise() {
        return Promise.SNAPSHOT_ISOLATION;
    }

    @Override
    protected String store() {
        return "mica";
    }

    @Override
    protected List<Setting<?>> ownSettings() {
        return List.of(OLD_VERSIONS, AGAIN_NS, BREAKAGE);
    }

    @Override
    protected Region shared(NodeContext scope, Settings settings, int valueBytes) {
        return scope.region(
                "versions",
                VersionServer.CLOCK_BYTES + OldVersions.regionBytes(settings.get(OLD_VERSIONS), valueBytes),
                Lifetime.PROCESS,
                new Layout("example.snapshot.versions", 1));
    }

    @Override
    protected RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost) {
        return new VersionServer(tables, cost, settings);
    }

    @Override
    protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
        return new SnapshotTransaction(thread, source, context);
    }

    @Override
    protected long version(long header) {
        return VersionServer.written(header);
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
