package org.breadboard.platform.sim;

/**
 * Stages of one node that slow each other down ({@code StageSpec.crowd}). A step takes as long as the number of stages that are busy
 * when it ends its instant says; that others begin or rest while time passes, changes their next steps only. One thread.
 */
final class Crowd {
    private final double speedAlone;
    private final double speedAll;
    private int members;
    private int busy;

    Crowd(double speedAlone, double speedAll) {
        this.speedAlone = speedAlone;
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

    /** How much longer than on the reference core work takes now. */
    double slowness() {
        double others = members <= 1 ? 0 : (busy - 1.0) / (members - 1);
        return 1 / (speedAlone + (speedAll - speedAlone) * others);
    }
}
