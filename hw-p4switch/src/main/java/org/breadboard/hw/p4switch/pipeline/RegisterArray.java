package org.breadboard.hw.p4switch.pipeline;

import org.breadboard.api.pipeline.Register;

/**
 * An array in a stage's memory.
 *
 * @param index among the program's registers
 */
record RegisterArray(ProgramAssembly program, String name, int index, int stage, int cells, int bits)
        implements Register {
    long memoryBits() {
        return (long) cells * bits;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return index;
    }
}
