// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.RefusedException;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.sw.recovery.CommitLog;

/**
 * In a run whose machines may crash: writes a commit record to each node that has a copy of what is written, and waits,
 * before any copy is written. FaRM's records at primaries and backups hold the same; there backups apply them, here the
 * {@link ReplicatePhase} writes the copies, since nobody but the coordinator works on them. Its items are nodes.
 *
 * <p>The record before is in the way until all that it says is installed, which nobody has waited for.
 */
final class LogPhase extends SwPhase {
    private long number;
    private int wanted;

    LogPhase(SwAttempt attempt) {
        super(attempt);
    }

    @Override
    CpuCategory category() {
        return CpuCategory.OTHER;
    }

    @Override
    protected void begin(Step step) {
        wanted = 0;
        for (int i = 0; i < attempt().transaction().accesses(); i++) {
            wanted += attempt().isStored(i) ? 1 : 0;
        }
        if (wanted > CommitLog.MOST_WRITES) {
            throw new RefusedException("a transaction writes " + wanted + " records, and a commit record of SW-Impl has"
                    + " room for " + CommitLog.MOST_WRITES
                    + ": use smaller transactions, or leave crashes out of faults.nemesis");
        }
        number += wanted > 0 ? 1 : 0;
    }

    @Override
    protected int items() {
        return wanted == 0 ? 0 : setup().log().nodes();
    }

    @Override
    protected boolean post(Step step, int node) {
        int bytes = recordBytes(node);
        if (bytes == 0) {
            return true;
        }
        if (setup().unlocks().areUnderWay(attempt().context())) {
            attempt().pause(step, setup().options().retryNs);
            return false;
        }
        if (node != setup().node()) {
            return writeThere(step, node, bytes);
        }
        byte[] record = attempt().slot(bytes);
        encode(node, record, bytes);
        Region log = setup().log().region();
        long address = setup().log().address(attempt().context());
        setup().memory().store(metered(step, CpuCategory.OTHER), log, address, bytes);
        log.write(address, record, 0, bytes);
        return true;
    }

    private boolean writeThere(Step step, int node, int bytes) {
        Message record = step.take(bytes);
        encode(node, record.bytes(), bytes);
        record.lengthBytes(bytes);
        long address = setup().log().address(attempt().context());
        return attempt().verbs().writeLog(metered(step, CpuCategory.OTHER), node, address, record);
    }

    private boolean isFor(int access, int node) {
        return attempt().isStored(access)
                && setup().placement().copy(attempt().footprint().partition(access), node) >= 0;
    }

    /** How many bytes the record of the writes takes that a node gets; 0 if it gets none. */
    private int recordBytes(int node) {
        int bytes = 0;
        for (int i = 0; i < attempt().transaction().accesses(); i++) {
            bytes += isFor(i, node)
                    ? CommitLog.writeBytes(attempt().transaction().newBytes(i))
                    : 0;
        }
        return bytes == 0 ? 0 : CommitLog.recordBytes(bytes);
    }

    private void encode(int node, byte[] into, int lengthBytes) {
        int bytes = 0;
        int count = 0;
        for (int i = 0; i < attempt().transaction().accesses(); i++) {
            if (isFor(i, node)) {
                CommitLog.encode(attempt().transaction(), i, attempt().deletes(i), into, bytes);
                bytes += CommitLog.writeBytes(attempt().transaction().newBytes(i));
                count++;
            }
        }
        CommitLog.encode(number, wanted, count, into, lengthBytes);
    }
}
