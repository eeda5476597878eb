// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import org.breadboard.api.pipeline.Register;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.RegisterLayout;

/**
 * An array in a stage's memory.
 *
 * @param index among the program's registers
 */
record RegisterArray(String name, int index, int stage, int cells, int bits) implements Register {
    long memoryBits() {
        return (long) cells * bits;
    }

    RegisterLayout layout() {
        return new RegisterLayout(cells, bits);
    }

    /** Another program's is another one, however much it is alike. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return index;
    }
}
