// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tracing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is asked of a trace. One of the two files at least is there.
 *
 * @param mix the name of a mix, or the path of a YAML file
 * @param overrides {@code key=value}, in the order given; the last one of a key wins
 * @param trace the file that gets all that happens, or null; overwritten. {@link #STANDARD_OUTPUT} is the console's
 * @param packets the file that gets the packets, or null; the same
 * @param records whether InfiniBand's packets are in records of ERF
 * @param fromUs when the trace begins, in µs since the run began, or nothing: with the measurement
 * @param forUs how long it is, in µs
 */
public record TraceRequest(
        String mix,
        List<String> overrides,
        Path trace,
        Path packets,
        boolean records,
        OptionalLong fromUs,
        long forUs) {
    /** The word for standard output. */
    public static final Path STANDARD_OUTPUT = Path.of("-");

    /** Whether a file of it is standard output. */
    public boolean takesStandardOutput() {
        return STANDARD_OUTPUT.equals(trace) || STANDARD_OUTPUT.equals(packets);
    }

    /** Whether trace and packets would go to one file, of which one of them would be lost. */
    public boolean namesOneFile() throws IOException {
        return trace != null && packets != null && OutputFile.isOne(trace, packets);
    }

    /** What the part of a run is called that it wants. */
    String noun() {
        return trace == null ? "capture" : "trace";
    }

    /** What becomes of that part. */
    String participle() {
        return trace == null ? "captured" : "traced";
    }
}
