// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.Arrays;
import java.util.List;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.RegisterLayout;

/** The cells of a program's registers, all in one array. */
final class RegisterMemory {
    private final int[] cells;
    private final int[] begins;
    private final int[] lengths;
    private final int[] masks;

    RegisterMemory(List<RegisterLayout> registers) {
        begins = new int[registers.size()];
        lengths = new int[registers.size()];
        masks = new int[registers.size()];
        int size = 0;
        for (int register = 0; register < begins.length; register++) {
            RegisterLayout layout = registers.get(register);
            begins[register] = size;
            lengths[register] = layout.cells();
            masks[register] = mask(layout.bits());
            size = Math.addExact(size, layout.cells());
        }
        cells = new int[size];
    }

    /** The bits that a number of this width can have. */
    static int mask(int bits) {
        return bits == Integer.SIZE ? -1 : (1 << bits) - 1;
    }

    /** Where a register's cell is; the number is taken modulo the number of cells. */
    int cell(int register, int number) {
        int length = lengths[register];
        // A division costs as much as all else in an access; most lengths are powers of two.
        boolean isPower = (length & length - 1) == 0;
        return begins[register] + (isPower ? number & length - 1 : Integer.remainderUnsigned(number, length));
    }

    int get(int cell) {
        return cells[cell];
    }

    void put(int register, int cell, int value) {
        cells[cell] = value & masks[register];
    }

    /** All cells are 0 again. */
    void clear() {
        Arrays.fill(cells, 0);
    }

    int[] cells() {
        return cells;
    }
}
