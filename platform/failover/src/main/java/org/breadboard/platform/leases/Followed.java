// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

/** The manager that a machine follows, and when that was last heard. By the thread of its agent. */
final class Followed {
    private final long recentNs;
    private int machine;
    private long heardNs;
    /** For how long since then this machine was not at work itself. */
    private long excusedNs;

    /** One that is heard no more after a time without a letter. */
    Followed(long recentNs) {
        this.recentNs = recentNs;
    }

    int machine() {
        return machine;
    }

    boolean is(int other) {
        return machine == other;
    }

    long heardNs() {
        return heardNs;
    }

    /** Another one is the manager, and was heard then. */
    void follow(int other, long atNs) {
        machine = other;
        heard(atNs);
    }

    /** Another one takes its place; it is not heard for that. */
    void isReplacedBy(int other) {
        machine = other;
    }

    /** The manager is there. */
    void heard(long atNs) {
        heardNs = atNs;
        excusedNs = 0;
    }

    /** Time in which this machine was not at work itself does not count. */
    void excuse(long stalledNs, long nowNs) {
        excusedNs = Math.min(excusedNs + stalledNs, nowNs - heardNs);
    }

    /** It is known not to be at work, however lately it was heard. */
    void isLost(long nowNs) {
        heard(Math.min(heardNs, nowNs - recentNs));
    }

    /** Whether nothing was heard of it for longer than anybody waits, and so much more. */
    boolean isSilent(long moreNs, long nowNs) {
        return nowNs > heardNs + excusedNs + recentNs + moreNs;
    }
}
