// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.combine;

import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.mix.resolve.ResolvedMix;

/**
 * Whether a combination runs.
 *
 * @param mix the small mix that runs, or null
 * @param reason why it does not run, or what it takes to run; or empty
 */
public record Answer(Combination combination, ResolvedMix mix, String reason) {
    /** Whether there is a cluster on which it runs. */
    public boolean runs() {
        return mix != null;
    }
}
