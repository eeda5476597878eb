// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.live;

import java.util.Arrays;

/**
 * Tells a thread that gets on with its work from one that a plug-in does not let go. It adds up only time in which its
 * own thread was awake too, so that a machine that was suspended accuses nobody. One thread.
 */
final class HangDetector {
    private static final long MOST_PER_LOOK_NS = 100_000_000;

    private final long limitNs;
    private final long[] progress;
    private final long[] stuckNs;
    private long lastLookNs;

    HangDetector(int threads, long limitNs) {
        this.limitNs = limitNs;
        this.progress = new long[threads];
        this.stuckNs = new long[threads];
    }

    /** Begins to watch: the threads have just been let go. */
    void begin(long nowNs) {
        lastLookNs = nowNs;
        Arrays.fill(stuckNs, 0);
    }

    /** Looks at all threads; the first that is not abandoned yet and has not moved for too long, or null. */
    LiveThread look(LiveThread[] threads, long nowNs) {
        long passedNs = Math.min(nowNs - lastLookNs, MOST_PER_LOOK_NS);
        lastLookNs = nowNs;
        LiveThread hung = null;
        for (int i = 0; i < threads.length; i++) {
            long now = threads[i].progress();
            if (now != progress[i] || !threads[i].isRunning() || threads[i].isAbandoned()) {
                progress[i] = now;
                stuckNs[i] = 0;
            } else {
                stuckNs[i] += passedNs;
                if (stuckNs[i] >= limitNs && hung == null) {
                    hung = threads[i];
                }
            }
        }
        return hung;
    }
}
