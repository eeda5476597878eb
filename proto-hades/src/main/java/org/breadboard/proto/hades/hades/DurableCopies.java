// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.occ.VerbWindow;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.hades.recovery.CopyLog;
import org.breadboard.proto.hades.hades.recovery.HadesLog;
import org.breadboard.proto.hades.hades.recovery.KeptWrite;

/**
 * In a run whose machines may crash: has each node that holds a copy of what an attempt writes keep that durably before
 * it agrees (HADES V.A, "Fault-Tolerance and Durability"); and then, when all have agreed, the decision, before anybody
 * sees a write. An Ack alone says nothing to who recovers: if a machine is lost, nobody knows whether it had agreed.
 * One context.
 */
final class DurableCopies {
    private static final int OWN = -1;

    private final HadesAttempt attempt;
    private final Task coordinator;
    private final int context;
    private final HadesLog log;
    private final VerbWindow window;
    private final Change change = new Change();
    private long number;
    private int wanted;
    private byte[] bytes = new byte[1024];

    /** Of a context, whose attempts these are. */
    DurableCopies(HadesAttempt attempt, Task coordinator, int context, HadesLog log) {
        this.attempt = attempt;
        this.coordinator = coordinator;
        this.context = context;
        this.log = log;
        window = new VerbWindow(log.queuePairs());
        number = log.firstNumber();
    }

    /** Gives copies along with the Intend-to-commit that comes next. */
    void keep() {
        Transaction transaction = attempt.transaction();
        wanted = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            wanted += isWrite(i) ? 1 : 0;
        }
        if (wanted > CopyLog.MOST_WRITES) {
            throw new RefusedException("a transaction writes " + wanted + " records, and a temporary durable copy of"
                    + " HADES has room for " + CopyLog.MOST_WRITES
                    + ": use smaller transactions, or leave crashes out of faults.nemesis");
        }
        number += wanted > 0 ? 1 : 0;
        for (int node = 0; wanted > 0 && node < log.queuePairs().length; node++) {
            int length = copy(node);
            if (length > 0) {
                long address = log.copyAddress(context, false);
                attempt.tracker().keep(node, log.log().region().name(), address, bytes, 0, length);
            }
        }
    }

    /**
     * All nodes have agreed, and versions are known: tells all that hold copies, and waits for those elsewhere.
     *
     * @return whether there is anything to wait for
     */
    boolean decide(Step step) {
        if (wanted == 0 || attempt.setup().options().breakage() == Breakage.SKIP_DECISION) {
            return false;
        }
        Step metered = attempt.cpu().metered(step, CpuCategory.OTHER);
        int length = copy(OWN);
        if (length > 0) {
            long copy = log.copyAddress(context, true);
            store(metered, copy, length);
            int decided = decision(OWN);
            store(metered, CopyLog.decisionAddress(copy, decided), decided);
        }
        for (int node = 0; node < log.queuePairs().length; node++) {
            int decided = decision(node);
            if (decided > 0 && node == log.node()) {
                store(metered, CopyLog.decisionAddress(log.copyAddress(context, false), decided), decided);
            } else if (decided > 0) {
                tell(metered, node, decided);
            }
        }
        window.ringDoorbells(metered);
        return window.underWay() > 0;
    }

    /** A node has the decision; answers whether all have. */
    boolean decided(Step step, Message message) {
        window.completed(attempt.cpu().metered(step, CpuCategory.OTHER), message);
        return window.underWay() == 0;
    }

    private void store(Step step, long address, int length) {
        Region region = log.log().region();
        attempt.setup().tables().memory().store(step, region, address, length);
        region.write(address, bytes, 0, length);
    }

    private void tell(Step step, int node, int length) {
        Message message = step.take(length);
        System.arraycopy(bytes, 0, message.bytes(), 0, length);
        message.lengthBytes(length);
        String name = log.log().region().name();
        long address = CopyLog.decisionAddress(log.copyAddress(context, false), length);
        boolean room = window.to(node).write(step, coordinator, name, address, message);
        if (!window.awaits(node, node, room)) {
            throw new IllegalStateException("a context has more than one decision under way to node " + node);
        }
    }

    // What they say.

    private boolean isWrite(int access) {
        return attempt.isOrdered(access)
                ? attempt.ordered().isStored(access)
                : attempt.isRecord(access) && attempt.isStored(access);
    }

    /** Whether a write belongs into the copy of a node; {@link #OWN} is what its own node has as a primary. */
    private boolean isFor(int access, int node) {
        if (!isWrite(access)) {
            return false;
        }
        if (node == OWN || attempt.isOrdered(access)) {
            return node == OWN && attempt.isOwn(access);
        }
        Placement placement = attempt.run().placement();
        int copy = placement.copy(attempt.footprint().partition(access), node);
        return copy > 0 || copy == 0 && node != log.node();
    }

    /** Puts a node's copy into {@link #bytes}; answers how long it is, or 0. */
    private int copy(int node) {
        Transaction transaction = attempt.transaction();
        int at = CopyLog.headerBytes();
        int count = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (isFor(i, node)) {
                at = write(i, at);
                count++;
            }
        }
        if (count == 0) {
            return 0;
        }
        CopyLog.header(bytes, number, wanted, count, at);
        return at;
    }

    private int write(int access, int at) {
        return attempt.isOrdered(access) ? writeOrdered(access, at) : writeRecord(access, at);
    }

    private int writeOrdered(int access, int at) {
        Transaction transaction = attempt.transaction();
        boolean removes = transaction.mode(access) == AccessMode.DELETE;
        int valueBytes = transaction.newBytes(access);
        int keptBytes = KeptWrite.bytes(1, valueBytes);
        room(at + CopyLog.writeBytes(keptBytes));
        int kept = CopyLog.write(bytes, at, transaction.table(access), transaction.key(access), keptBytes);
        KeptWrite.encodeOrdered(bytes, kept, removes, transaction.values(), transaction.newAt(access), valueBytes);
        return kept + keptBytes;
    }

    private int writeRecord(int access, int at) {
        Transaction transaction = attempt.transaction();
        attempt.change(access, change);
        int parts = 0;
        for (int part = 0; part < attempt.parts(access); part++) {
            parts += change.touches(attempt.spec(access), part) ? 1 : 0;
        }
        int valueBytes = change.to() - change.from();
        int keptBytes = KeptWrite.bytes(parts, valueBytes);
        room(at + CopyLog.writeBytes(keptBytes));
        int kept = CopyLog.write(bytes, at, transaction.table(access), transaction.key(access), keptBytes);
        boolean removes = transaction.mode(access) == AccessMode.DELETE;
        KeptWrite.encode(
                bytes,
                kept,
                attempt.parts(access) > 1,
                change.existence() && !removes,
                change.existence() && removes,
                change.from(),
                parts,
                transaction.values(),
                valueBytes == 0 ? 0 : attempt.newAt(access, change.from()),
                valueBytes);
        int named = 0;
        for (int part = 0; part < attempt.parts(access); part++) {
            if (change.touches(attempt.spec(access), part)) {
                KeptWrite.part(bytes, kept, named++, part);
            }
        }
        return kept + keptBytes;
    }

    /** Puts a node's decision into {@link #bytes}; answers how long it is, or 0. */
    private int decision(int node) {
        Transaction transaction = attempt.transaction();
        int at = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            if (!isFor(i, node)) {
                continue;
            }
            if (attempt.isOrdered(i)) {
                at = word(at, transaction.installedVersion(i));
                continue;
            }
            attempt.change(i, change);
            for (int part = 0; part < attempt.parts(i); part++) {
                if (change.touches(attempt.spec(i), part)) {
                    at = word(at, attempt.installedVersion(i, part));
                }
            }
        }
        return at == 0 ? 0 : word(at, number);
    }

    private int word(int at, long word) {
        room(at + Long.BYTES);
        Bytes.putLong(bytes, at, word);
        return at + Long.BYTES;
    }

    private void room(int length) {
        if (bytes.length < length) {
            bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
        }
    }
}
