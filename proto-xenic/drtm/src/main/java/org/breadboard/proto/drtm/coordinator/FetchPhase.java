// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.table.LocalTable;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.setup.DrtmOptions;
import org.breadboard.proto.drtm.setup.Reads;
import org.breadboard.proto.drtm.setup.Way;
import org.breadboard.proto.drtm.table.RecordWord;
import org.breadboard.proto.drtm.table.Records;
import org.breadboard.proto.drtm.table.RemoteTable;

/**
 * Reads what the logic asks for: ordered tables and one's own records by the CPU, those of others by a READ to the
 * address that is known, by a walk of READs through the table's buckets, or by an RPC. What is locked ends the attempt.
 */
final class FetchPhase extends DrtmPhase {
    private static final Set<AccessMode> READABLE = EnumSet.of(AccessMode.READ, AccessMode.UPDATE);

    /** For each table the cursors of accesses, which walk beside one another. */
    private final Cursor[][] walks;

    private int declared;
    /** How many parts of ranges there were before: the others are items behind what is declared. */
    private int partsBefore;

    FetchPhase(DrtmAttempt attempt) {
        super(attempt);
        walks = new Cursor[attempt.setup().tables()][0];
    }

    @Override
    protected void begin(Step step) {
        declared = attempt().transaction().accesses();
        partsBefore = attempt().ranges().parts();
        attempt().ranges().open(first());
    }

    @Override
    protected int first() {
        return attempt().fetched();
    }

    /** The rows of ranges come behind what is declared, and with their values. */
    @Override
    protected int items() {
        return declared + attempt().ranges().parts() - partsBefore;
    }

    @Override
    protected boolean hasMore() {
        return attempt().ranges().more();
    }

    /**
     * A READ has the coroutine yield until it is there (DrTM+H's source: {@code rdma_op_impl.hpp},
     * {@code rdma_read_val}). An RPC may, too. What the CPU reads itself keeps nobody waiting.
     */
    @Override
    protected boolean isOneByOne() {
        boolean reads = attempt().options().reads == Reads.ONE_BY_ONE
                && attempt().verbs().window().underWay() > 0;
        return reads
                || attempt().options().rpcReads == Reads.ONE_BY_ONE
                        && attempt().requests().isAsking();
    }

    @Override
    protected boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        if (access >= declared) {
            return fetchPart(step, access - declared + partsBefore);
        }
        if (attempt().ranges().isSpread(access)) {
            return true;
        }
        if (attempt().isLocal(access)) {
            fetchLocally(step, access);
            return true;
        }
        if (!READABLE.contains(transaction.mode(access))) {
            throw new IllegalStateException(
                    "DrTM+H's hash tables here hold a fixed set of records, found by their keys: they have"
                            + " no access of mode " + transaction.mode(access));
        }
        if (attempt().isNear(access)) {
            readHere(step, access);
            return true;
        }
        return readThere(step, access);
    }

    private boolean fetchPart(Step step, int part) {
        SpreadRanges ranges = attempt().ranges();
        if (!ranges.isHere(part)) {
            return attempt().requests().askPart(step, ranges, part, false);
        }
        attempt().fail(ranges.fetchHere(step, part));
        return true;
    }

    private void fetchLocally(Step step, int access) {
        Footprint footprint = attempt().footprint();
        if (!attempt().isHere(access)) {
            LocalTable table = setup().locals.table(attempt().transaction().table(access));
            throw table.elsewhere(setup().node, footprint.node(access));
        }
        attempt().fail(attempt().local().fetch(step, access, footprint.partition(access)));
    }

    private void readHere(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        int table = transaction.table(access);
        Records records = setup().records;
        byte[] record = footprint.record(setup().table(table).valueBytes());
        records.read(step, table, footprint.partition(access), transaction.key(access), record, 0);
        take(access, record, 0, Long.BYTES);
        if (transaction.found(access)) {
            footprint.stands(access, records.headerAddress(), records.valueAddress());
        }
    }

    private boolean readThere(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        DrtmOptions options = attempt().options();
        RemoteTable table = setup().table(transaction.table(access));
        Cursor cursor = walk(access);
        boolean byRpc = options.read == Way.RPC;
        if (!byRpc && !options.addressCache) {
            cursor.find(transaction.key(access));
            return attempt().verbs().read(step, attempt(), access, cursor.needAddress(), cursor.needBytes());
        }
        if (!byRpc || options.needsAddresses()) {
            step.stall(options.memory.memoryNs());
            if (table.locate(cursor, footprint.partition(access), transaction.key(access))) {
                footprint.stands(access, cursor.headerAddress(), cursor.valueAddress());
            } else if (!byRpc) {
                transaction.missing(access, 0);
                return true;
            }
        }
        if (byRpc) {
            return ask(step, access);
        }
        int recordBytes = footprint.recordBytes(access, table.valueBytes());
        return attempt().verbs().read(step, attempt(), access, cursor.headerAddress(), recordBytes);
    }

    /** Asks for a record by RPC. Who locks what it reads locks it once, and reads what it has locked. */
    private boolean ask(Step step, int access) {
        Footprint footprint = attempt().footprint();
        if (attempt().options().consolidate
                && !footprint.isReadLocking(access)
                && footprint.mayWrite(attempt().transaction(), footprint.leader(access), access)) {
            footprint.readsLocking(access);
        }
        return footprint.isReadLocking(access)
                ? attempt().requests().addLocking(step, attempt(), access)
                : attempt().requests().add(step, Rpc.READ, attempt(), access, 0);
    }

    private Cursor walk(int access) {
        int table = attempt().transaction().table(access);
        Cursor[] ofTable = walks[table];
        if (access >= ofTable.length) {
            ofTable = Arrays.copyOf(ofTable, access + 8);
            walks[table] = ofTable;
        }
        if (ofTable[access] == null) {
            ofTable[access] = setup().table(table).cursor();
        }
        return ofTable[access];
    }

    @Override
    protected void completed(Step step, int access, Message message) {
        Footprint footprint = attempt().footprint();
        if (footprint.isWalking(access)) {
            walkOn(step, access, message);
        } else {
            take(access, message.bytes(), 0, footprint.valueOffset(access));
        }
    }

    private void walkOn(Step step, int access, Message message) {
        Footprint footprint = attempt().footprint();
        Cursor cursor = walk(access);
        long from = cursor.needAddress();
        Cursor.State state = cursor.give(message.bytes(), 0);
        if (state == Cursor.State.ABSENT) {
            attempt().transaction().missing(access, 0);
        } else if (state == Cursor.State.NEED) {
            readOn(step, access, cursor);
        } else {
            footprint.stands(access, cursor.headerAddress(), cursor.valueAddress());
            int at = (int) (cursor.headerAddress() - from);
            take(access, message.bytes(), at, footprint.valueOffset(access));
        }
    }

    /** Reads on from within a completion; the queue has room, since a verb of this coroutine has just left it. */
    private void readOn(Step step, int access, Cursor cursor) {
        if (!attempt().verbs().read(step, attempt(), access, cursor.needAddress(), cursor.needBytes())) {
            throw new IllegalStateException("a queue pair has no room for the verb that follows one that is complete");
        }
        attempt().verbs().window().ringDoorbells(step);
    }

    @Override
    void answered(Step step, int from, int posted, Message reply) {
        if (Rpc.isPart(reply)) {
            attempt().fail(attempt().ranges().answered(Rpc.part(reply), reply.bytes(), Rpc.REPLY_BYTES));
            return;
        }
        Footprint footprint = attempt().footprint();
        int at = Rpc.REPLY_BYTES;
        for (int i = from; i < Math.min(posted, declared); i++) {
            if (!attempt().isLocal(i) && footprint.node(i) == reply.sourceNode()) {
                take(i, reply.bytes(), at, Long.BYTES);
                boolean found = reply.getLong(at) != RecordWord.ABSENT;
                int table = attempt().transaction().table(i);
                at += Long.BYTES + (found ? setup().table(table).valueBytes() : 0);
            }
        }
    }

    /** Takes a record whose header word is at {@code at}, and its value so far behind that. */
    private void take(int access, byte[] bytes, int at, int valueOffset) {
        Transaction transaction = attempt().transaction();
        long word = Bytes.getLong(bytes, at);
        if (word == RecordWord.ABSENT) {
            transaction.missing(access, 0);
        } else if (RecordWord.isLocked(word)) {
            attempt().fail(AbortReason.LOCKED);
        } else {
            if (attempt().footprint().locksByReading(access)) {
                attempt().footprint().lock(access);
            }
            int valueBytes = setup().table(transaction.table(access)).valueBytes();
            transaction.fetched(access, RecordWord.version(word), bytes, at + valueOffset, valueBytes);
        }
    }
}
