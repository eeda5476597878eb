// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.util.List;
import java.util.stream.Collectors;
import org.breadboard.api.RefusedException;

/** The cause of a refusal: something is named that no installed plug-in brings. One that is stopped may. */
public final class MissingPart extends Exception {
    private static final long serialVersionUID = 1L;

    private MissingPart() {}

    /** The refusal, with this cause. */
    public static RefusedException of(RefusedException refusal) {
        refusal.initCause(new MissingPart());
        return refusal;
    }

    /** What a refusal says; if it has this cause, with what to do if a plug-in that is stopped brings the part. */
    public static String sentence(RefusedException refusal, List<String> stopped) {
        boolean missing = refusal.getCause() instanceof MissingPart;
        return !missing || stopped.isEmpty()
                ? refusal.getMessage()
                : refusal.getMessage() + " If a plug-in that is stopped brings it: "
                        + stopped.stream()
                                .map(id -> "'plugin start " + id + "'")
                                .collect(Collectors.joining(" or "))
                        + ".";
    }
}
