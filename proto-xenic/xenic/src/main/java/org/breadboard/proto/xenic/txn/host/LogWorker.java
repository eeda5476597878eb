// SPDX-License-Identifier: Apache-2.0
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
import org.breadboard.proto.xenic.txn.shard.HostLog;
import org.breadboard.proto.xenic.txn.shard.Journal;
import org.breadboard.proto.xenic.txn.shard.JournaledWrites;
import org.breadboard.proto.xenic.txn.shard.LogRecord;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;

/**
 * A worker thread of the host (Xenic 4.2 step 7, thread E): it goes through the log, applies the writes of the keys
 * that are its own to the tables, primaries' and backups', and says how far it has come. The coordinators tell the NIC
 * with what they send; it does so itself where they have nothing to send, or have not kept up.
 */
public final class LogWorker extends Task implements StageProgram {
    /**
     * Records of the log with writes of its own before others get their turn on the thread, and before it says how far
     * it has come; and how many with or without. No setting: the thread has nothing else to do but to post, and these
     * are a small part of any log.
     */
    private static final int BURST = 16;

    private static final int MOST_LOOKED_AT = 64;

    private final HostSetup setup;
    private final XenicOptions.Host options;
    private final HostLog log;
    private final int worker;
    private final NicCores.Channel channel;
    private final LogRecord record = new LogRecord();
    private final RecordBatch batch = record.batch();
    private final byte[] buffer;
    private final LocalRecords locals;
    private final OverlappedMisses looks;
    private final OverlappedMisses misses;
    /** Null in a run in which no machine crashes. */
    private final JournaledWrites journaled;

    private final Counter toldAlone;
    private int item;
    private long applied;
    private int idlePolls;

    /** Worker {@code number}, behind the coordinator threads. */
    public LogWorker(HostSetup setup, NodeContext scope, NicCores nic, int number) {
        this.setup = setup;
        worker = number;
        options = setup.options();
        log = setup.shard().log();
        locals = new LocalRecords(setup.shard().locals(), options.memory);
        looks = new OverlappedMisses(options.missesAtOnce);
        misses = new OverlappedMisses(options.missesAtOnce);
        Journal journal = setup.shard().journal();
        journaled = journal == null ? null : new JournaledWrites(journal, setup.shard(), options.memory, misses);
        toldAlone = scope.counter("xenic.logAcksAlone");
        buffer = new byte[nic.maxMessageBytes()];
        applied = log.head(worker);
        Stage stage = scope.stage(new StageSpec("worker" + worker, 1, ""), this);
        boolean gather = options.aggregation;
        channel = nic.openQueue(stage, setup.threads() + worker, new NicCores.ChannelSpec(1, 8, gather, gather));
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
        boolean found = burst(step);
        if (found) {
            log.head(worker, applied);
        }
        idlePolls = found ? 0 : idlePolls + 1;
        if ((log.isFarBehind(worker) || idlePolls >= options.idlePolls)
                && log.tell(step, channel, setup.node(), worker % setup.cores(), worker)) {
            toldAlone.add(1);
        }
        if (found) {
            return Next.AGAIN;
        }
        step.timer(this, options.workerPollNs);
        return Next.AWAIT;
    }

    /** Goes on through the log; whether it has come any further. */
    private boolean burst(Step step) {
        long begin = applied;
        int own = 0;
        for (int looked = 0; own < BURST && looked < MOST_LOOKED_AT; looked++) {
            looks.charge(step, options.memory.cachedNs());
            long next = log.visit(applied, HostLog.only(worker), buffer, record);
            if (next == HostLog.NOTHING) {
                looks.end();
                misses.end();
                break;
            }
            if (!applyAll(step)) {
                break;
            }
            own += batch.count() > 0 ? 1 : 0;
            applied = next;
        }
        return applied != begin;
    }

    /** Applies its own writes of the record, from where it stopped; false if it has to stop again. */
    private boolean applyAll(Step step) {
        if (item == 0) {
            step.busy(options.itemNs * batch.count());
        }
        while (item < batch.count()) {
            boolean own = setup.shard().worker(batch.table(item), batch.key(item)) == worker;
            if (own && !apply(step, item)) {
                return false;
            }
            item++;
        }
        item = 0;
        return true;
    }

    /**
     * Applies a write; false if there is no room before a removal that is another worker's. All of one header are one
     * worker's.
     */
    private boolean apply(Step step, int i) {
        if (journaled != null) {
            return journaled.apply(step, worker, record, i, true);
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
