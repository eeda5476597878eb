package org.breadboard.proto.hades.sw;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * The verbs that a transaction has under way. Each is about an access; those to one node complete in the order in which they were
 * posted. Where a queue has no room, posting answers false and nothing has happened.
 */
final class Verbs {
    private final SwThread thread;
    private final Task coordinator;
    private final boolean[] rung;

    // In the order of posting: their nodes, and their accesses.
    private int[] nodes = new int[16];
    private int[] accesses = new int[16];
    private int count;

    Verbs(SwThread thread, Task coordinator) {
        this.thread = thread;
        this.coordinator = coordinator;
        rung = new boolean[thread.nodes()];
    }

    int underWay() {
        return count;
    }

    // What the transaction waits for.

    /** Reads so many bytes from the beginning of an access's record. */
    boolean read(Step step, Attempt attempt, int access, int lengthBytes) {
        int node = attempt.footprint().node(access);
        return awaited(
                node,
                access,
                thread.queuePair(node)
                        .read(
                                step,
                                coordinator,
                                region(attempt, access),
                                attempt.footprint().address(access),
                                lengthBytes));
    }

    /** Compares and swaps an access's header word; the answer is the word that was there. */
    boolean compareAndSwap(Step step, Attempt attempt, int access, long expected, long word) {
        int node = attempt.footprint().node(access);
        return awaited(
                node,
                access,
                thread.queuePair(node)
                        .compareAndSwap(
                                step,
                                coordinator,
                                region(attempt, access),
                                attempt.footprint().address(access),
                                expected,
                                word));
    }

    /** Writes the whole new record of an access to a backup. */
    boolean writeCopy(Step step, Attempt attempt, int access, int node) {
        int slotBytes = attempt.format(access).slotBytes();
        Message record = step.take(slotBytes);
        attempt.encode(access, record.bytes());
        record.lengthBytes(slotBytes);
        long address = attempt.footprint().address(access);
        boolean room = thread.queuePair(node).write(step, coordinator, region(attempt, access), address, record);
        if (!room) {
            step.release(record);
        }
        return awaited(node, access, room);
    }

    private boolean awaited(int node, int access, boolean room) {
        if (!room) {
            return false;
        }
        if (count == nodes.length) {
            nodes = Arrays.copyOf(nodes, count * 2);
            accesses = Arrays.copyOf(accesses, count * 2);
        }
        nodes[count] = node;
        accesses[count++] = access;
        rung[node] = true;
        return true;
    }

    // What it does not wait for.

    /** Writes the new record of an access to its primary, all but the header word. */
    boolean writeBody(Step step, Attempt attempt, int access) {
        int node = attempt.footprint().node(access);
        int slotBytes = attempt.format(access).slotBytes();
        byte[] slot = attempt.slot(slotBytes);
        attempt.encode(access, slot);
        Message body = step.take(slotBytes);
        System.arraycopy(slot, Long.BYTES, body.bytes(), 0, slotBytes - Long.BYTES);
        body.lengthBytes(slotBytes - Long.BYTES);
        long address = attempt.footprint().address(access) + Long.BYTES;
        return unawaited(
                step, node, body, thread.queuePair(node).write(step, null, region(attempt, access), address, body));
    }

    /** Writes an access's header word, unlocked. Those to one node arrive after all that was posted before. */
    boolean unlock(Step step, Attempt attempt, int access, long word) {
        int node = attempt.footprint().node(access);
        Message header = step.take(Long.BYTES);
        header.putLong(0, word);
        header.lengthBytes(Long.BYTES);
        long address = attempt.footprint().address(access);
        boolean room = thread.queuePair(node).write(step, thread.unlocks(), region(attempt, access), address, header);
        if (room) {
            thread.unlocks().posted();
        }
        return unawaited(step, node, header, room);
    }

    private boolean unawaited(Step step, int node, Message message, boolean room) {
        if (room) {
            rung[node] = true;
        } else {
            step.release(message);
        }
        return room;
    }

    private static String region(Attempt attempt, int access) {
        return attempt.table(access).regionName(attempt.footprint().partition(access));
    }

    // Telling the NIC, and hearing of it.

    /** Tells the NIC of what was posted. */
    void ringDoorbells(Step step) {
        for (int node = 0; node < rung.length; node++) {
            if (rung[node]) {
                rung[node] = false;
                thread.queuePair(node).doorbell(step);
            }
        }
    }

    /** A verb is complete: the first of those under way to its node. Returns its access. */
    int completed(Step step, Message message) {
        int node = message.sourceNode();
        thread.queuePair(node).polled(step, message);
        for (int i = 0; i < count; i++) {
            if (nodes[i] == node) {
                int access = accesses[i];
                count--;
                System.arraycopy(nodes, i + 1, nodes, i, count - i);
                System.arraycopy(accesses, i + 1, accesses, i, count - i);
                return access;
            }
        }
        throw new IllegalStateException("a verb completes at node " + node + " that nobody has posted");
    }
}
