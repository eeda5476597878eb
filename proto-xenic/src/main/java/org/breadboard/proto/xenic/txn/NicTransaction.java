package org.breadboard.proto.xenic.txn;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.protocol.Placement;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;

/**
 * A transaction on the NIC that coordinates it (Xenic 4.2, thread C): it asks the primaries to lock and read, lets the host or itself
 * execute, looks again at what was only read, has the write set logged, reports, and has it committed. A phase asks all nodes
 * at once, the own one directly, and ends when all have answered. One core.
 */
final class NicTransaction {
    private enum Phase {
        FREE,
        EXECUTE,
        ON_HOST,
        LOCK,
        VALIDATE,
        LOG,
        COMMIT,
        LOCK_LOCAL,
        SHIPPED
    }

    /** More than will ever be awaited: the remote NIC has not said yet how many backups will answer. */
    private static final int UNKNOWN = 1 << 16;

    private final XenicCore core;
    private final int slot;
    private final Transaction transaction = new Transaction();
    private final AccessPlan plan = new AccessPlan();
    private final RecordBatch submitted = new RecordBatch();
    private final RecordBatch result = new RecordBatch();
    private final RecordBatch ordered = new RecordBatch();
    private int[] tags = new int[16];
    private boolean[] asked = new boolean[16];

    private Phase phase = Phase.FREE;
    private int use;
    private long reference;
    private long host;
    private int type;
    private byte[] input = new byte[64];
    private int inputBytes;
    private boolean shippable;
    private boolean decided;
    private boolean usesOrder;
    private int round;
    private int fetched;
    private int told;
    private int awaited;
    private int answers;
    private boolean current;
    private Outcome failure;
    private int remote;
    private int remoteOperation;
    private boolean mayHop;

    NicTransaction(XenicCore core, int slot) {
        this.core = core;
        this.slot = slot;
    }

    int slot() {
        return slot;
    }

    /** The client's transaction, which the host keeps. */
    Transaction home() {
        return core.node().home(HostWire.thread(host), HostWire.context(host));
    }

    // From the host.

    /** Takes a transaction from the host. */
    void begin(Step step, Message message) {
        reference = Wire.reference(core.node().number(), core.number(), slot, ++use);
        host = Wire.reference(message);
        mayHop = core.options().multiHop();
        int number = Wire.number(message);
        type = HostWire.type(number);
        shippable = HostWire.isShippable(number);
        decided = HostWire.isDecided(number);
        usesOrder = HostWire.isOrdered(number);
        int at = Wire.HEADER_BYTES;
        inputBytes = 0;
        if (shippable) {
            inputBytes = (int) message.getLong(at);
            input = inputBytes > input.length ? new byte[inputBytes] : input;
            System.arraycopy(message.bytes(), at + Long.BYTES, input, 0, inputBytes);
            at += Long.BYTES + inputBytes;
        }
        submitted.clear();
        submitted.decode(message.bytes(), at, Wire.records(message));
        restart(step);
    }

    private void restart(Step step) {
        transaction.begin(type, core.node().run().logic(type));
        for (int at = 0; at < inputBytes; at += Long.BYTES) {
            transaction.putInput(Bytes.getLong(input, at));
        }
        plan.clear();
        ordered.clear();
        round = 1;
        fetched = 0;
        failure = null;
        current = false;
        take(submitted);
        told = decided ? transaction.accesses() : 0;
        if (shippable && mayHop && findRemote()) {
            shipTo(step);
        } else {
            execute(step);
        }
    }

    /** Takes what the host says of records: accesses that are new, and what it writes. */
    private void take(RecordBatch batch) {
        for (int i = 0; i < batch.count(); i++) {
            if (batch.is(i, RecordBatch.ORDERED)) {
                ordered.add(batch, i);
                continue;
            }
            int access = accessOf(batch.tag(i));
            if (access < 0) {
                access = Answers.declare(transaction, batch.mode(i), batch.table(i), batch.key(i));
                if (access >= tags.length) {
                    tags = Arrays.copyOf(tags, 2 * access);
                }
                tags[access] = batch.tag(i);
                if (batch.is(i, RecordBatch.ANSWERED)) {
                    Answers.answer(transaction, access, batch, i);
                }
            }
            if (batch.is(i, RecordBatch.WRITTEN)) {
                Answers.takeWrite(transaction, access, batch, i);
            }
        }
        plan.place(transaction, core.node().placement());
        if (transaction.accesses() > asked.length) {
            asked = Arrays.copyOf(asked, 2 * transaction.accesses());
        }
    }

    private int accessOf(int tag) {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (tags[i] == tag) {
                return i;
            }
        }
        return -1;
    }

    /** The host has executed: it wants more, or has decided. */
    void executed(Step step, Message message) {
        Outcome outcome = Outcome.of(Wire.outcome(message));
        if (outcome.isRefusal()) {
            abort(step, outcome);
            return;
        }
        submitted.clear();
        submitted.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
        decided = HostWire.isDecided(Wire.number(message));
        usesOrder |= HostWire.isOrdered(Wire.number(message));
        take(submitted);
        execute(step);
    }

    // The order of phases.

    private void execute(Step step) {
        enter(step, Phase.EXECUTE);
    }

    private void enter(Step step, Phase next) {
        phase = next;
        awaited = 1;
        answers = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            asked[i] = !wants(i);
        }
        for (int i = 0; i < transaction.accesses(); i++) {
            if (!asked[i]) {
                ask(step, i);
            }
        }
        arrived(step);
    }

    /** Whether an access is asked about in this phase. */
    private boolean wants(int i) {
        if (plan.leader(i) != i && phase != Phase.EXECUTE) {
            return false;
        }
        return switch (phase) {
            case EXECUTE -> !transaction.answered(i) && isAskedFirst(i);
            case LOCK -> plan.isWritten(transaction, i) && !plan.isHeld(i);
            case VALIDATE -> !plan.isHeld(i) && !skipsValidation();
            case COMMIT -> plan.isHeld(i) || plan.isWritten(transaction, i);
            case LOCK_LOCAL -> plan.node(i) == core.node().number();
            default -> throw new IllegalStateException("phase " + phase + " asks nobody about records");
        };
    }

    private boolean skipsValidation() {
        return core.options().breakage() == Breakage.SKIP_VALIDATION;
    }

    /** Of the accesses to one record, the first unanswered one is asked about, unless an earlier one has the answer. */
    private boolean isAskedFirst(int i) {
        int leader = plan.leader(i);
        if (leader == i) {
            return true;
        }
        if (transaction.answered(leader)
                && (plan.isHeld(leader) || !locksWhatItReads() || !plan.mayWrite(transaction, leader, i))) {
            return false;
        }
        for (int j = leader; j < i; j++) {
            if (plan.leader(j) == leader && !transaction.answered(j)) {
                return false;
            }
        }
        return true;
    }

    /** Sends one request about an access and, if they may share it, all others of its node. */
    private void ask(Step step, int first) {
        RecordBatch batch = core.outgoing();
        batch.clear();
        int node = plan.node(first);
        boolean writes = false;
        for (int i = first; i < transaction.accesses(); i++) {
            if (!asked[i] && plan.node(i) == node) {
                asked[i] = true;
                writes |= put(batch, i);
                if (!core.options().combined()) {
                    break;
                }
            }
        }
        int kind = switch (phase) {
            case EXECUTE, LOCK, LOCK_LOCAL -> Wire.EXECUTE;
            case VALIDATE -> Wire.VALIDATE;
            default -> writes ? Wire.COMMIT : Wire.RELEASE;
        };
        if (kind != Wire.RELEASE) {
            awaited++;
            answers++;
        }
        boolean alone = phase == Phase.EXECUTE && fetched == 0 && batch.count() == transaction.accesses();
        core.request(step, kind, reference, node, alone ? Wire.ALONE : 0, batch);
    }

    /** Puts what the phase says of an access into a request; whether it writes. */
    private boolean put(RecordBatch batch, int i) {
        boolean locks = phase == Phase.EXECUTE
                ? locksWhatItReads() && plan.mayWrite(transaction, plan.leader(i), i)
                : phase != Phase.VALIDATE;
        int at = batch.add(
                locks ? AccessMode.UPDATE : AccessMode.READ,
                transaction.table(i),
                plan.partition(i),
                transaction.key(i),
                i);
        if (phase == Phase.LOCK || phase == Phase.VALIDATE) {
            batch.set(at, RecordBatch.ANSWERED);
            batch.word(at, Answers.word(transaction, i));
        }
        int write = phase == Phase.COMMIT ? plan.lastWrite(transaction, i) : -1;
        if (write >= 0) {
            Answers.putWrite(batch, at, transaction, write);
        }
        return write >= 0;
    }

    /** Whether what may be written is locked when it is read: all must be, before the host validates ordered tables. */
    private boolean locksWhatItReads() {
        return core.options().combined() || usesOrder;
    }

    /** A request is answered. */
    void answered(Step step, int kind, Outcome outcome, int with, RecordBatch batch) {
        if (kind == Wire.SHIPPED) {
            shipped(step, outcome, with, batch);
            return;
        }
        if (outcome.isRefusal()) {
            failure = outcome;
        } else if (kind == Wire.EXECUTED) {
            current = outcome == Outcome.CURRENT;
            for (int i = 0; i < batch.count(); i++) {
                int access = batch.tag(i);
                if (batch.mode(i).writes()) {
                    plan.hold(access);
                }
                if (!transaction.answered(access)) {
                    Answers.answer(transaction, access, batch, i);
                }
            }
        }
        arrived(step);
    }

    private void arrived(Step step) {
        if (--awaited > 0) {
            return;
        }
        if (failure == Outcome.EXHAUSTED && phase == Phase.LOCK_LOCAL) {
            executeHere(step);
            return;
        }
        if (failure != null) {
            abort(step, failure);
            return;
        }
        switch (phase) {
            case EXECUTE -> fetched(step);
            case LOCK -> enter(step, Phase.VALIDATE);
            case VALIDATE -> log(step);
            case LOG -> {
                report(step, Outcome.OK);
                enter(step, Phase.COMMIT);
            }
            case LOCK_LOCAL -> ship(step);
            case SHIPPED -> commitShipped(step);
            case COMMIT -> finish(step);
            default -> throw new IllegalStateException("nothing arrives in phase " + phase);
        }
    }

    private void fetched(Step step) {
        if (answers > 0) {
            current &= answers == 1 && fetched == 0;
        }
        for (; fetched < transaction.accesses(); fetched++) {
            int leader = plan.leader(fetched);
            if (!transaction.answered(fetched)) {
                Answers.copy(transaction, latest(leader, fetched), transaction, fetched);
            } else if (leader != fetched && transaction.readVersion(leader) != transaction.readVersion(fetched)) {
                abort(step, Outcome.CHANGED);
                return;
            }
        }
        if (decided) {
            prepare(step);
        } else if (shippable) {
            run(step);
        } else {
            phase = Phase.ON_HOST;
            toHost(step, Wire.VALUES, Outcome.OK);
        }
    }

    /** The answered access to a leader's record nearest before one. */
    private int latest(int leader, int before) {
        int latest = leader;
        for (int i = leader; i < before; i++) {
            latest = plan.leader(i) == leader && transaction.answered(i) ? i : latest;
        }
        return latest;
    }

    /** Executes on this core (Xenic 4.2.2). */
    private void run(Step step) {
        step.busy(transaction.logic().computeNs());
        Decision decision = transaction.logic().run(round++, transaction);
        if (decision == Decision.ABORT) {
            abort(step, Outcome.GIVEN_UP);
            return;
        }
        if (wantsOrder()) {
            core.node().run().keepOnHost(type);
            abort(step, Outcome.ELSEWHERE);
            return;
        }
        decided = decision == Decision.COMMIT;
        for (int i = fetched; i < transaction.accesses(); i++) {
            if (i >= tags.length) {
                tags = Arrays.copyOf(tags, 2 * i);
            }
            tags[i] = i;
        }
        plan.place(transaction, core.node().placement());
        if (transaction.accesses() > asked.length) {
            asked = Arrays.copyOf(asked, 2 * transaction.accesses());
        }
        if (fetched == transaction.accesses() && decided) {
            prepare(step);
        } else {
            execute(step);
        }
    }

    /** Whether the logic asks for what only its host has: an ordered table. */
    private boolean wantsOrder() {
        for (int i = fetched; i < transaction.accesses(); i++) {
            if (core.node().run().isOrdered(transaction.table(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * All is executed. What one request read of one shard need not be looked at again: its NIC has done so. Where ordered tables have
     * to do with it, too, that was before the host took its locks there.
     */
    private void prepare(Step step) {
        if (core.options().breakage() == Breakage.LOCK_AFTER_LOG) {
            enter(step, Phase.VALIDATE);
        } else if (!fits()) {
            abort(step, Outcome.EXHAUSTED);
        } else if (current && core.options().combined() && !usesOrder) {
            log(step);
        } else {
            enter(step, Phase.LOCK);
        }
    }

    /** Whether a message, and a log, have room for all that is written. */
    private boolean fits() {
        int bytes = ordered.encodedBytes();
        for (int i = 0; i < transaction.accesses(); i++) {
            bytes += transaction.written(i) ? RecordBatch.encodedBytes(transaction.newBytes(i)) : 0;
        }
        return bytes <= core.node().mostWriteBytes();
    }

    private void log(Step step) {
        phase = Phase.LOG;
        awaited = 1;
        Placement placement = core.node().placement();
        RecordBatch batch = core.outgoing();
        for (int node = 0; node < core.node().nodes() && failure == null; node++) {
            batch.clear();
            for (int i = 0; i < transaction.accesses(); i++) {
                int write = plan.leader(i) == i ? plan.lastWrite(transaction, i) : -1;
                if (write >= 0 && Backups.has(placement, plan.partition(i), node)) {
                    int at = batch.add(
                            transaction.mode(write), transaction.table(i), plan.partition(i), transaction.key(i), i);
                    Answers.putWrite(batch, at, transaction, write);
                }
            }
            for (int i = 0; i < ordered.count(); i++) {
                if (Backups.has(placement, ordered.partition(i), node)) {
                    batch.add(ordered, i);
                }
            }
            if (batch.count() > 0) {
                awaited++;
                core.request(step, Wire.LOG, reference, node, 0, batch);
            }
        }
        arrived(step);
    }

    // Multi-hop.

    /** Whether one remote shard has to do with it, besides the own one, and something may be written. */
    private boolean findRemote() {
        remote = -1;
        boolean writes = false;
        for (int i = 0; i < transaction.accesses(); i++) {
            int node = plan.node(i);
            if (plan.leader(i) != i || transaction.answered(i) || tags[i] != i) {
                return false;
            }
            if (node != core.node().number()) {
                if (remote >= 0 && remote != node) {
                    return false;
                }
                remote = node;
            }
            writes |= transaction.mode(i).writes();
        }
        return remote >= 0 && writes && !decided && core.node().run().isOneRound(type);
    }

    /** Locks all that is here, whether it is written or only read: nobody looks at it again. */
    private void shipTo(Step step) {
        enter(step, Phase.LOCK_LOCAL);
    }

    private void ship(Step step) {
        phase = Phase.SHIPPED;
        awaited = UNKNOWN;
        RecordBatch batch = core.outgoing();
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            int at = batch.add(transaction.mode(i), transaction.table(i), plan.partition(i), transaction.key(i), i);
            if (transaction.answered(i)) {
                batch.set(at, RecordBatch.ANSWERED);
                batch.word(at, Answers.word(transaction, i));
                if (transaction.found(i)) {
                    batch.value(at, transaction.values(), transaction.readAt(i), transaction.readBytes(i));
                }
            }
        }
        Message message = step.take(Wire.HEADER_BYTES + Long.BYTES + transaction.inputBytes() + batch.encodedBytes());
        Wire.header(message, Wire.SHIP, reference, 0, batch.count(), type);
        ShippedExecution.encode(message, transaction);
        Wire.append(message, batch);
        step.busy(core.options().itemNs() * batch.count());
        core.toCore(step, remote, message);
    }

    /** The remote NIC has executed it; the backups' answers may have come before, or come later. */
    private void shipped(Step step, Outcome outcome, int with, RecordBatch batch) {
        if (outcome == Outcome.ELSEWHERE) {
            if (with == Wire.EXECUTED) {
                core.node().run().takesRounds(type);
            }
            executeHere(step);
            return;
        }
        if (outcome.isRefusal()) {
            abort(step, outcome);
            return;
        }
        remoteOperation = with >>> Byte.SIZE;
        result.clear();
        for (int i = 0; i < batch.count(); i++) {
            result.add(batch, i);
        }
        awaited += (with & 0xff) + 1 - UNKNOWN;
        arrived(step);
    }

    /** Begins again, without multi-hop: there is no room in an index to lock, or to keep, what it only reads; or it takes rounds. */
    private void executeHere(Step step) {
        mayHop = false;
        release(step);
        restart(step);
    }

    private void commitShipped(Step step) {
        report(step, Outcome.OK);
        phase = Phase.COMMIT;
        awaited = 2;
        Message message = step.take(Wire.HEADER_BYTES);
        Wire.header(message, Wire.COMMIT_SHIPPED, reference, 0, 0, remoteOperation);
        core.toCore(step, remote, message);
        RecordBatch batch = core.outgoing();
        batch.clear();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (plan.isHeld(i)) {
                int at = batch.add(AccessMode.UPDATE, transaction.table(i), plan.partition(i), transaction.key(i), i);
                takeResult(batch, at);
            }
        }
        if (batch.count() > 0) {
            awaited++;
            core.request(step, Wire.COMMIT, reference, core.node().number(), 0, batch);
        }
        arrived(step);
    }

    private void takeResult(RecordBatch batch, int at) {
        for (int i = 0; i < result.count(); i++) {
            if (result.tag(i) == batch.tag(at)) {
                batch.set(at, RecordBatch.WRITTEN);
                batch.word(at, result.word(i));
                if (result.is(i, RecordBatch.VALUED)) {
                    batch.value(at, result.values(), result.valueAt(i), result.valueBytes(i));
                }
            }
        }
    }

    // The end.

    private void abort(Step step, Outcome outcome) {
        release(step);
        toHost(step, Wire.RESULT, outcome);
        finish(step);
    }

    private void release(Step step) {
        failure = null;
        RecordBatch batch = core.outgoing();
        for (int first = 0; first < transaction.accesses(); first++) {
            batch.clear();
            for (int i = first; i < transaction.accesses(); i++) {
                if (plan.leader(i) == i && plan.isHeld(i) && plan.node(i) == plan.node(first)) {
                    plan.release(i);
                    batch.add(AccessMode.UPDATE, transaction.table(i), plan.partition(i), transaction.key(i), i);
                }
            }
            if (batch.count() > 0) {
                core.request(step, Wire.RELEASE, reference, plan.node(first), 0, batch);
            }
        }
    }

    /** Tells the host that it has committed. */
    private void report(Step step, Outcome outcome) {
        if (shippable && phase == Phase.LOG) {
            Answers.observe(transaction, home());
        }
        toHost(step, Wire.RESULT, outcome);
    }

    /** Tells the host what was read, if it does not have it; or only how it ended, as when it may have been written elsewhere. */
    private void toHost(Step step, int kind, Outcome outcome) {
        RecordBatch batch = core.outgoing();
        batch.clear();
        boolean values = outcome == Outcome.OK && (!shippable || phase != Phase.SHIPPED && isReadOnly());
        for (int i = told; i < transaction.accesses() && values; i++) {
            int at = batch.add(
                    transaction.mode(i), transaction.table(i), plan.partition(i), transaction.key(i), tags[i]);
            batch.set(at, RecordBatch.ANSWERED);
            batch.word(at, Answers.word(transaction, i));
            if (transaction.found(i)) {
                batch.value(at, transaction.values(), transaction.readAt(i), transaction.readBytes(i));
            }
        }
        told = values ? transaction.accesses() : told;
        Message message = step.take(Wire.HEADER_BYTES + batch.encodedBytes());
        Wire.header(message, kind, host, outcome.ordinal(), batch.count(), core.number() << 16 | slot);
        Wire.append(message, batch);
        step.busy(core.options().itemNs() * batch.count());
        core.toHost(step, HostWire.thread(host), message);
    }

    private boolean isReadOnly() {
        for (int i = 0; i < transaction.accesses(); i++) {
            if (transaction.written(i)) {
                return false;
            }
        }
        return true;
    }

    private void finish(Step step) {
        phase = Phase.FREE;
        core.giveBack(step, this);
    }
}
