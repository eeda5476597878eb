// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.table.AugmentedFormat;

/**
 * The first half of validation (HADES II): locks what is written, each record once, if it still has the version that
 * was read, all nodes at once; what is only read is not locked (HADES III, optimisations 1 and 4).
 */
final class LockPhase extends SwPhase {
    LockPhase(SwAttempt attempt) {
        super(attempt);
    }

    /**
     * Ordered tables first, since what meets a lock there has sent nothing yet; inserts are in place before anything is
     * validated.
     */
    @Override
    protected void begin(Step step) {
        Step metered = metered(step, CpuCategory.CONFLICT_DETECTION);
        AbortReason failure = attempt().ordered().lockWrites(metered);
        attempt().fail(failure == null ? attempt().ordered().insert(metered) : failure);
        double spentNs = cpu().spentNs();
        Transaction transaction = attempt().transaction();
        int writes = 0;
        int locks = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            writes += transaction.written(i) ? 1 : 0;
            locks += attempt().isOrdered(i) && transaction.written(i) ? 1 : 0;
        }
        cpu().charge(step, CpuCategory.CONFLICT_DETECTION, writes == 0 ? 0 : costs().detectOnceNs());
        cpu().chargeBeyond(step, CpuCategory.CONFLICT_DETECTION, locks * costs().detectByLockNs(true), spentNs);
    }

    @Override
    protected boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        ReadWriteSet footprint = attempt().footprint();
        if (attempt().isOrdered(access) || !footprint.leadsWrite(transaction, access) || !footprint.hasPlace(access)) {
            return true;
        }
        long word = attempt().readWord(access);
        long locked = AugmentedFormat.locked(word);
        Step metered = metered(step, CpuCategory.CONFLICT_DETECTION);
        if (!attempt().isHere(access) || !setup().locksByCpu()) {
            if (!attempt().verbs().compareAndSwap(metered, attempt(), access, word, locked)) {
                return false;
            }
            // The post of the unlock is yet to come.
            double posts = attempt().isHere(access) ? 1 : 2;
            double spentNs = posts * cpu().spentNs();
            cpu().chargeBeyond(step, CpuCategory.CONFLICT_DETECTION, costs().detectByLockNs(false), spentNs);
            return true;
        }
        Region region = attempt().table(access).region(footprint.partition(access));
        long address = footprint.address(access);
        double ns = setup().memory().store(metered, region, address, Long.BYTES);
        cpu().chargeBeyond(step, CpuCategory.CONFLICT_DETECTION, costs().detectByLockNs(true), ns);
        if (region.compareAndSetLong(address, word, locked)) {
            footprint.lock(access);
        } else {
            refused(region.getLongAcquire(address));
        }
        return true;
    }

    @Override
    protected void completed(Step step, int access, Message message) {
        long was = message.getLong(0);
        if (was == attempt().readWord(access)) {
            attempt().footprint().lock(access);
        } else {
            refused(was);
        }
    }

    private void refused(long word) {
        attempt().fail(AugmentedFormat.isLocked(word) ? AbortReason.LOCKED : AbortReason.VALIDATION);
    }
}
