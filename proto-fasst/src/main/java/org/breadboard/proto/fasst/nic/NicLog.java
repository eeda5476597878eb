// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.fasst.table.CommitLog;

/**
 * A core's knowledge of the slots of its host's log that it writes: how many records each has had, and how long the
 * latest is so far. A slot is one coroutine's, and a coroutine asks one core, so nobody else needs to know.
 *
 * <p>It writes a record before the head of its slot, as the host does. Nobody recovers from it so far: versions are in
 * the NIC's memory, so FaSST refuses crashes where NICs handle its RPCs.
 */
final class NicLog {
    private final CommitLog log;
    private final long[][][] counts;
    private final int[][][] lengths;

    NicLog(CommitLog log, int nodes, int threads, int workers) {
        this.log = log;
        counts = new long[nodes][threads][workers];
        lengths = new int[nodes][threads][workers];
    }

    Region region() {
        return log.region();
    }

    /** Where the part of a coroutine's record goes that begins at {@code at}, and is so long. */
    long append(int node, int thread, int coroutine, byte[] bytes, int at, int lengthBytes) {
        int[] length = lengths[node][thread];
        int before = CommitLog.isFirst(bytes, at) ? 0 : length[coroutine - 1];
        length[coroutine - 1] = before + lengthBytes;
        counts[node][thread][coroutine - 1] += CommitLog.isLast(bytes, at) ? 1 : 0;
        return slot(node, thread, coroutine) + CommitLog.SLOT_HEADER_BYTES + before;
    }

    /** Where a slot begins. */
    long slot(int node, int thread, int coroutine) {
        return log.slot(node, thread, coroutine);
    }

    /** What a slot begins with when the part at {@code at} is the last that is there. */
    Message head(Step step, int node, int thread, int coroutine, byte[] bytes, int at) {
        Message head = step.take(CommitLog.SLOT_HEADER_BYTES);
        head.putLong(0, counts[node][thread][coroutine - 1]);
        head.putLong(Long.BYTES, CommitLog.latest(bytes, at, lengths[node][thread][coroutine - 1]));
        head.lengthBytes(CommitLog.SLOT_HEADER_BYTES);
        return head;
    }
}
