// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.BitSet;

/** A change of the configuration that a machine has proposed, until it is formed. By the thread of its agent. */
final class Change {
    private final Decided next;
    private final BitSet running;
    private boolean decided;
    private boolean formed;
    private boolean told;
    private long firstToldNs;
    private long lastToldNs;

    /** One that waits to be decided; {@code running} are the machines that have to stop. */
    Change(Decided next, BitSet running) {
        this.next = next;
        this.running = running;
    }

    /** What is to follow. */
    Decided next() {
        return next;
    }

    /** Its epoch. */
    int epoch() {
        return next.configuration().epoch();
    }

    /** It is decided. */
    void decided() {
        decided = true;
    }

    /** Whether it is decided. */
    boolean isDecided() {
        return decided;
    }

    /** Some machines do nothing any more. */
    void haveStopped(BitSet machines) {
        running.andNot(machines);
    }

    /** A machine does nothing any more. */
    void hasStopped(int machine) {
        running.clear(machine);
    }

    /** Whether no machine is left that has to stop. */
    boolean haveAllStopped() {
        return running.isEmpty();
    }

    /** All are told of it now. */
    void told(long nowNs) {
        if (!told) {
            told = true;
            firstToldNs = nowNs;
        }
        lastToldNs = nowNs;
    }

    /** Whether all were told of it for the first time so long ago, and more. */
    boolean isKnownFor(long ns, long nowNs) {
        return told && nowNs - firstToldNs > ns;
    }

    /** Whether all are to be told, for the first time or after so long again. */
    boolean isToBeTold(long everyNs, long nowNs) {
        return !told || nowNs - lastToldNs >= everyNs;
    }

    /** It is over. */
    void formed() {
        formed = true;
    }

    /** Whether it is over. */
    boolean isFormed() {
        return formed;
    }
}
