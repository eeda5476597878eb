package org.breadboard.platform.load;

/**
 * What is measured: completions from {@code fromNs} (the end of the warm-up) to {@code toNs}, in {@link #BATCHES} batches of
 * equal length; admission stops at {@code toNs}.
 */
public record Window(long fromNs, long toNs) {
    /** How many batches the means are taken of. */
    public static final int BATCHES = 20;

    /** The batch of an instant, or -1 outside the window. */
    int batch(long atNs) {
        return atNs < fromNs || atNs >= toNs ? -1 : (int) ((atNs - fromNs) * BATCHES / (toNs - fromNs));
    }
}
