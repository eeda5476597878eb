package org.breadboard.proto.xenic.drtm;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.table.RecordWord;

/**
 * The one-sided verbs that a coordinator has under way. Each is about an item of the phase; those to one node complete in the order
 * in which they were posted. Where a queue has no room, posting answers false and nothing has happened.
 */
final class Verbs {
    private final DrtmThread thread;
    private final Task coordinator;
    private final boolean[] rung;

    // In the order of posting: their nodes, and their items.
    private int[] nodes = new int[16];
    private int[] items = new int[16];
    private int count;

    Verbs(DrtmThread thread, Task coordinator) {
        this.thread = thread;
        this.coordinator = coordinator;
        rung = new boolean[thread.nodes()];
    }

    int underWay() {
        return count;
    }

    // Posting.

    /** Reads bytes of any region. */
    boolean read(Step step, int node, int item, String region, long address, int lengthBytes) {
        return posted(node, item, thread.queuePair(node).read(step, coordinator, region, address, lengthBytes));
    }

    /** Reads bytes of an access's table at its primary. */
    boolean read(Step step, Attempt attempt, int access, long address, int lengthBytes) {
        return read(step, attempt.footprint().node(access), access, region(attempt, access), address, lengthBytes);
    }

    /** Locks the record of an access if it has that version; the answer is the word that was there. */
    boolean lock(Step step, Attempt attempt, int access, long version) {
        int node = attempt.footprint().node(access);
        long word = RecordWord.of(version);
        return posted(
                node,
                access,
                thread.queuePair(node)
                        .compareAndSwap(
                                step,
                                coordinator,
                                region(attempt, access),
                                attempt.footprint().headerAddress(access),
                                word,
                                RecordWord.locked(word)));
    }

    /** Writes a record of the log of a node; the payload stays the caller's if there is no room. */
    boolean writeLog(Step step, int node, long address, Message record) {
        return posted(node, node, thread.queuePair(node).write(step, coordinator, ReplicaLog.NAME, address, record));
    }

    /** Writes the value of an access, and behind it the header that unlocks the record. */
    boolean writeRecord(Step step, Attempt attempt, int access) {
        Transaction transaction = attempt.transaction();
        int node = attempt.footprint().node(access);
        int valueBytes = transaction.newBytes(access);
        Message value = step.take(valueBytes);
        System.arraycopy(transaction.values(), transaction.newAt(access), value.bytes(), 0, valueBytes);
        value.lengthBytes(valueBytes);
        String region = region(attempt, access);
        long address = attempt.footprint().valueAddress(access);
        if (!thread.queuePair(node).write(step, null, region, address, value)) {
            step.release(value);
            return false;
        }
        rung[node] = true;
        thread.countVerb();
        // The value needs room for the header behind it, or is written again with it: who holds the lock may do so.
        return writeHeader(step, attempt, access, transaction.installedVersion(access));
    }

    /** Unlocks the record of an access, with a version. */
    boolean writeHeader(Step step, Attempt attempt, int access, long version) {
        int node = attempt.footprint().node(access);
        Message word = step.take(Long.BYTES);
        word.putLong(0, RecordWord.of(version));
        word.lengthBytes(Long.BYTES);
        String region = region(attempt, access);
        long address = attempt.footprint().headerAddress(access);
        if (!posted(node, access, thread.queuePair(node).write(step, coordinator, region, address, word))) {
            step.release(word);
            return false;
        }
        return true;
    }

    private String region(Attempt attempt, int access) {
        int table = attempt.transaction().table(access);
        return thread.table(table).regionName(attempt.footprint().partition(access));
    }

    private boolean posted(int node, int item, boolean room) {
        if (!room) {
            return false;
        }
        if (count == nodes.length) {
            nodes = Arrays.copyOf(nodes, count * 2);
            items = Arrays.copyOf(items, count * 2);
        }
        nodes[count] = node;
        items[count++] = item;
        rung[node] = true;
        thread.countVerb();
        return true;
    }

    /** Tells the NIC of what was posted. */
    void ringDoorbells(Step step) {
        for (int node = 0; node < rung.length; node++) {
            if (rung[node]) {
                rung[node] = false;
                thread.queuePair(node).doorbell(step);
            }
        }
    }

    // Completing.

    /** A verb is complete: the first of those under way to its node. Returns its item. */
    int completed(Step step, Message message) {
        int node = message.sourceNode();
        thread.queuePair(node).polled(step, message);
        for (int i = 0; i < count; i++) {
            if (nodes[i] == node) {
                int item = items[i];
                count--;
                System.arraycopy(nodes, i + 1, nodes, i, count - i);
                System.arraycopy(items, i + 1, items, i, count - i);
                return item;
            }
        }
        throw new IllegalStateException("a verb completes at node " + node + " that nobody has posted");
    }
}
