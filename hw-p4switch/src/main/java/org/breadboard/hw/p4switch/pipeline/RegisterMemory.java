package org.breadboard.hw.p4switch.pipeline;

import java.util.List;

/** The cells of a program's registers, all in one array. */
final class RegisterMemory {
    private final int[] cells;
    private final int[] begins;
    private final int[] lengths;
    private final int[] masks;

    RegisterMemory(List<RegisterArray> registers) {
        begins = new int[registers.size()];
        lengths = new int[registers.size()];
        masks = new int[registers.size()];
        int size = 0;
        for (RegisterArray register : registers) {
            begins[register.index()] = size;
            lengths[register.index()] = register.cells();
            masks[register.index()] = Pipeline.mask(register.bits());
            size = Math.addExact(size, register.cells());
        }
        cells = new int[size];
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

    int[] cells() {
        return cells;
    }
}
