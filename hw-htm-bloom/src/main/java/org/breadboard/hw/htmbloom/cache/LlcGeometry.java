// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

import org.breadboard.api.RefusedException;

/**
 * Where a last-level cache, shared by all cores of a node and cut into slices, puts a line: its index names a slice and
 * a set in it. Neighbouring lines go to neighbouring sets of one slice, and blocks as large as a slice has sets to the
 * slices in turn (which hash spreads lines over slices is not published: assumed). Immutable, any thread.
 *
 * @param sliceSets sets of a slice, a power of two: 4096 for 4 MB of 16 ways (derived from HADES Table III)
 * @param slices one per core, in HADES
 */
public record LlcGeometry(int sliceSets, int slices) {
    /** @throws RefusedException if the sets of a slice are no power of two, or there is no slice */
    public LlcGeometry {
        if (sliceSets < 1 || Integer.bitCount(sliceSets) != 1) {
            throw new RefusedException(
                    "An LLC slice of " + sliceSets + " sets cannot be indexed by address bits: choose a power of two");
        }
        if (slices < 1 || (long) slices * sliceSets > Integer.MAX_VALUE) {
            throw new RefusedException("An LLC of " + slices + " slices of " + sliceSets
                    + " sets cannot be built: choose at least 1 and at most " + Integer.MAX_VALUE / sliceSets
                    + " slices");
        }
    }

    /** Sets of all slices. */
    public int sets() {
        return sliceSets * slices;
    }

    /** The index of a line: the number of its set among the sets of all slices, slice after slice. */
    public int indexOf(long line) {
        return (int) Long.remainderUnsigned(line, sets());
    }
}
