// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.runtime.Step;
import org.breadboard.proto.hades.cost.CpuCategory;

/** Gives back the locks of an attempt that cannot commit. */
final class ReleasePhase extends SwPhase {
    ReleasePhase(SwAttempt attempt) {
        super(attempt);
    }

    @Override
    protected void begin(Step step) {
        attempt().ordered().release(metered(step, CpuCategory.CONFLICT_DETECTION));
    }

    @Override
    protected boolean post(Step step, int access) {
        return !attempt().footprint().holdsLock(access)
                || InstallPhase.unlock(attempt(), step, access, attempt().readWord(access));
    }
}
