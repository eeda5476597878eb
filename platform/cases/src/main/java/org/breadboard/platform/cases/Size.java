// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import org.breadboard.api.Setting;
import org.breadboard.platform.runtime.SeededStream;

/**
 * A count or size of a part, such as the slots of a log or the positions of a cache. A small one runs full, wraps
 * around and evicts in a run that is too short for that otherwise; CPU times are none, since runs explore those anyway.
 *
 * @param usual what it is if nobody sets it
 * @param ofProtocol whether it is of the protocol, and not of hardware or a switch
 */
record Size(String key, Setting<?> setting, long usual, boolean ofProtocol) {
    private static final String TIME = "ns";
    private static final String BYTES = "B";
    /** The most doublings or halvings. */
    private static final int MOST = 4;
    /** Of what is 0, which stands for no limit, or for as much as there is: the largest that is drawn. */
    private static final int LARGEST_BITS = 14;

    static boolean is(Setting<?> setting) {
        return setting.type() == Setting.Type.INTEGER && !setting.unit().equals(TIME);
    }

    /** Whether there is as much of it as is needed if nobody sets it; of memory a few bytes would be none. */
    boolean isUnlimited() {
        return usual == 0 && setting.min() == 0 && !setting.unit().equals(BYTES);
    }

    /** The least, or some times more or less than usual. */
    String draw(SeededStream random) {
        if (usual == 0) {
            return legal(1L << random.nextInt(LARGEST_BITS));
        }
        if (random.nextInt(2) == 0) {
            return legal((long) setting.min());
        }
        int times = 2 << random.nextInt(MOST);
        return legal(random.nextInt(3) == 0 ? usual * times : usual / times);
    }

    /** The least that it can be. */
    String least() {
        return legal((long) setting.min());
    }

    /** What it can be that is next to a value. */
    String legal(long value) {
        return Long.toString(Math.max((long) setting.min(), Math.min((long) setting.max(), value)));
    }
}
