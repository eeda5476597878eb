// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.durable;

import org.breadboard.api.memory.WatchedRegion;
import org.breadboard.kit.table.ByteRegion;

/** Memory of a machine that loses power before one of its stores of a word. */
final class FragileRegion extends WatchedRegion {
    private final Power power;

    /** How many more words the machine stores. */
    static final class Power {
        private int words = Integer.MAX_VALUE;

        void lastsFor(int more) {
            words = more;
        }
    }

    /** The power is gone. */
    static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    FragileRegion(String name, long sizeBytes, Power power) {
        super(new ByteRegion(name, sizeBytes));
        this.power = power;
    }

    @Override
    protected void stores(long address) {
        if (power.words-- == 0) {
            throw new Gone();
        }
    }
}
