package org.breadboard.proto.hades.sw;

import org.breadboard.api.runtime.Step;

/** Gives back the locks of an attempt that cannot commit. */
final class ReleasePhase extends Phase {
    ReleasePhase(Attempt attempt) {
        super(attempt);
    }

    @Override
    void begin(Step step) {
        attempt().ordered().release(metered(step, CpuCategory.CONFLICT_DETECTION));
    }

    @Override
    boolean post(Step step, int access) {
        return !attempt().footprint().isHeld(access)
                || InstallPhase.unlock(attempt(), step, access, attempt().readWord(access));
    }
}
