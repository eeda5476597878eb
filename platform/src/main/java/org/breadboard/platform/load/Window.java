package org.breadboard.platform.load;

/**
 * What is measured: completions from {@code fromNs} (the end of the warm-up) to {@code toNs}, in {@link #BATCHES}
 * batches of equal length; admission stops at {@code toNs}.
 */
public record Window(long fromNs, long toNs) {
    /** How many batches the means are taken of. */
    public static final int BATCHES = 20;

    /**
     * How many median latencies a warm-up takes at least. Contexts begin within the first third of it, so that is a
     * latency or more.
     */
    public static final int WARM_LATENCIES = 3;

    /** How many median latencies a window takes at least. */
    public static final int LATENCIES = 5;

    /** The batch of an instant, or -1 outside the window. */
    int batch(long atNs) {
        return atNs < fromNs || atNs >= toNs ? -1 : (int) ((atNs - fromNs) * BATCHES / (toNs - fromNs));
    }
}
