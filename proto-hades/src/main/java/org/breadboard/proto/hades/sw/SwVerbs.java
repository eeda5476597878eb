// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.kit.occ.VerbWindow;

/**
 * What a transaction asks of other nodes, each about an access. Where a queue has no room, posting answers false and
 * nothing has happened.
 */
final class SwVerbs {
    private final Task coordinator;
    private final Unlocks unlocks;
    private final VerbWindow window;
    /** The same on every node; null if nothing is logged. */
    private final String logName;

    SwVerbs(SwSetup setup, Task coordinator) {
        this.coordinator = coordinator;
        unlocks = setup.unlocks();
        window = new VerbWindow(setup.queuePairs());
        logName = setup.log() == null ? null : setup.log().region().name();
    }

    VerbWindow window() {
        return window;
    }

    // What the transaction waits for.

    /** Reads so many bytes from the beginning of an access's record. */
    boolean read(Step step, SwAttempt attempt, int access, int lengthBytes) {
        int node = attempt.footprint().node(access);
        return window.awaits(
                node,
                access,
                window.to(node)
                        .read(
                                step,
                                coordinator,
                                region(attempt, access),
                                attempt.footprint().address(access),
                                lengthBytes));
    }

    /** Compares and swaps an access's header word; the answer is the word that was there. */
    boolean compareAndSwap(Step step, SwAttempt attempt, int access, long expected, long word) {
        int node = attempt.footprint().node(access);
        return window.awaits(
                node,
                access,
                window.to(node)
                        .compareAndSwap(
                                step,
                                coordinator,
                                region(attempt, access),
                                attempt.footprint().address(access),
                                expected,
                                word));
    }

    /** Writes the whole new record of an access to a backup. */
    boolean writeCopy(Step step, SwAttempt attempt, int access, int node) {
        int slotBytes = attempt.format(access).slotBytes();
        Message record = step.take(slotBytes);
        attempt.encode(access, record.bytes());
        record.lengthBytes(slotBytes);
        long address = attempt.footprint().address(access);
        boolean room = window.to(node).write(step, coordinator, region(attempt, access), address, record);
        if (!room) {
            step.release(record);
        }
        return window.awaits(node, access, room);
    }

    /** Writes a record into the commit log of another node. */
    boolean writeLog(Step step, int node, long address, Message record) {
        boolean room = window.to(node).write(step, coordinator, logName, address, record);
        if (!room) {
            step.release(record);
        }
        return window.awaits(node, node, room);
    }

    // What it does not wait for.

    /** Writes the new record of an access to its primary, all but the header word. */
    boolean writeBody(Step step, SwAttempt attempt, int access) {
        int node = attempt.footprint().node(access);
        int slotBytes = attempt.format(access).slotBytes();
        byte[] slot = attempt.slot(slotBytes);
        attempt.encode(access, slot);
        Message body = step.take(slotBytes);
        System.arraycopy(slot, Long.BYTES, body.bytes(), 0, slotBytes - Long.BYTES);
        body.lengthBytes(slotBytes - Long.BYTES);
        long address = attempt.footprint().address(access) + Long.BYTES;
        return window.sends(
                step, node, body, window.to(node).write(step, null, region(attempt, access), address, body));
    }

    /** Writes an access's header word, unlocked. Those to one node arrive after all that was posted before. */
    boolean unlock(Step step, SwAttempt attempt, int access, long word) {
        int node = attempt.footprint().node(access);
        Message header = step.take(Long.BYTES);
        header.putLong(0, word);
        header.lengthBytes(Long.BYTES);
        long address = attempt.footprint().address(access);
        boolean room = window.to(node).write(step, unlocks, region(attempt, access), address, header);
        if (room) {
            unlocks.posted(node, attempt.context());
        }
        return window.sends(step, node, header, room);
    }

    private static String region(SwAttempt attempt, int access) {
        return attempt.table(access).regionName(attempt.footprint().partition(access));
    }
}
