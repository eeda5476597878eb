package org.breadboard.kit.hardware;

import org.breadboard.api.Setting;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;

/**
 * A device's copies of several cache lines, which can be seen half done. In figures a copy is one instant. Where a run explores it is
 * two, cut at a line boundary that the seed draws. Live, it is as torn as real memory.
 *
 * <p>For each copy: ask {@link #cut} where it ends at first, copy so far, and if that is not all, let {@link #pause} pass before the
 * rest. Any thread that may call a hop of the device.
 */
public final class TornCopies {
    /** What passes between the halves; explored runs jitter it. A device that has torn copies declares it. */
    public static final Setting<Double> TORN_COPY_NS = Setting.number(
            "tornCopyNs", "ns", 100, 0, 1e6, "between the halves of a torn copy; only where a run explores");

    /** Null unless the run explores. */
    private final Resource pause;

    /**
     * Of one device; registers the resource {@code nic.copy} where the run explores, and otherwise none.
     *
     * @throws IllegalArgumentException if the device does not declare {@link #TORN_COPY_NS}
     */
    public TornCopies(HardwareContext context) {
        double tornCopyNs = context.profile().get(TORN_COPY_NS);
        pause = context.explores() ? context.resource("nic.copy", message -> 0, tornCopyNs) : null;
    }

    /** Whether a copy may be torn at all. */
    public boolean tears() {
        return pause != null;
    }

    /**
     * How much of a copy is made at its first instant.
     *
     * @param address of its first byte
     * @param lengthBytes of all of it
     * @return {@code lengthBytes}, if it is not torn
     */
    public int cut(Transit transit, long address, int lengthBytes) {
        return pause == null ? lengthBytes : cut(transit.random(), address, lengthBytes);
    }

    /**
     * Where a copy is torn: before one of the line boundaries inside it, or not at all, each as likely. Draws once if there is such a
     * boundary, otherwise not.
     *
     * @return the bytes before the tear; {@code lengthBytes} if there is none
     */
    public static int cut(RandomStream random, long address, int lengthBytes) {
        int first = Region.LINE_BYTES - (int) (address % Region.LINE_BYTES);
        if (first >= lengthBytes) {
            return lengthBytes;
        }
        int boundaries = 1 + (lengthBytes - first - 1) / Region.LINE_BYTES;
        int chosen = random.nextInt(boundaries + 1);
        return chosen == boundaries ? lengthBytes : first + chosen * Region.LINE_BYTES;
    }

    /** Lets the time between the halves of a torn copy pass, then hands the message to {@code rest}. Only after a {@link #cut}. */
    public void pause(Transit transit, Message message, Hop rest) {
        transit.forward(pause, message, rest);
    }
}
