package org.breadboard.proto.hades.sw;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/** The second half of validation (HADES II): re-reads the versions of what was only read, all at once. */
final class ValidatePhase extends Phase {
    ValidatePhase(Attempt attempt) {
        super(attempt);
    }

    @Override
    void begin(Step step) {
        attempt().fail(attempt().ordered().validate(step));
    }

    @Override
    boolean post(Step step, int access) {
        Footprint footprint = attempt().footprint();
        boolean skips = thread().options().breakage() == Breakage.SKIP_VALIDATION;
        if (attempt().isOrdered(access)
                || !footprint.isLeader(access)
                || !footprint.hasPlace(access)
                || footprint.locks(attempt().transaction(), access)
                || skips) {
            return true;
        }
        double spentNs;
        if (attempt().isHere(access)) {
            Region region = attempt().table(access).region(footprint.partition(access));
            long address = footprint.address(access);
            spentNs = thread().memory().loadAgain(step, region, address, Long.BYTES);
            check(access, region.getLongAcquire(address));
        } else {
            if (!attempt().verbs().read(step, attempt(), access, Long.BYTES)) {
                return false;
            }
            spentNs = attempt().verbs().postNs();
        }
        cpu().chargeRest(step, CpuCategory.CONFLICT_DETECTION, costs().detectByReadNs(), spentNs);
        return true;
    }

    @Override
    void completed(int access, Message message) {
        check(access, message.getLong(0));
    }

    private void check(int access, long word) {
        if (word != attempt().readWord(access)) {
            attempt().fail(AbortReason.VALIDATION);
        }
    }
}
