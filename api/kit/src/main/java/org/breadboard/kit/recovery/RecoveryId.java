// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

/**
 * Names a transaction that is being recovered, the same on all nodes.
 *
 * @param epoch of the configuration in which it was logged
 * @param high who coordinated it
 * @param low its number among these
 */
public record RecoveryId(long epoch, long high, long low) {
    /** Spreads coordinators over so many deciders: one decides on all transactions of a coordinator. */
    int among(int deciders) {
        long mixed = (high * 0x9e3779b97f4a7c15L ^ epoch) * 0xd1b54a32d192ed03L;
        return (int) Long.remainderUnsigned(mixed ^ mixed >>> 29, deciders);
    }

    /** Who coordinated it, in which epoch. */
    Coordinator coordinator() {
        return new Coordinator(epoch, high);
    }

    /** One that coordinates one transaction after another. */
    record Coordinator(long epoch, long high) {}
}
