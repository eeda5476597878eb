// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.SoftwareCosts;

/** A phase of SW-Impl, whose items are accesses, and what it charges. */
abstract class SwPhase extends Phase {
    private final SwAttempt attempt;

    SwPhase(SwAttempt attempt) {
        this.attempt = attempt;
    }

    final SwAttempt attempt() {
        return attempt;
    }

    final SwSetup setup() {
        return attempt.setup();
    }

    final CpuTime cpu() {
        return attempt.setup().cpu();
    }

    final SoftwareCosts costs() {
        return attempt.setup().costs();
    }

    /** A step whose time is counted for a category. */
    final Step metered(Step step, CpuCategory category) {
        return cpu().metered(step, category);
    }

    /** What its doorbells and polls are counted for. */
    CpuCategory category() {
        return CpuCategory.CONFLICT_DETECTION;
    }

    @Override
    protected int items() {
        return attempt.transaction().accesses();
    }
}
