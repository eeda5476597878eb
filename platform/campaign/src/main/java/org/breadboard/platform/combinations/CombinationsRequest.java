// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.combinations;

import java.util.List;
import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code list combinations} is asked to do.
 *
 * @param of only combinations that have all of these names
 * @param trials how many of those that run to run for a moment, spread evenly; 0 for none
 * @param output the form of what is printed
 */
public record CombinationsRequest(List<String> of, int trials, OutputFormat output) {
    /** For {@link #trials}: all. */
    public static final int ALL = Integer.MAX_VALUE;

    /** Copies the list. */
    public CombinationsRequest {
        of = List.copyOf(of);
    }
}
