// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.table.AugmentedFormat;

/**
 * Commit (HADES II): writes the new records and behind each its header word, which unlocks it, without waiting in
 * between or afterwards (HADES III, optimisations 2 and 3).
 */
final class InstallPhase extends SwPhase {
    private boolean halfDone;

    InstallPhase(SwAttempt attempt) {
        super(attempt);
    }

    @Override
    CpuCategory category() {
        return CpuCategory.OTHER;
    }

    @Override
    protected void begin(Step step) {
        halfDone = false;
        Transaction transaction = attempt().transaction();
        for (int i = 0; i < transaction.accesses(); i++) {
            if (attempt().isOrdered(i) && attempt().ordered().isStored(i)) {
                cpu().charge(step, CpuCategory.UPDATE_VERSION, costs().updateVersionNs(transaction.newBytes(i)));
            }
        }
        attempt().ordered().install(metered(step, CpuCategory.OTHER));
    }

    @Override
    protected boolean post(Step step, int access) {
        if (!attempt().isLastWrite(access)) {
            return true;
        }
        if (!halfDone && !write(step, access)) {
            return false;
        }
        halfDone = true;
        if (!unlock(step, access)) {
            return false;
        }
        halfDone = false;
        return true;
    }

    /** All but the header word. */
    private boolean write(Step step, int access) {
        AugmentedFormat format = attempt().format(access);
        if (attempt().isHere(access)) {
            byte[] slot = attempt().slot(format.slotBytes());
            attempt().encode(access, slot);
            Region region = attempt().table(access).region(attempt().footprint().partition(access));
            long address = attempt().footprint().address(access);
            mustBeLocked(region.getLongAcquire(address), access);
            setup().memory().store(metered(step, CpuCategory.OTHER), region, address, format.slotBytes());
            region.write(address + Long.BYTES, slot, Long.BYTES, format.slotBytes() - Long.BYTES);
        } else if (!attempt().verbs().writeBody(metered(step, CpuCategory.OTHER), attempt(), access)) {
            return false;
        }
        cpu().charge(step, CpuCategory.UPDATE_VERSION, costs().updateVersionNs(format.valueBytes()));
        return true;
    }

    private void mustBeLocked(long word, int access) {
        boolean locked = word == AugmentedFormat.locked(attempt().readWord(access));
        if (!locked) {
            throw new IllegalStateException("table " + attempt().transaction().table(access) + ": the record of key "
                    + attempt().transaction().key(access) + " is written by a transaction that has not locked it");
        }
    }

    private boolean unlock(Step step, int access) {
        return unlock(attempt(), step, access, attempt().newWord(access));
    }

    /** Writes the header word of a record that is locked. */
    static boolean unlock(SwAttempt attempt, Step step, int access, long word) {
        Step metered = attempt.setup().cpu().metered(step, CpuCategory.CONFLICT_DETECTION);
        if (attempt.isHere(access)) {
            Region region = attempt.table(access).region(attempt.footprint().partition(access));
            long address = attempt.footprint().address(access);
            attempt.setup().memory().store(metered, region, address, Long.BYTES);
            region.putLongRelease(address, word);
            return true;
        }
        return attempt.verbs().unlock(metered, attempt, access, word);
    }
}
