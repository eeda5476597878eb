// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import org.breadboard.api.runtime.RandomStream;

/**
 * Which lines a trial inserts and probes.
 *
 * @param lines how many it inserts, all different
 * @param run how many of them are neighbours; runs begin at multiples of their length
 * @param memoryLines lines to draw from, far more than are inserted
 */
record LineDraw(int lines, int run, long memoryLines) {

    /** Draws what is inserted. */
    void inserted(RandomStream random, long[] into) {
        long runs = memoryLines / run;
        for (int i = 0; i < lines; i += run) {
            long first = random.nextLong(runs) * run;
            while (contains(into, i, first)) {
                first = random.nextLong(runs) * run;
            }
            for (int k = 0; k < run; k++) {
                into[i + k] = first + k;
            }
        }
    }

    /** Draws a line that was not inserted. */
    long other(RandomStream random, long[] inserted) {
        long line = random.nextLong(memoryLines);
        while (contains(inserted, lines, line)) {
            line = random.nextLong(memoryLines);
        }
        return line;
    }

    private static boolean contains(long[] lines, int length, long line) {
        for (int i = 0; i < length; i++) {
            if (lines[i] == line) {
                return true;
            }
        }
        return false;
    }
}
