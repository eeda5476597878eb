// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.cost;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Step;

/**
 * Where the time of a context's committed attempts goes: execution, validation, commit (HADES Fig. 10), in ns from the
 * beginning of each attempt. HADES's have no commit of their own. One stage's thread.
 */
public final class PhaseTimes {
    private final Counter attempts;
    private final Counter execution;
    private final Counter validation;
    private final Counter commit;
    private long begunNs;
    private long executedNs;
    private long validatedNs;

    /** For one context. Only while the node is built. */
    public PhaseTimes(NodeScope scope) {
        attempts = scope.counter("phase.attempts");
        execution = scope.counter("phase.executionNs");
        validation = scope.counter("phase.validationNs");
        commit = scope.counter("phase.commitNs");
    }

    /** An attempt begins. */
    public void begun(Step step) {
        attempts.add(1);
        begunNs = step.nowNs();
    }

    /** It has decided to commit. */
    public void executed(Step step) {
        executedNs = step.nowNs();
    }

    /** Nothing can keep it from committing. */
    public void validated(Step step) {
        validatedNs = step.nowNs();
    }

    /** It is reported. */
    public void committed(Step step) {
        execution.add(executedNs - begunNs);
        validation.add(validatedNs - executedNs);
        commit.add(step.nowNs() - validatedNs);
    }
}
