// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import java.util.Arrays;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.shard.XenicTable;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What a NIC does to the shard of its host because a coordinator asked for it, the own one or that of another node
 * (Xenic 4.2, thread D): lock and read, look again, log, commit, unlock. It goes as far as it can at once, and on when
 * its DMAs complete. One core.
 */
final class ShardOperation {
    private final int number;
    private final int node;
    private final Placement placement;
    private final Shard shard;
    private final HostMemory memory;
    private final int slackSlots;
    private final CoreCosts costs;
    private final Counter misses;
    private final RecordBatch batch = new RecordBatch();
    private final LogAppend log;
    private HostLookup[] lookups = new HostLookup[4];
    private long[] missed = new long[4];

    private int kind;
    private long reference;
    private int owner;
    private int pending;
    private Outcome outcome;
    private boolean alone;
    private boolean fetches;
    private boolean stuck;

    /** Operation number {@code number} of a core. */
    ShardOperation(int number, NicSetup setup, HostMemory memory, CoreCosts costs, Counter misses, Counter fullLogs) {
        this.number = number;
        this.memory = memory;
        this.costs = costs;
        this.misses = misses;
        node = setup.node();
        placement = setup.catalog().placement();
        shard = setup.shard();
        slackSlots = setup.options().slackSlots;
        log = new LogAppend(batch, number, setup, memory, costs, fullLogs);
    }

    /** What it is about; filled before it begins. */
    RecordBatch batch() {
        return batch;
    }

    int number() {
        return number;
    }

    long reference() {
        return reference;
    }

    int kind() {
        return kind;
    }

    /** The outcome. */
    Outcome outcome() {
        return outcome;
    }

    /** Whether it has to be tried again later: a log of its host is full. */
    boolean isStuck() {
        return stuck;
    }

    /**
     * Does it, as far as it can at once.
     *
     * @param number that of the message's header
     * @return whether it is over
     */
    boolean begin(Step step, int request, long transaction, int number) {
        kind = request;
        alone = number == Wire.ALONE;
        fetches = false;
        stuck = false;
        reference = transaction;
        owner = Wire.owner(transaction);
        pending = 1;
        outcome = Outcome.OK;
        int count = batch.count();
        if (count > missed.length) {
            lookups = Arrays.copyOf(lookups, count);
            missed = Arrays.copyOf(missed, count);
        }
        switch (kind) {
            case Wire.EXECUTE, Wire.SHIP -> lockAndRead(step);
            case Wire.VALIDATE -> lookAgain(step);
            case Wire.RELEASE -> unlock(step);
            case Wire.LOG, Wire.COMMIT -> {
                log.begin(kind == Wire.COMMIT, transaction, number);
                append(step);
            }
            default -> throw new IllegalStateException("kind " + kind + " is no request");
        }
        return settled(step);
    }

    private XenicTable table(int index) {
        return shard.table(batch.table(index));
    }

    private NicIndex index(int index) {
        return table(index).index(batch.partition(index));
    }

    /** Whether a record of a shipped transaction is of another shard, and came with its answer. */
    private boolean isForeign(int i) {
        return kind == Wire.SHIP && placement.node(batch.partition(i), 0) != node;
    }

    private boolean locks(int i) {
        return batch.mode(i).writes();
    }

    // Reading.

    private void lockAndRead(Step step) {
        for (int i = 0; i < batch.count() && !outcome.isRefusal(); i++) {
            if (locks(i) && !isForeign(i)) {
                costs.miss(step);
                NicIndex.Lock lock = index(i).lock(batch.key(i), owner);
                if (lock != NicIndex.Lock.GRANTED) {
                    refuse(step, i, lock == NicIndex.Lock.HELD ? Outcome.LOCKED : Outcome.EXHAUSTED);
                }
            }
        }
        for (int i = 0; i < batch.count() && !outcome.isRefusal(); i++) {
            if (isForeign(i)) {
                continue;
            }
            if (!locks(i)) {
                costs.miss(step);
            }
            if (batch.is(i, RecordBatch.ANSWERED)) {
                compare(step, i);
            } else {
                read(step, i);
            }
        }
    }

    private void read(Step step, int i) {
        batch.room(i, table(i).valueBytes());
        long word = index(i).read(batch.key(i), owner, batch.values(), batch.valueAt(i));
        missed[i] = word;
        if (word == NicIndex.LOCKED) {
            refuse(step, batch.count(), Outcome.LOCKED);
        } else if (word < 0) {
            fetch(step, i);
        } else {
            answer(i, word);
        }
    }

    private void answer(int i, long word) {
        batch.word(i, word);
        batch.set(i, RecordBatch.ANSWERED);
        if (!NicIndex.isFound(word)) {
            batch.dropValue(i);
        }
    }

    private void lookAgain(Step step) {
        for (int i = 0; i < batch.count() && !outcome.isRefusal(); i++) {
            costs.hit(step);
            compare(step, i);
        }
    }

    /** Compares a record with what the batch says of it. */
    private void compare(Step step, int i) {
        NicIndex.Check check = index(i).check(batch.key(i), owner, batch.word(i));
        if (check == NicIndex.Check.CHANGED) {
            refuse(step, batch.count(), Outcome.CHANGED);
        } else if (check == NicIndex.Check.UNKNOWN) {
            missed[i] = NicIndex.MISS_WITHOUT_PLACE;
            batch.room(i, table(i).valueBytes());
            fetch(step, i);
        }
    }

    private void fetch(Step step, int i) {
        if (lookups[i] == null) {
            lookups[i] = new HostLookup(shard, memory, slackSlots);
        }
        pending++;
        fetches = true;
        misses.add(1);
        lookups[i].begin(step, batch.table(i), batch.partition(i), batch.key(i), number, i);
    }

    /** A DMA is complete; returns whether it is over. */
    boolean completed(Step step, int part, Message message) {
        if (kind == Wire.LOG || kind == Wire.COMMIT) {
            return settled(step);
        }
        costs.hit(step);
        HostLookup lookup = lookups[part];
        if (!lookup.give(step, message, number, part, batch.values(), batch.valueAt(part))) {
            return false;
        }
        boolean compares = batch.is(part, RecordBatch.ANSWERED);
        long word = index(part)
                .fetched(batch.key(part), owner, missed[part], lookup.word(), batch.values(), batch.valueAt(part));
        if (outcome.isRefusal()) {
            return settled(step);
        }
        if (word == NicIndex.LOCKED) {
            refuse(step, batch.count(), Outcome.LOCKED);
        } else if (compares) {
            batch.dropValue(part);
            if (word != batch.word(part)) {
                refuse(step, batch.count(), Outcome.CHANGED);
            }
        } else {
            answer(part, word);
        }
        return settled(step);
    }

    /** Gives all locks back: the transaction does not commit. */
    void unlockAll(Step step) {
        unlockBefore(step, batch.count());
    }

    /** Gives back the locks of the records before {@code end}: they are all or none, and none was held before. */
    private void refuse(Step step, int end, Outcome why) {
        outcome = why;
        if (kind == Wire.EXECUTE || kind == Wire.SHIP) {
            unlockBefore(step, end);
        }
    }

    private void unlockBefore(Step step, int end) {
        for (int i = 0; i < end; i++) {
            if (locks(i) && !isForeign(i)) {
                costs.hit(step);
                index(i).unlock(batch.key(i), owner);
            }
        }
    }

    /**
     * Whether all that was only read is now as the batch says, as far as the index knows; what is locked cannot change.
     */
    private NicIndex.Check reads(Step step) {
        NicIndex.Check all = NicIndex.Check.CURRENT;
        for (int i = 0; i < batch.count() && all != NicIndex.Check.CHANGED; i++) {
            if (!locks(i) && !isForeign(i)) {
                if (fetches) {
                    costs.hit(step);
                }
                NicIndex.Check one = index(i).check(batch.key(i), owner, batch.word(i));
                all = one == NicIndex.Check.CURRENT ? all : one;
            }
        }
        return all;
    }

    private void unlock(Step step) {
        for (int i = 0; i < batch.count(); i++) {
            costs.hit(step);
            index(i).unlock(batch.key(i), owner);
        }
    }

    // Writing.

    /** Logs what is not logged yet; if a log is full, it is tried again later. */
    private void append(Step step) {
        stuck = !log.append(step);
        pending += log.takeStarted() + (stuck ? 1 : 0);
    }

    /** Tries again what was stuck; returns whether it is over. */
    boolean resume(Step step) {
        append(step);
        return settled(step);
    }

    // The end.

    /** One thing less to wait for; returns whether it is over. */
    private boolean settled(Step step) {
        if (--pending > 0) {
            return false;
        }
        if (kind == Wire.COMMIT) {
            unlock(step);
        } else if (kind == Wire.EXECUTE && alone && !outcome.isRefusal() && reads(step) == NicIndex.Check.CURRENT) {
            outcome = Outcome.CURRENT;
        } else if (kind == Wire.SHIP && !outcome.isRefusal()) {
            NicIndex.Check reads = reads(step);
            if (reads != NicIndex.Check.CURRENT) {
                refuse(step, batch.count(), reads == NicIndex.Check.CHANGED ? Outcome.CHANGED : Outcome.ELSEWHERE);
            }
        }
        return true;
    }
}
