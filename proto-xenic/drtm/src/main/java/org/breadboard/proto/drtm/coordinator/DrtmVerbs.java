// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.VerbWindow;
import org.breadboard.proto.drtm.setup.CommitAcks;
import org.breadboard.proto.drtm.table.RecordWord;

/**
 * What a coordinator asks of other nodes by one-sided verbs. Where a queue has no room, posting answers false and
 * nothing has happened.
 */
final class DrtmVerbs {
    private final CoordinatorSetup setup;
    private final Task coordinator;
    private final VerbWindow window;
    /** All records of a thread's logs go one way, since who reads a log reads it in order. */
    private final VerbWindow logs;

    DrtmVerbs(CoordinatorSetup setup, Task coordinator, int context) {
        this.setup = setup;
        this.coordinator = coordinator;
        window = new VerbWindow(setup.queuePairs(context));
        logs = new VerbWindow(setup.queuePairs(0));
    }

    VerbWindow window() {
        return window;
    }

    /** How many verbs are awaited. */
    int underWay() {
        return window.underWay() + logs.underWay();
    }

    /** Tells the NIC of what was posted: a phase that logs does nothing else. */
    void ringDoorbells(Step step) {
        (logs.underWay() > 0 ? logs : window).ringDoorbells(step);
    }

    /** A verb is complete; answers its item. */
    int completed(Step step, Message message) {
        return (logs.underWay() > 0 ? logs : window).completed(step, message);
    }

    // Posting.

    /** Reads bytes of any region. */
    boolean read(Step step, int node, int item, String region, long address, int lengthBytes) {
        return posted(node, item, window.to(node).read(step, coordinator, region, address, lengthBytes));
    }

    /** Reads bytes of an access's table at its primary. */
    boolean read(Step step, DrtmAttempt attempt, int access, long address, int lengthBytes) {
        return read(step, attempt.footprint().node(access), access, region(attempt, access), address, lengthBytes);
    }

    /** Locks the record of an access if it has that version; the answer is the word that was there. */
    boolean lock(Step step, DrtmAttempt attempt, int access, long version) {
        int node = attempt.footprint().node(access);
        long word = RecordWord.of(version);
        return posted(
                node,
                access,
                window.to(node)
                        .compareAndSwap(
                                step,
                                coordinator,
                                region(attempt, access),
                                attempt.footprint().headerAddress(access),
                                word,
                                RecordWord.locked(word)));
    }

    /** Reads a word of the log of a node. */
    boolean readLog(Step step, int node, int item, long address) {
        boolean room = logs.to(node).read(step, coordinator, setup.tails.region(), address, Long.BYTES);
        setup.oneSided.add(room ? 1 : 0);
        return logs.awaits(node, item, room);
    }

    /** Writes a record of the log of a node; the payload stays the caller's if there is no room. */
    boolean writeLog(Step step, int node, long address, Message record) {
        boolean room = logs.to(node).write(step, coordinator, setup.tails.region(), address, record);
        setup.oneSided.add(room ? 1 : 0);
        return logs.awaits(node, node, room);
    }

    /** Writes the value of an access, and behind it the header that unlocks the record. */
    boolean writeRecord(Step step, DrtmAttempt attempt, int access) {
        Transaction transaction = attempt.transaction();
        int node = attempt.footprint().node(access);
        int valueBytes = transaction.newBytes(access);
        Message value = step.take(valueBytes);
        System.arraycopy(transaction.values(), transaction.newAt(access), value.bytes(), 0, valueBytes);
        value.lengthBytes(valueBytes);
        String region = region(attempt, access);
        long address = attempt.footprint().valueAddress(access);
        if (!window.sends(step, node, value, window.to(node).write(step, null, region, address, value))) {
            return false;
        }
        setup.oneSided.add(1);
        // The value needs room for the header behind it, or is written again with it: who holds the lock may do so.
        long version = transaction.installedVersion(access);
        return writeHeader(step, attempt, access, version, attempt.options().commitAcks == CommitAcks.AWAITED);
    }

    /** Unlocks the record of an access, with a version; the coordinator may wait until it is done. */
    boolean writeHeader(Step step, DrtmAttempt attempt, int access, long version, boolean awaited) {
        int node = attempt.footprint().node(access);
        Message word = step.take(Long.BYTES);
        word.putLong(0, RecordWord.of(version));
        word.lengthBytes(Long.BYTES);
        String region = region(attempt, access);
        long address = attempt.footprint().headerAddress(access);
        boolean room = window.to(node).write(step, awaited ? coordinator : null, region, address, word);
        if (awaited && room) {
            return posted(node, access, true);
        }
        setup.oneSided.add(room ? 1 : 0);
        return window.sends(step, node, word, room);
    }

    private String region(DrtmAttempt attempt, int access) {
        int table = attempt.transaction().table(access);
        return setup.table(table).regionName(attempt.footprint().partition(access));
    }

    private boolean posted(int node, int item, boolean room) {
        if (room) {
            setup.oneSided.add(1);
        }
        return window.awaits(node, item, room);
    }
}
