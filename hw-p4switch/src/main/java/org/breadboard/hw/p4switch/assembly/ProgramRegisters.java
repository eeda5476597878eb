// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Register;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.RegisterLayout;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;

/** The registers of a program, which fit the memories of their stages. */
final class ProgramRegisters {
    private final PipelineLimits limits;
    private final List<RegisterArray> all = new ArrayList<>();

    ProgramRegisters(PipelineLimits limits) {
        this.limits = limits;
    }

    RegisterArray add(String name, int stage, int cells, int bits) {
        if (bits > limits.cellBits()) {
            int parts = (bits + limits.cellBits() - 1) / limits.cellBits();
            throw new RefusedException("Register " + name + " has cells of " + bits
                    + " bits, and a stage reads or writes " + limits.cellBits() + " bits at once: split it over "
                    + parts + " registers in as many stages.");
        }
        if (bits != 8 && bits != 16 && bits != 32) {
            throw new RefusedException(
                    "Register " + name + " has cells of " + bits + " bits: they have 8, 16 or 32 bits.");
        }
        if (cells < 1) {
            throw new RefusedException("Register " + name + " has " + cells + " cells: it needs one at least.");
        }
        int there = 0;
        long usedBits = 0;
        for (RegisterArray other : all) {
            if (other.stage() == stage) {
                there++;
                usedBits += other.memoryBits();
            }
        }
        if (there == limits.registersPerStage()) {
            throw new RefusedException("Register " + name + " is one too many for stage " + stage + ", which can have "
                    + limits.registersPerStage() + ": put it into another stage.");
        }
        RegisterArray register = new RegisterArray(name, all.size(), stage, cells, bits);
        long freeBits = limits.stageMemoryBits() - usedBits;
        if (register.memoryBits() > freeBits) {
            throw new RefusedException("Register " + name + " of " + cells + " cells of " + bits
                    + " bits does not fit the memory of stage " + stage + ", which has " + freeBits + " of "
                    + limits.stageMemoryBits() + " bits left: " + freeBits / bits + " cells would fit.");
        }
        all.add(register);
        return register;
    }

    /** A register, if this program has made it. */
    RegisterArray own(Register register) {
        if (register instanceof RegisterArray known && all.contains(known)) {
            return known;
        }
        throw new RefusedException("A register" + (register == null ? "" : " " + register.name())
                + " was not made by this program's assembly: a register belongs to one program.");
    }

    List<RegisterLayout> layouts() {
        return all.stream().map(RegisterArray::layout).toList();
    }
}
