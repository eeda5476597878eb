// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import org.breadboard.api.Setting;
import org.breadboard.platform.runtime.SeededStream;

/**
 * A time-out of a part: how long it waits before it sends again, or gives up. A usual one is much longer than a small
 * run; a short one passes while what it waits for is still on its way, or before anybody learns of a crash.
 *
 * @param unitNs what a number of the setting stands for
 * @param ofProtocol whether it is of the protocol, and not of hardware or a switch
 */
record Timeout(String key, Setting<?> setting, double unitNs, boolean ofProtocol) {
    /** What takes less is a delay. */
    private static final double SHORTEST_NS = 10_000;
    /** The shortest that is drawn of a protocol, about a round trip, and how many times it is doubled at most. */
    private static final double LEAST_NS = 4_000;
    /**
     * How much longer those of devices are: longer than any round trip, and shorter than it takes to learn of a crash.
     */
    private static final int OF_DEVICES = 8;

    private static final int MOST = 6;

    /** One of a setting, given what it usually is; null if that is none. */
    static Timeout of(String key, Setting<?> setting, String usual, boolean ofProtocol) {
        double unitNs = setting.unit().equals("ns") ? 1 : setting.unit().equals("us") ? 1e3 : 0;
        boolean is = setting.type() == Setting.Type.NUMBER
                && unitNs > 0
                && usual.matches("[0-9.E]+")
                && Double.parseDouble(usual) * unitNs > SHORTEST_NS;
        return is ? new Timeout(key, setting, unitNs, ofProtocol) : null;
    }

    /** From a round trip on; {@code times} as long where all takes longer. */
    String draw(SeededStream random, int times) {
        double ns = LEAST_NS * (ofProtocol ? 1 : OF_DEVICES) * times * (1 << random.nextInt(MOST));
        return atLeast(ns);
    }

    /** One that is so long, or as short as it can be. */
    String atLeast(double ns) {
        return Long.toString((long) Math.max(setting.min(), Math.ceil(ns / unitNs)));
    }
}
