// SPDX-License-Identifier: Apache-2.0
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
 * A device's copies of several cache lines, which can be seen half done. In runs for figures a copy happens at one
 * instant. In explored runs it happens at two, cut at a line boundary that the seed draws. Live, it is as torn as real
 * memory.
 *
 * <p>For each copy: ask {@link #cut} for the length of the first part and copy that; if there is a rest, call
 * {@link #pause} before copying it. Any thread that may call a hop of the device.
 */
public final class TornCopies {
    /** The time between the halves, which explored runs jitter. A device with torn copies declares this parameter. */
    public static final Setting<Double> TORN_COPY_NS = Setting.number(
            "tornCopyNs", "ns", 100, 0, 1e6, "between the halves of a torn copy; only where a run explores");

    /** Null unless the run explores. */
    private final Resource pause;

    /**
     * For one device; registers the resource {@code nic.copy} if the run explores.
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
     * Where a copy is torn: before one of the line boundaries inside it, or not at all, each as likely. Draws once if
     * there is such a boundary, otherwise not.
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

    /**
     * Lets the time between the halves of a torn copy pass, then hands the message to {@code rest}. Only after a
     * {@link #cut}.
     */
    public void pause(Transit transit, Message message, Hop rest) {
        transit.forward(pause, message, rest);
    }
}
