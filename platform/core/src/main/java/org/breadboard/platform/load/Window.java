// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.load;

/**
 * What is measured: completions from the end of the warm-up on, for as long as the window lasts, in {@link #BATCHES}
 * batches of equal length; admission stops at its end. Moved while the clients' threads stand still, read by them.
 */
public final class Window {
    /** How many batches the means are taken of. */
    public static final int BATCHES = 20;

    /**
     * How many median latencies a warm-up takes at least. Contexts begin within the first third of it, so that is a
     * latency or more.
     */
    public static final int WARM_LATENCIES = 3;

    /** How many median latencies a window takes at least. */
    public static final int LATENCIES = 5;

    private final long lengthNs;
    private long fromNs;
    private long countsFromNs;
    private long countsToNs = Long.MAX_VALUE;

    /** A window from one instant to another. */
    public Window(long fromNs, long toNs) {
        lengthNs = toNs - fromNs;
        begin(fromNs);
    }

    /** A window that begins when somebody says so: until then nothing is measured, and admission goes on. */
    public static Window later(long lengthNs) {
        Window window = new Window(0, lengthNs);
        window.begin(Long.MAX_VALUE - lengthNs);
        return window;
    }

    /** Has it begin then. */
    public void begin(long atNs) {
        fromNs = atNs;
        countsFromNs = atNs;
    }

    /**
     * Has what completes from then on be counted as if it had begun; who counts forgets that when it does begin. The
     * code that counts would else run for the first time in the window, where a live run's JVM would drop what it has
     * compiled and not seen count, and stand in line for tens of milliseconds until it is compiled anew.
     */
    public void rehearse(long atNs) {
        countsFromNs = atNs;
    }

    /** Nothing that completes from then on counts any more, since the run was stopped. */
    public void cut(long atNs) {
        countsToNs = atNs;
    }

    /** When it begins. */
    public long fromNs() {
        return fromNs;
    }

    /** When it ends. */
    public long toNs() {
        return fromNs + lengthNs;
    }

    /** How long it is. */
    public long lengthNs() {
        return lengthNs;
    }

    /** The batch of an instant, or -1 outside the window. */
    int batch(long atNs) {
        long sinceNs = atNs - countsFromNs;
        return sinceNs < 0 || sinceNs >= lengthNs || atNs >= countsToNs ? -1 : (int) (sinceNs * BATCHES / lengthNs);
    }
}
