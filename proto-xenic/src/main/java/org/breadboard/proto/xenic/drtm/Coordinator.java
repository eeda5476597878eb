package org.breadboard.proto.xenic.drtm;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.table.RecordWord;

/**
 * A coroutine that runs transactions (Xenic 2.2.1): it fetches what the logic asks for, locks what it writes, looks again at what it
 * only read, logs at backups, and commits at primaries; or releases its locks. A phase asks all nodes at once, each by a verb for
 * each record or by one RPC, and ends when all have answered; the own node is asked directly.
 *
 * <p>The transaction is reported when the log has it everywhere; the coroutine takes the next one when the primaries have
 * answered, too.
 */
final class Coordinator extends Task {
    private enum Phase {
        NEXT,
        FETCH,
        LOCK,
        VALIDATE,
        LOG,
        COMMIT,
        RELEASE
    }

    private static final Set<AccessMode> READABLE = EnumSet.of(AccessMode.READ, AccessMode.UPDATE);
    private static final int HEADER_READ_BYTES = 16;
    /** What an operation that is under way is about, if it is no item of the phase. */
    private static final int RING_HEAD = -1;

    private final DrtmThread thread;
    private final DrtmOptions options;
    private final TransactionSource source;
    private final int context;
    private final Footprint footprint = new Footprint();
    private final Message[] requests;
    private final boolean[] rung;
    private final Cursor[][] walks;

    private Phase phase = Phase.NEXT;
    private Transaction transaction;
    private int round;
    private int fetched;
    private boolean decided;
    private AbortReason failure;
    private int item;
    private int awaited;
    private boolean readingHead;

    // Verbs under way, in the order of posting: their nodes, and their items.
    private int[] verbNode = new int[16];
    private int[] verbItem = new int[16];
    private int verbs;

    Coordinator(DrtmThread thread, TransactionSource source, int context) {
        this.thread = thread;
        this.options = thread.options();
        this.source = source;
        this.context = context;
        requests = new Message[thread.nodes()];
        rung = new boolean[thread.nodes()];
        walks = new Cursor[thread.tables()][0];
    }

    @Override
    protected Next step(Step step) {
        step.busy(2 * options.switchNs());
        return phase == Phase.NEXT ? begin(step) : advance(step);
    }

    private Next begin(Step step) {
        double waitNs = source.next(step, context);
        if (waitNs == TransactionSource.STOP) {
            return Next.DONE;
        }
        if (waitNs != TransactionSource.NOW) {
            step.timer(this, waitNs);
            return Next.AWAIT;
        }
        transaction = source.transaction(context);
        round = 0;
        fetched = 0;
        failure = null;
        runLogic(step);
        return advance(step);
    }

    // The order of phases.

    /** Goes on until something has to be waited for. */
    private Next advance(Step step) {
        while (phase != Phase.NEXT) {
            int items = items();
            while (item < items && (failure == null || phase == Phase.RELEASE) && post(step, item)) {
                item++;
            }
            sendRequests(step);
            ringDoorbells(step);
            if (awaited > 0) {
                return Next.AWAIT;
            }
            if (failure != null && phase != Phase.RELEASE) {
                enter(Phase.RELEASE);
            } else if (item < items) {
                return Next.AGAIN;
            } else {
                phaseDone(step);
            }
        }
        return Next.AGAIN;
    }

    private void enter(Phase next) {
        phase = next;
        item = next == Phase.FETCH ? fetched : 0;
    }

    private int items() {
        return phase == Phase.LOG ? thread.nodes() : transaction.accesses();
    }

    private void runLogic(Step step) {
        step.busy(transaction.logic().computeNs());
        Decision decision = transaction.logic().run(round++, transaction);
        if (decision == Decision.ABORT) {
            failure = AbortReason.APPLICATION;
            enter(Phase.RELEASE);
            return;
        }
        decided = decision == Decision.COMMIT;
        footprint.place(transaction, thread.placement());
        if (decided && fetched == transaction.accesses()) {
            decide();
        } else {
            enter(Phase.FETCH);
        }
    }

    /** The logic has all it wants. */
    private void decide() {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i) && !transaction.found(i)) {
                throw new IllegalStateException("DrTM+H's tables here hold a fixed set of records: key "
                        + transaction.key(i) + " of table " + transaction.table(i) + " is written, but there is none");
            }
        }
        if (!footprint.fits(transaction, thread)) {
            failure = AbortReason.EXHAUSTED;
            enter(Phase.RELEASE);
            return;
        }
        enter(Phase.LOCK);
    }

    private void phaseDone(Step step) {
        switch (phase) {
            case FETCH -> {
                fetched = transaction.accesses();
                if (decided) {
                    decide();
                } else {
                    runLogic(step);
                }
            }
            case LOCK -> enter(Phase.VALIDATE);
            case VALIDATE -> {
                for (int i = 0; i < transaction.accesses(); i++) {
                    if (transaction.written(i)) {
                        transaction.installed(i, transaction.readVersion(footprint.leader(i)) + 1);
                    }
                }
                enter(Phase.LOG);
            }
            case LOG -> {
                source.committed(step, context);
                enter(Phase.COMMIT);
            }
            case COMMIT -> phase = Phase.NEXT;
            case RELEASE -> {
                phase = Phase.NEXT;
                source.aborted(step, context, failure);
            }
            default -> throw new IllegalStateException("no phase ends before a transaction begins");
        }
    }

    // What the phases do with their items.

    /** Does one item, or asks for it; false if a queue or a ring has no room: try again. */
    private boolean post(Step step, int at) {
        return switch (phase) {
            case FETCH -> fetch(step, at);
            case LOCK -> !footprint.leads(transaction, at) || lock(step, at);
            case VALIDATE -> footprint.isHeld(at) || validate(step, at);
            case LOG -> !footprint.isBackup(transaction, thread.placement(), at) || log(step, at);
            case COMMIT -> !footprint.isLastWrite(transaction, at) || commit(step, at);
            case RELEASE -> !footprint.isHeld(at) || release(step, at);
            case NEXT -> throw new IllegalStateException("there is no transaction");
        };
    }

    private boolean fetch(Step step, int access) {
        if (!READABLE.contains(transaction.mode(access))) {
            throw new IllegalStateException(
                    "DrTM+H's tables here hold a fixed set of records, found by their keys: it has no"
                            + " access of mode " + transaction.mode(access));
        }
        int node = footprint.node(access);
        if (node == thread.node()) {
            byte[] record =
                    footprint.record(thread.table(transaction.table(access)).valueBytes());
            thread.records()
                    .read(
                            step,
                            transaction.table(access),
                            footprint.partition(access),
                            transaction.key(access),
                            record,
                            0);
            takeRecord(access, record, 0);
            if (transaction.found(access)) {
                footprint.stands(
                        access,
                        thread.records().headerAddress(),
                        thread.records().valueAddress());
            }
            return true;
        }
        RemoteTable table = thread.table(transaction.table(access));
        Cursor cursor = walk(access);
        boolean byRpc = options.read() == Way.RPC;
        if (!byRpc && !options.addressCache()) {
            cursor.find(transaction.key(access));
            return read(step, access, cursor.needAddress(), cursor.needBytes());
        }
        if (!byRpc || options.needsAddresses()) {
            step.busy(options.memoryNs());
            if (table.locate(cursor, footprint.partition(access), transaction.key(access))) {
                footprint.stands(access, cursor.headerAddress(), cursor.valueAddress());
            } else if (!byRpc) {
                transaction.missing(access, 0);
                return true;
            }
        }
        if (byRpc) {
            return request(step, Rpc.READ, access, 0);
        }
        return read(step, access, cursor.headerAddress(), footprint.recordBytes(access, table.valueBytes()));
    }

    /** The cursor of an access, which walks beside those of the others. */
    private Cursor walk(int access) {
        int table = transaction.table(access);
        Cursor[] ofTable = walks[table];
        if (access >= ofTable.length) {
            ofTable = Arrays.copyOf(ofTable, access + 8);
            walks[table] = ofTable;
        }
        if (ofTable[access] == null) {
            ofTable[access] = thread.table(table).cursor();
        }
        return ofTable[access];
    }

    private boolean lock(Step step, int access) {
        long version = transaction.readVersion(access);
        int node = footprint.node(access);
        if (options.lock() == Way.ONE_SIDED) {
            long word = RecordWord.of(version);
            String name = thread.table(transaction.table(access)).regionName(footprint.partition(access));
            QueuePair queuePair = thread.queuePair(node);
            return posted(
                    node,
                    access,
                    queuePair.compareAndSwap(
                            step, this, name, footprint.headerAddress(access), word, RecordWord.locked(word)));
        }
        if (node != thread.node()) {
            return request(step, Rpc.LOCK, access, version);
        }
        boolean locked = thread.records()
                .lock(step, transaction.table(access), footprint.partition(access), transaction.key(access), version);
        taken(access, locked);
        return true;
    }

    private void taken(int access, boolean locked) {
        if (locked) {
            footprint.hold(access);
        } else {
            fail(AbortReason.LOCKED);
        }
    }

    private boolean validate(Step step, int access) {
        long version = transaction.readVersion(access);
        int leader = footprint.leader(access);
        if (footprint.isHeld(leader)) {
            if (transaction.readVersion(leader) != version) {
                fail(AbortReason.VALIDATION);
            }
            return true;
        }
        if (!transaction.found(access)) {
            // The records of a table are those that it began with: what is missing stays missing.
            return true;
        }
        int node = footprint.node(access);
        if (node == thread.node()) {
            boolean current = thread.records()
                    .isCurrent(
                            step,
                            transaction.table(access),
                            footprint.partition(access),
                            transaction.key(access),
                            version);
            if (!current) {
                fail(AbortReason.VALIDATION);
            }
            return true;
        }
        return options.validate() == Way.RPC
                ? request(step, Rpc.VALIDATE, access, version)
                : read(step, access, footprint.headerAddress(access), HEADER_READ_BYTES);
    }

    private boolean log(Step step, int node) {
        if (node == thread.node()) {
            return applyHere(step);
        }
        if (options.log() == Way.RPC) {
            for (int i = 0; i < transaction.accesses(); i++) {
                if (footprint.isLastWrite(transaction, i) && footprint.backs(thread.placement(), i, node)) {
                    requestWrite(step, Rpc.LOG, node, i);
                }
            }
            return true;
        }
        LogTails tails = thread.tails();
        QueuePair queuePair = thread.queuePair(node);
        long ring = ReplicaLog.headAddress(thread.node(), thread.number(), thread.threads(), options.logSlots());
        if (tails.isFull(node)) {
            if (!readingHead) {
                readingHead = posted(node, RING_HEAD, queuePair.read(step, this, ReplicaLog.NAME, ring, Long.BYTES));
            }
            return false;
        }
        Message record = step.take(ReplicaLog.SLOT_BYTES);
        long number = tails.upcoming(node);
        record.lengthBytes(footprint.encode(transaction, thread.placement(), node, number, record.bytes()));
        long address = ReplicaLog.address(thread.node(), thread.number(), thread.threads(), options.logSlots(), number);
        if (!posted(node, node, queuePair.write(step, this, ReplicaLog.NAME, address, record))) {
            step.release(record);
            return false;
        }
        tails.wrote(node);
        return true;
    }

    /** This node is a backup of what its own transaction writes. */
    private boolean applyHere(Step step) {
        boolean all = true;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (footprint.isLastWrite(transaction, i) && footprint.backs(thread.placement(), i, thread.node())) {
                all &= thread.records()
                        .apply(
                                step,
                                transaction.table(i),
                                footprint.partition(i),
                                transaction.key(i),
                                transaction.installedVersion(i),
                                transaction.values(),
                                transaction.newAt(i),
                                transaction.newBytes(i));
            }
        }
        return all;
    }

    private boolean commit(Step step, int access) {
        int node = footprint.node(access);
        if (node == thread.node()) {
            thread.records()
                    .commit(
                            step,
                            transaction.table(access),
                            footprint.partition(access),
                            transaction.key(access),
                            transaction.installedVersion(access),
                            transaction.values(),
                            transaction.newAt(access),
                            transaction.newBytes(access));
            return true;
        }
        if (options.commit() == Way.RPC) {
            return requestWrite(step, Rpc.COMMIT, node, access);
        }
        Message value = step.take(transaction.newBytes(access));
        System.arraycopy(
                transaction.values(), transaction.newAt(access), value.bytes(), 0, transaction.newBytes(access));
        value.lengthBytes(transaction.newBytes(access));
        // The value needs room for the header behind it, or neither goes: nobody may find a record unlocked too early.
        return write(step, access, footprint.valueAddress(access), value, false)
                && writeHeader(step, access, transaction.installedVersion(access));
    }

    private boolean release(Step step, int access) {
        int node = footprint.node(access);
        if (node == thread.node()) {
            thread.records()
                    .release(step, transaction.table(access), footprint.partition(access), transaction.key(access));
            return true;
        }
        return options.lock() == Way.RPC
                ? request(step, Rpc.RELEASE, access, 0)
                : writeHeader(step, access, transaction.readVersion(access));
    }

    // Asking other nodes.

    private boolean read(Step step, int access, long address, int lengthBytes) {
        int node = footprint.node(access);
        String name = thread.table(transaction.table(access)).regionName(footprint.partition(access));
        return posted(node, access, thread.queuePair(node).read(step, this, name, address, lengthBytes));
    }

    private boolean writeHeader(Step step, int access, long version) {
        Message word = step.take(Long.BYTES);
        word.putLong(0, RecordWord.of(version));
        word.lengthBytes(Long.BYTES);
        return write(step, access, footprint.headerAddress(access), word, true);
    }

    private boolean write(Step step, int access, long address, Message payload, boolean signalled) {
        int node = footprint.node(access);
        String name = thread.table(transaction.table(access)).regionName(footprint.partition(access));
        boolean room = thread.queuePair(node).write(step, signalled ? this : null, name, address, payload);
        if (!room) {
            step.release(payload);
            return false;
        }
        if (signalled) {
            posted(node, access, true);
        } else {
            rung[node] = true;
            thread.countVerb();
        }
        return true;
    }

    /** Notes a verb that was posted. */
    private boolean posted(int node, int about, boolean room) {
        if (!room) {
            return false;
        }
        if (verbs == verbNode.length) {
            verbNode = Arrays.copyOf(verbNode, verbs * 2);
            verbItem = Arrays.copyOf(verbItem, verbs * 2);
        }
        verbNode[verbs] = node;
        verbItem[verbs++] = about;
        rung[node] = true;
        awaited++;
        thread.countVerb();
        return true;
    }

    private void ringDoorbells(Step step) {
        for (int node = 0; node < rung.length; node++) {
            if (rung[node]) {
                rung[node] = false;
                thread.queuePair(node).doorbell(step);
            }
        }
    }

    /** Adds an access without a value to the request to its primary. */
    private boolean request(Step step, int op, int access, long version) {
        Message request = open(step, op, footprint.node(access));
        Rpc.add(request, transaction, access, footprint.partition(access), version);
        return true;
    }

    /** Adds what an access writes to the request to a node. */
    private boolean requestWrite(Step step, int op, int node, int access) {
        Message request = open(step, op, node);
        Rpc.addWrite(request, transaction, access, footprint.partition(access));
        return true;
    }

    private Message open(Step step, int op, int node) {
        if (requests[node] == null) {
            requests[node] = step.take(thread.maxMessageBytes());
            Rpc.begin(requests[node], op, context, attempt());
        }
        return requests[node];
    }

    private void sendRequests(Step step) {
        for (int node = 0; node < requests.length; node++) {
            if (requests[node] != null) {
                thread.send(step, node, requests[node]);
                requests[node] = null;
                awaited++;
            }
        }
    }

    // What came back.

    @Override
    protected boolean completed(Step step, Message message) {
        int node = message.sourceNode();
        thread.queuePair(node).polled(step, message);
        int about = firstUnderWay(node);
        awaited--;
        switch (phase) {
            case FETCH -> readCompleted(step, about, message);
            case LOCK -> taken(about, message.getLong(0) == RecordWord.of(transaction.readVersion(about)));
            case VALIDATE -> {
                if (message.getLong(0) != RecordWord.of(transaction.readVersion(about))) {
                    fail(AbortReason.VALIDATION);
                }
            }
            case LOG -> {
                if (about == RING_HEAD) {
                    readingHead = false;
                    thread.tails().applied(node, message.getLong(0));
                }
            }
            default -> {
                // The record is written and unlocked: nothing is left to do.
            }
        }
        return awaited == 0;
    }

    /** The item of the verb that was posted first of those that are under way to a node: they complete in that order. */
    private int firstUnderWay(int node) {
        for (int i = 0; i < verbs; i++) {
            if (verbNode[i] == node) {
                int about = verbItem[i];
                verbs--;
                System.arraycopy(verbNode, i + 1, verbNode, i, verbs - i);
                System.arraycopy(verbItem, i + 1, verbItem, i, verbs - i);
                return about;
            }
        }
        throw new IllegalStateException("a verb completes at node " + node + " that nobody has posted");
    }

    private void readCompleted(Step step, int access, Message message) {
        RemoteTable table = thread.table(transaction.table(access));
        if (!footprint.isWalking(access)) {
            takeRecord(access, message.bytes(), 0, footprint.valueOffset(access));
            return;
        }
        Cursor cursor = walk(access);
        long from = cursor.needAddress();
        int length = message.lengthBytes();
        Cursor.State state = cursor.give(message.bytes(), 0);
        if (state == Cursor.State.ABSENT) {
            transaction.missing(access, 0);
        } else if (state == Cursor.State.NEED) {
            again(step, access, cursor.needAddress(), cursor.needBytes());
        } else {
            footprint.stands(access, cursor.headerAddress(), cursor.valueAddress());
            long end = cursor.headerAddress() + footprint.recordBytes(access, table.valueBytes());
            if (cursor.headerAddress() >= from && end <= from + length) {
                int at = (int) (cursor.headerAddress() - from);
                takeRecord(access, message.bytes(), at, footprint.valueOffset(access));
            } else {
                again(step, access, cursor.headerAddress(), (int) (end - cursor.headerAddress()));
            }
        }
    }

    /** Reads on from within a completion; the queue has room, since a verb of this coroutine has just left it. */
    private void again(Step step, int access, long address, int lengthBytes) {
        if (!read(step, access, address, lengthBytes)) {
            throw new IllegalStateException("a queue pair has no room for the verb that follows one that is complete");
        }
        ringDoorbells(step);
    }

    private void takeRecord(int access, byte[] bytes, int at) {
        takeRecord(access, bytes, at, Long.BYTES);
    }

    private void takeRecord(int access, byte[] bytes, int at, int valueOffset) {
        long word = Bytes.getLong(bytes, at);
        if (word == Rpc.ABSENT) {
            transaction.missing(access, 0);
        } else if (RecordWord.isLocked(word)) {
            fail(AbortReason.LOCKED);
        } else {
            int valueBytes = thread.table(transaction.table(access)).valueBytes();
            transaction.fetched(access, RecordWord.version(word), bytes, at + valueOffset, valueBytes);
        }
    }

    /** A peer has answered the request of this phase; says whether that was the last answer awaited. */
    boolean answered(Step step, Message reply) {
        awaited--;
        int node = reply.sourceNode();
        boolean ok = reply.getLong(0) == Rpc.OK;
        switch (phase) {
            case FETCH -> takeRecords(node, reply);
            case LOCK -> {
                // Those behind the item at which a failure ended the phase were not asked for.
                for (int i = 0; i < item; i++) {
                    if (footprint.node(i) == node && footprint.leads(transaction, i)) {
                        taken(i, ok);
                    }
                }
            }
            case VALIDATE -> {
                if (!ok) {
                    fail(AbortReason.VALIDATION);
                }
            }
            case LOG -> {
                if (!ok) {
                    log(step, node);
                    sendRequests(step);
                }
            }
            default -> {
                // The records are written or released: nothing is left to do.
            }
        }
        return awaited == 0;
    }

    private void takeRecords(int node, Message reply) {
        int at = Rpc.REPLY_BYTES;
        for (int i = fetched; i < item; i++) {
            if (footprint.node(i) == node) {
                takeRecord(i, reply.bytes(), at);
                boolean found = reply.getLong(at) != Rpc.ABSENT;
                at += Long.BYTES + (found ? thread.table(transaction.table(i)).valueBytes() : 0);
            }
        }
    }

    private void fail(AbortReason reason) {
        failure = failure == null ? reason : failure;
    }
}
