// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.util.List;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.run.RunResult;

/**
 * A run with what belongs to it, as it is kept.
 *
 * @param resolved the mix that ran
 * @param summary of the result
 * @param tried where a peak was searched for, all runs of the search; else empty
 */
public record RunRecord(ResolvedMix resolved, RunResult result, Summary summary, List<RunResult> tried) {
    /** Copies the list. */
    public RunRecord {
        tried = List.copyOf(tried);
    }
}
