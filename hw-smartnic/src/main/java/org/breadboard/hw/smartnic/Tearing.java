package org.breadboard.hw.smartnic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Transit;

/** Copies of several cache lines that are not atomic, where a run explores. */
final class Tearing {
    private Tearing() {}

    /** Where a copy is torn: at one of the line boundaries inside it, or not at all. */
    static int cut(Transit transit, long address, int lengthBytes) {
        int first = Region.LINE_BYTES - (int) (address % Region.LINE_BYTES);
        if (first >= lengthBytes) {
            return lengthBytes;
        }
        int boundaries = 1 + (lengthBytes - first - 1) / Region.LINE_BYTES;
        int chosen = transit.random().nextInt(boundaries + 1);
        return chosen == boundaries ? lengthBytes : first + chosen * Region.LINE_BYTES;
    }
}
