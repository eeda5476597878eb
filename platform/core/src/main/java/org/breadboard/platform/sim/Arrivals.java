// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/**
 * What arrives at a process from processes of other lanes, which run on other threads: it waits, by the lane that it
 * comes from, until the process runs in the window after. What arrives in even windows and in odd ones waits apart, so
 * that a process takes what came in the last window while others already send in this one.
 */
final class Arrivals {
    private final Box[] even;
    private final Box[] odd;

    /** Of a process that gets messages from so many lanes. */
    Arrivals(int lanes) {
        even = new Box[lanes];
        odd = new Box[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            even[lane] = new Box();
            odd[lane] = new Box();
        }
    }

    /** A message arrives from a lane, in a window that is even or odd. By that lane's thread. */
    void add(boolean inEven, int lane, int source, long atNs, Hop next, Message message) {
        (inEven ? even : odd)[lane].add(source, atNs, next, message);
    }

    /** Schedules what arrived in the last window, which was even or odd. By the process's thread. */
    void drain(boolean ofEven, Scheduler into) {
        for (Box box : ofEven ? even : odd) {
            box.drain(into);
        }
    }

    /** From one lane; each source's in their order. */
    private static final class Box {
        private long[] times = {};
        private int[] sources = {};
        private Hop[] hops = {};
        private Message[] messages = {};
        private int count;

        void add(int source, long atNs, Hop next, Message message) {
            if (count == times.length) {
                int more = Math.max(16, count * 2);
                times = Arrays.copyOf(times, more);
                sources = Arrays.copyOf(sources, more);
                hops = Arrays.copyOf(hops, more);
                messages = Arrays.copyOf(messages, more);
            }
            times[count] = atNs;
            sources[count] = source;
            hops[count] = next;
            messages[count++] = message;
        }

        void drain(Scheduler into) {
            for (int i = 0; i < count; i++) {
                into.schedule(sources[i], times[i], hops[i], messages[i]);
                messages[i] = null;
            }
            count = 0;
        }
    }
}
