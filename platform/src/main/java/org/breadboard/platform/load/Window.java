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

    /** A window from one instant to another. */
    public Window(long fromNs, long toNs) {
        lengthNs = toNs - fromNs;
        this.fromNs = fromNs;
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
        return atNs < fromNs || atNs >= toNs() ? -1 : (int) ((atNs - fromNs) * BATCHES / lengthNs);
    }
}
