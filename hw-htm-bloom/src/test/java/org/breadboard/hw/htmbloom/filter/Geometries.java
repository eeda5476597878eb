// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.filter;

import java.util.SplittableRandom;
import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;

/** Random geometries and lines for property-based tests. */
final class Geometries {
    static final LlcGeometry LLC = new LlcGeometry(4096, 5);

    private Geometries() {}

    static CrcFilter crc(SplittableRandom random) {
        int sliceBits = random.nextInt(6, 15);
        return new CrcFilter(1 << sliceBits, random.nextInt(1, CacheLine.HASH_BITS / sliceBits + 1));
    }

    static WriteFilter write(SplittableRandom random) {
        LlcGeometry llc = new LlcGeometry(1 << random.nextInt(6, 13), random.nextInt(1, 9));
        int most = 31 - Integer.numberOfLeadingZeros(llc.sets());
        return new WriteFilter(crc(random), 1 << random.nextInt(6, most + 1), llc);
    }

    static LineFilter any(SplittableRandom random) {
        return random.nextBoolean() ? crc(random) : write(random);
    }

    /** Lines of a small memory, of a large one, or of any number, some of them neighbours. */
    static long[] lines(SplittableRandom random) {
        long[] lines = new long[random.nextInt(1, 200)];
        int memoryBits = random.nextInt(4, Long.SIZE);
        for (int i = 0; i < lines.length; i++) {
            lines[i] =
                    i > 0 && random.nextInt(4) == 0 ? lines[i - 1] + 1 : random.nextLong() >>> Long.SIZE - memoryBits;
        }
        return lines;
    }
}
