// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.hw.p4switch.pipeline.StageItem;

/** What a program does in one stage, in the order in which it was said. */
final class ProgramStage implements Stage {
    private final StageFields fields;
    private final ProgramRegisters registers;
    private final List<String> counters;
    private final List<StageItem> items = new ArrayList<>();
    private final List<RegisterArray> accessed = new ArrayList<>();

    ProgramStage(StageFields fields, ProgramRegisters registers, List<String> counters) {
        this.fields = fields;
        this.registers = registers;
        this.counters = counters;
    }

    @Override
    public Action when(Condition... all) {
        MatchAction match = new MatchAction(fields, counters, fields.conditions(all));
        items.add(match);
        return match;
    }

    @Override
    public Access access(Register register, Field cell) {
        RegisterArray array = registers.own(register);
        int index = fields.stage();
        if (array.stage() != index) {
            throw new RefusedException(
                    "Stage " + index + " accesses register " + array.name() + ", which lies in the memory of"
                            + " stage " + array.stage() + ": a register can be accessed in its own stage only.");
        }
        if (accessed.contains(array)) {
            throw new RefusedException(
                    "Stage " + index + " accesses register " + array.name() + " a second time: a pass can"
                            + " access a register once; make it an alternative of the first access, or recirculate.");
        }
        accessed.add(array);
        CellAccess access = new CellAccess(fields, array, fields.read(cell));
        items.add(access);
        return access;
    }

    /** What it does with a packet. */
    List<StageItem> items() {
        return items;
    }
}
