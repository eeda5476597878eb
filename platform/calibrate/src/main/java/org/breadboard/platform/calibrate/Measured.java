// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.Locale;

/**
 * One thing that somebody measured.
 *
 * @param place the file and line that it stands in
 * @param bytes of each operation; of packets, in each frame
 * @param value ns for a latency, operations a second for a rate, bits a second for a bandwidth
 * @param threads that posted operations together
 * @param outstanding operations that each of them had outstanding
 */
record Measured(
        String place, Operation operation, Metric metric, int bytes, double value, int threads, int outstanding) {
    /** What was done. */
    enum Operation {
        READ,
        WRITE,
        SEND,
        /** A frame that a port takes, or a core forwards. */
        PACKET;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What of it was measured. */
    enum Metric {
        /** Of a READ its round trip; of a WRITE or SEND one way, as perftest has it. */
        LATENCY,
        RATE,
        BANDWIDTH;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The value in a unit for people. */
    String shown(double of) {
        return switch (metric) {
            case LATENCY -> String.format(Locale.ROOT, "%.3f us", of / 1e3);
            case RATE -> String.format(Locale.ROOT, "%.3f M/s", of / 1e6);
            case BANDWIDTH -> String.format(Locale.ROOT, "%.2f Gb/s", of / 1e9);
        };
    }

    /** What a data sheet says of it as a source. */
    String source() {
        return place + ": " + operation.word() + " of " + bytes + " B, " + metric.word() + " " + shown(value)
                + (metric == Metric.RATE && threads > 1 ? " of " + threads + " threads" : "");
    }
}
