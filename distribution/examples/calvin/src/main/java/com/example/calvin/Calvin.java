package com.example.calvin;

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
 * Calvin (Thomson et al., SIGMOD 2012) over RPCs. A transaction submits the set of records that it accesses to its
 * node's sequencer. Each node seals its batch of an epoch, and tells every other one which of its records are asked
 * for. So each node knows all requests for its records, and queues them in its lock table by epoch, node and place in
 * the batch (section 3.2). All nodes have the same order, so there are no deadlocks, and nobody aborts for a lock.
 *
 * <p>What a logic accesses after it has read is not known in advance. An attempt whose set proves too small gives its
 * locks back, and the next one submits what this one has learnt: optimistic lock location prediction (section 3.2.1),
 * whose reconnaissance is an attempt of its own, under locks.
 *
 * <p>It differs from the paper in two ways. Only the node that has submitted a transaction executes it: it reads under
 * locks, and writes to primaries. And its writes go to backups before that, where the paper replicates batches.
 *
 * <p>It is strictly serializable: a transaction takes effect when it has its last lock, and gives back none before its
 * backups have its writes, and none of a record before that is written. A lost batch stops all nodes, so that it
 * tolerates no losses.
 */
final class Calvin extends RpcProtocolType {
    /** Rules that a run can leave out, to see that the checks find it. */
    enum Breakage {
        NONE,
        /** Who is in the sequence reads at once. */
        SKIP_LOCKS,
        /** Each node puts its own batch of an epoch first. */
        OWN_FIRST,
        /** Locks are given back before anything is written. */
        RELEASE_EARLY
    }

    static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    static final Setting<Double> EPOCH_NS = Setting.number(
            "epochNs", "ns", 10_000, 100, 1e7, "for which a sequencer gathers a batch (assumed; Calvin 3.1: 10 ms)");

    static final Setting<Double> AGAIN_NS = Setting.number(
            "againNs", "ns", 1000, 1, 1e6, "after which a call that waits for a lock looks again (assumed)");


    /** Of batches to each node; more wait at their sender. */
    private static final int NOTICES = 2;

    private static final List<String> OPERATIONS =
            List.of("submit to", "release on", "read", "write", "unlock", "wake the sequencer", "batch");

    private static final List<String> ANSWERS = List.of("done", "no such record");

    @Override
    public String id() {
        return "calvin";
    }

    @Override
    public String description() {
        return "deterministic over RPCs; sequencers order transactions before they execute";
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
        return List.of(EPOCH_NS, AGAIN_NS, BREAKAGE);
    }

    @Override
    protected int notices() {
        return NOTICES;
    }

    @Override
    protected Region shared(NodeContext scope, Settings settings, int valueBytes) {
        return scope.region(
                "sequence",
                Submissions.REGION_BYTES + LockTable.regionBytes(locks(scope.nodes())),
                Lifetime.PROCESS,
                new Layout("example.calvin.sequence", 1));
    }

    /** A view of the locks in a node's shared memory. */
    static LockTable locks(Region shared, int nodes) {
        return new LockTable(shared, Submissions.REGION_BYTES, locks(nodes));
    }

    /** As many as two epochs may ask for: one can be put in order while who gives up waits for the one before. */
    private static int locks(int nodes) {
        return 2 * nodes * Submissions.ROOM;
    }

    @Override
    protected RecordServer server(Settings settings, TableCopies[] tables, MemoryCost cost) {
        return new SequencedServer(tables, cost, settings);
    }

    @Override
    protected RpcTransaction transaction(RpcThread thread, TransactionSource source, int context) {
        return new CalvinTransaction(thread, source, context);
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
