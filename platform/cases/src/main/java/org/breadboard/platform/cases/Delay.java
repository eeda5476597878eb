// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import org.breadboard.api.Setting;
import org.breadboard.platform.runtime.SeededStream;

/**
 * A time that hardware or a switch takes, such as that of a DMA or of the wire. Where one is long, whole transactions
 * pass while something is under way that is over at once otherwise: a crash, or somebody else's commit, comes between.
 *
 * @param usualNs what it is if nobody sets it
 */
record Delay(String key, Setting<?> setting, double usualNs) {
    private static final String TIME = "ns";
    /** What takes longer is a time-out, which runs have no time for. */
    private static final double LONGEST_NS = 10_000;
    /** The longest that is drawn, about: some round trips, and several transactions. */
    private static final double MOST_NS = 20_000;
    /** The most doublings. */
    private static final int MOST = 9;

    /** Whether a setting is one, given what it usually is. */
    static boolean is(Setting<?> setting, String usual) {
        return setting.type() == Setting.Type.NUMBER
                && setting.unit().equals(TIME)
                && usual.matches("[0-9.]+")
                && Double.parseDouble(usual) > 0
                && Double.parseDouble(usual) <= LONGEST_NS;
    }

    /** Some times as long as usual. */
    String draw(SeededStream random) {
        int doublings = (int) Math.ceil(Math.log(MOST_NS / usualNs) / Math.log(2));
        int factor = 2 << random.nextInt(Math.max(1, Math.min(MOST, doublings)));
        return Long.toString((long) Math.min(setting.max(), Math.ceil(usualNs * factor)));
    }
}
