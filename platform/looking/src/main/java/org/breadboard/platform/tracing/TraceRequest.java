// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tracing;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is asked of a trace.
 *
 * @param mix the name of a mix, or the path of a YAML file
 * @param overrides {@code key=value}, in the order given; the last one of a key wins
 * @param file what is written; overwritten. {@link #STANDARD_OUTPUT} is the console's
 * @param fromUs when the trace begins, in µs since the run began, or nothing: with the measurement
 * @param forUs how long it is, in µs
 */
public record TraceRequest(String mix, List<String> overrides, Path file, OptionalLong fromUs, long forUs) {
    /** The word for standard output. */
    public static final Path STANDARD_OUTPUT = Path.of("-");

    boolean toStandardOutput() {
        return file.equals(STANDARD_OUTPUT);
    }
}
