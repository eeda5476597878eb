// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.cost.CpuCategory;

/** The second half of validation (HADES II): re-reads the versions of what was only read, all at once. */
final class ValidatePhase extends SwPhase {
    ValidatePhase(SwAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        attempt().fail(attempt().ordered().validate(metered(step, CpuCategory.CONFLICT_DETECTION)));
        double spentNs = cpu().spentNs();
        Transaction transaction = attempt().transaction();
        int reads = 0;
        for (int i = 0; i < transaction.accesses(); i++) {
            boolean record = !transaction.mode(i).ranges() && !transaction.written(i);
            reads += attempt().isOrdered(i) && record ? 1 : 0;
        }
        cpu().chargeBeyond(step, CpuCategory.CONFLICT_DETECTION, reads * costs().detectByReadNs(true), spentNs);
    }

    @Override
    protected boolean post(Step step, int access) {
        ReadWriteSet footprint = attempt().footprint();
        boolean skips = setup().options().breakage == Breakage.SKIP_VALIDATION;
        if (attempt().isOrdered(access)
                || !footprint.leads(access)
                || !footprint.hasPlace(access)
                || footprint.leadsWrite(attempt().transaction(), access)
                || skips) {
            return true;
        }
        Step metered = metered(step, CpuCategory.CONFLICT_DETECTION);
        if (attempt().isHere(access)) {
            Region region = attempt().table(access).region(footprint.partition(access));
            long address = footprint.address(access);
            setup().memory().loadAgain(metered, region, address, Long.BYTES);
            check(access, region.getLongAcquire(address));
        } else if (!attempt().verbs().read(metered, attempt(), access, Long.BYTES)) {
            return false;
        }
        double costNs = costs().detectByReadNs(attempt().isHere(access));
        cpu().chargeBeyond(step, CpuCategory.CONFLICT_DETECTION, costNs, cpu().spentNs());
        return true;
    }

    @Override
    protected void completed(Step step, int access, Message message) {
        check(access, message.getLong(0));
    }

    private void check(int access, long word) {
        if (word != attempt().readWord(access)) {
            attempt().fail(AbortReason.VALIDATION);
        }
    }
}
