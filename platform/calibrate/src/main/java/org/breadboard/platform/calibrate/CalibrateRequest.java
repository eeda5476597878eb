// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.nio.file.Path;
import java.util.List;
import org.breadboard.platform.console.OutputFormat;

/**
 * What {@code calibrate} is asked to do.
 *
 * @param files what was measured: outputs of perftest or testpmd, or CSV
 * @param profile the name of the data sheet that is written, or the path of its file
 * @param base the data sheet that gives all that was not measured
 * @param device the device's name, or null for that of the base
 * @param output the form of what is printed
 */
public record CalibrateRequest(List<Path> files, String profile, String base, String device, OutputFormat output) {
    /** Copies the list. */
    public CalibrateRequest {
        files = List.copyOf(files);
    }
}
