package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.table.AugmentedFormat;

/**
 * The first half of validation (HADES II): locks what is written, each record once, if it still has the version that was read, all nodes at
 * once; what is only read is not locked (HADES III, optimisations 1 and 4).
 */
final class LockPhase extends Phase {
    LockPhase(Attempt attempt) {
        super(attempt);
    }

    /** Ordered tables first, since what meets a lock there has sent nothing yet; inserts are in place before anything is validated. */
    @Override
    void begin(Step step) {
        AbortReason failure = attempt().ordered().lockWrites(step);
        attempt().fail(failure == null ? attempt().ordered().insert(step) : failure);
    }

    @Override
    boolean post(Step step, int access) {
        Transaction transaction = attempt().transaction();
        Footprint footprint = attempt().footprint();
        boolean skips = thread().options().breakage() == Breakage.SKIP_LOCK;
        if (attempt().isOrdered(access)
                || !footprint.locks(transaction, access)
                || !footprint.hasPlace(access)
                || skips) {
            return true;
        }
        long word = attempt().readWord(access);
        long locked = AugmentedFormat.locked(word);
        double postNs = attempt().verbs().postNs();
        if (!attempt().isHere(access)) {
            return swap(step, access, word, locked, costs().detectByLockNs() - postNs);
        }
        if (!thread().locksByCpu()) {
            return swap(step, access, word, locked, costs().detectByLockNs());
        }
        Region region = attempt().table(access).region(footprint.partition(access));
        long address = footprint.address(access);
        double ns = thread().memory().store(step, region, address, Long.BYTES);
        cpu().chargeRest(step, CpuCategory.CONFLICT_DETECTION, costs().detectByLockNs(), ns);
        if (region.compareAndSetLong(address, word, locked)) {
            footprint.hold(access);
        } else {
            refused(region.getLongAcquire(address));
        }
        return true;
    }

    /** The post of the unlock, where there will be one, is counted when it is done. */
    private boolean swap(Step step, int access, long word, long locked, double costNs) {
        if (!attempt().verbs().compareAndSwap(step, attempt(), access, word, locked)) {
            return false;
        }
        cpu().chargeRest(
                        step,
                        CpuCategory.CONFLICT_DETECTION,
                        costNs,
                        attempt().verbs().postNs());
        return true;
    }

    @Override
    void completed(int access, Message message) {
        long was = message.getLong(0);
        if (was == attempt().readWord(access)) {
            attempt().footprint().hold(access);
        } else {
            refused(was);
        }
    }

    private void refused(long word) {
        attempt().fail(AugmentedFormat.isLocked(word) ? AbortReason.LOCKED : AbortReason.VALIDATION);
    }
}
