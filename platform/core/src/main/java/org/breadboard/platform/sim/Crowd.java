// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

/**
 * Stages of one node that slow each other down ({@code StageSpec.crowd}). A step takes as long as the number of stages
 * that are busy when it ends its instant says; that others begin or rest while time passes, changes their next steps
 * only. One thread.
 */
final class Crowd {
    private final double speedAll;
    private int members;
    private int busy;

    /** {@code speedAll} is a member's speed when all are busy, relative to when no other is. */
    Crowd(double speedAll) {
        this.speedAll = speedAll;
    }

    void join() {
        members++;
    }

    void begin() {
        busy++;
    }

    void rest() {
        busy--;
    }

    /** How much longer work takes now than if no other member were busy. */
    double slowness() {
        double others = members <= 1 ? 0 : (busy - 1.0) / (members - 1);
        return 1 / (1 + (speedAll - 1) * others);
    }
}
