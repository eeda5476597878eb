// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.SeededStream;

/** Where the numbers of a run begin that wrap around. */
public final class Wraps {
    private static final long PURPOSE = -5;
    /** Of so many explored runs one begins below the greatest number, and one below 0. */
    private static final int RARELY = 8;
    /** How far below, at most: a connection of a short run sends some tens of packets. */
    private static final int MOST = 100;

    private Wraps() {}

    /** Whether they wrap around soon in the explored run of a seed. Any thread. */
    public static boolean isSoon(long seed) {
        return firstNumber(seed) != 0;
    }

    static int firstNumber(Mix mix) {
        return mix.mode().explore() ? firstNumber(mix.seed()) : 0;
    }

    private static int firstNumber(long seed) {
        SeededStream random = new SeededStream(seed, PURPOSE);
        int where = random.nextInt(RARELY);
        int below = 1 + random.nextInt(MOST);
        return switch (where) {
            case 0 -> Integer.MAX_VALUE - below;
            case 1 -> -below;
            default -> 0;
        };
    }
}
