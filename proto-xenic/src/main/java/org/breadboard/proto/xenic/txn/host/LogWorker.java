package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.kit.table.LocalRecords;
import org.breadboard.kit.table.OverlappedMisses;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;
import org.breadboard.proto.xenic.txn.shard.HostCopies;
import org.breadboard.proto.xenic.txn.shard.Journal;
import org.breadboard.proto.xenic.txn.shard.JournaledWrites;
import org.breadboard.proto.xenic.txn.shard.LogRecord;
import org.breadboard.proto.xenic.txn.shard.LogRings;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * A worker thread of the host (Xenic 4.2 step 7, thread E): it applies its ring of the log to the tables, primaries'
 * and backups', and says how far it has come. The coordinators tell the NIC with what they send; it does so itself
 * where they have nothing to send, or have not kept up.
 */
public final class LogWorker extends Task implements StageProgram {
    /**
     * Records of the log before others get their turn on the thread, and before it says how far it has come. No
     * setting: the thread has nothing else to do but to post, and 16 records are a small part of any log.
     */
    private static final int BURST = 16;

    private final HostSetup setup;
    private final XenicOptions.Host options;
    private final LogRings log;
    private final int ring;
    private final NicCores.Channel channel;
    private final LogRecord record = new LogRecord();
    private final RecordBatch batch = record.batch();
    private final byte[] buffer;
    private final LocalRecords locals;
    private final OverlappedMisses misses;
    /** Null in a run in which no machine crashes. */
    private final JournaledWrites journaled;

    private final Counter toldAlone;
    private int item;
    private long applied;
    private int idlePolls;

    /** The worker of a ring, behind the coordinator threads. */
    public LogWorker(HostSetup setup, NodeContext scope, NicCores nic, int ring) {
        this.setup = setup;
        this.ring = ring;
        options = setup.options();
        log = setup.shard().log();
        locals = new LocalRecords(setup.shard().locals(), options.memory);
        misses = new OverlappedMisses(options.missesAtOnce);
        Journal journal = setup.shard().journal();
        journaled = journal == null ? null : new JournaledWrites(journal, setup.shard(), options.memory, misses);
        toldAlone = scope.counter("xenic.logAcksAlone");
        buffer = new byte[nic.maxMessageBytes()];
        applied = log.head(ring);
        Stage stage = scope.stage(new StageSpec("worker" + ring, 1, ""), this);
        boolean gather = options.aggregation;
        channel = nic.openQueue(stage, setup.threads() + ring, new NicCores.ChannelSpec(1, 8, gather, gather));
        stage.add(this);
    }

    @Override
    public void receive(Step step, Message message) {
        throw new IllegalStateException("nobody sends to a worker");
    }

    @Override
    public Transmit transmit(Step step) {
        return channel.transmit(step);
    }

    @Override
    protected Next step(Step step) {
        int records = 0;
        while (records < BURST) {
            step.stall(options.memory.cachedNs());
            long next = log.visit(ring, applied, buffer, record);
            if (next < 0) {
                misses.end();
                break;
            }
            while (item < batch.count() && apply(step, item)) {
                item++;
            }
            if (item < batch.count()) {
                break;
            }
            item = 0;
            applied = next;
            records++;
        }
        if (records > 0) {
            log.head(ring, applied);
        }
        idlePolls = records > 0 ? 0 : idlePolls + 1;
        if ((log.isFarBehind(ring) || idlePolls >= options.idlePolls)
                && log.tell(step, channel, setup.node(), ring % setup.cores(), ring)) {
            toldAlone.add(1);
        }
        if (records > 0) {
            return Next.AGAIN;
        }
        step.timer(this, options.workerPollNs);
        return Next.AWAIT;
    }

    /**
     * Applies a record; false if there is no room before a removal that is in another ring. All of one header are in
     * one ring.
     */
    private boolean apply(Step step, int i) {
        if (journaled != null) {
            return journaled.apply(step, ring, record, i, true);
        }
        if (locals.isLocal(batch.table(i))) {
            return locals.applyNext(
                            step,
                            NicIndex.isFound(batch.word(i)) ? AccessMode.UPDATE : AccessMode.DELETE,
                            batch.table(i),
                            batch.partition(i),
                            batch.key(i),
                            !batch.is(i, RecordBatch.MORE),
                            batch.values(),
                            batch.valueAt(i))
                    != LocalRecords.NOT_NOW;
        }
        misses.charge(step, 2 * options.memory.memoryNs());
        HostCopies host = setup.shard().table(batch.table(i)).host();
        host.put(batch.partition(i), batch.key(i), batch.word(i), batch.values(), batch.valueAt(i));
        return true;
    }
}
