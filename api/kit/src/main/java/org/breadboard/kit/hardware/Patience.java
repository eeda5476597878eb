// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

/**
 * When a reliable transport that hears nothing sends again, and when it gives up. Asked each time when its shortest
 * time-out has passed: it sends again after that, then after twice as long each time up to {@value #LONGEST} times as
 * long, and so on until its patience ends. So a short disturbance is over soon, and who is cut off for long is not
 * flooded. Adaptive retransmission of ConnectX NICs does so, within the time-out and the number of tries that a queue
 * pair is given (NVIDIA, Adaptive Retransmission: Parameters Control). One thread at a time.
 */
public final class Patience {
    /** Longest wait between two tries, in shortest ones. */
    static final int LONGEST = 16;

    private final long most;
    private long passed;
    private boolean heard;

    /** What to do. */
    public enum Then {
        /** Wait on. */
        WAIT,
        /** Send again. */
        SEND_AGAIN,
        /** Give up. */
        GIVE_UP
    }

    /** Waits {@code retransmitNs} at least, and {@code patienceNs} at most. */
    public Patience(double retransmitNs, double patienceNs) {
        most = (long) Math.max(1, patienceNs / retransmitNs);
    }

    /** The other side is alive. */
    public void hear() {
        heard = true;
    }

    /** Begins to wait anew. */
    public void begin() {
        heard = false;
        passed = 0;
    }

    /** The shortest time-out has passed again. */
    public Then passed() {
        if (heard) {
            begin();
            return Then.WAIT;
        }
        passed++;
        if (passed > most) {
            return Then.GIVE_UP;
        }
        boolean due = passed < LONGEST ? Long.bitCount(passed) == 1 : passed % LONGEST == 0;
        return due ? Then.SEND_AGAIN : Then.WAIT;
    }
}
