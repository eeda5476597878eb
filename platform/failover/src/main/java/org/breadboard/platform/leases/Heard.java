// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.Arrays;

/** When a machine has last heard of each other one, and what of. By the thread of its agent. */
final class Heard {
    private static final long NEVER = LeaseAgent.NEVER;

    private final long recentNs;
    private final long[] membersNs;
    private final long[] joinedNs;

    /** Of so many machines, of which is heard no more after a time without a letter. */
    Heard(int machines, long recentNs) {
        this.recentNs = recentNs;
        membersNs = new long[machines];
        joinedNs = new long[machines];
    }

    /** A configuration has begun: all members are there, and nobody joins. */
    void begin(long nowNs) {
        Arrays.fill(membersNs, nowNs);
        Arrays.fill(joinedNs, NEVER);
    }

    /** As if no member had ever been heard of. */
    void forgetMembers() {
        Arrays.fill(membersNs, NEVER);
    }

    /** A machine is there as a member. */
    void member(int machine, long nowNs) {
        membersNs[machine] = nowNs;
    }

    /** A machine has restarted, or is no member, and is there. */
    void joins(int machine, long nowNs) {
        joinedNs[machine] = nowNs;
    }

    /** Time in which this machine was not at work itself does not count. */
    void excuse(long stalledNs, long nowNs) {
        for (int machine = 0; machine < membersNs.length; machine++) {
            membersNs[machine] = Math.min(membersNs[machine] + stalledNs, nowNs);
        }
    }

    /** Whether a machine is there as a member. */
    boolean isMember(int machine, long nowNs) {
        return isRecent(membersNs[machine], nowNs);
    }

    /** Whether a machine is there as one that joins. */
    boolean isJoining(int machine, long nowNs) {
        return isRecent(joinedNs[machine], nowNs);
    }

    private boolean isRecent(long atNs, long nowNs) {
        return nowNs <= atNs + recentNs;
    }
}
