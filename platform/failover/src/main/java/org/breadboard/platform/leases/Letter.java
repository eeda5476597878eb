// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

/** What agents tell each other. */
enum Letter {
    /**
     * A member asks its manager to renew its lease, at a time that the answer repeats, and tells when it has heard of
     * the manager, whose own lease counts from then.
     */
    RENEW,
    /** The manager renews the lease that was asked for at that time. */
    GRANT,
    /** A machine that has restarted, or is no member, is up: it goes to all. */
    JOIN,
    /** This is the manager, and it is there: to who joins, and to who would take its place. */
    NOTED,
    /** Somebody who would take the manager's place asks who is there. */
    PROBE,
    /** I am; with 1 if I have restarted, or am no member. */
    PRESENT,
    /** The next configuration is decided: stop. */
    DECIDED,
    /** I have stopped. */
    STOPPED
}
