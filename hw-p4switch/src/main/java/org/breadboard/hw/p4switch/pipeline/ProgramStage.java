package org.breadboard.hw.p4switch.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;

/** What a program does in one stage, in the order in which it was said. */
final class ProgramStage implements Stage {
    final ProgramAssembly program;
    final int index;
    final List<StageItem> items = new ArrayList<>();
    private final List<RegisterArray> accessed = new ArrayList<>();

    ProgramStage(ProgramAssembly program, int index) {
        this.program = program;
        this.index = index;
    }

    @Override
    public Action when(Condition... all) {
        MatchAction match = new MatchAction(this, conditions(all));
        items.add(match);
        return match;
    }

    @Override
    public Access access(Register register, Field cell) {
        RegisterArray array = program.own(register);
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
        CellAccess access = new CellAccess(this, array, read(cell));
        items.add(access);
        return access;
    }

    List<FieldCondition> conditions(Condition... all) {
        List<FieldCondition> conditions = new ArrayList<>();
        for (Condition each : all) {
            if (!(each instanceof FieldCondition condition)) {
                throw new RefusedException("Stage " + index
                        + " matches on a condition that no field of this program made: make it with a Field.");
            }
            program.own(condition.field());
            condition.readIn(index);
            conditions.add(condition);
        }
        return List.copyOf(conditions);
    }

    /** A field that this stage reads. */
    PacketField read(Field field) {
        PacketField own = program.own(field);
        own.readIn(index);
        return own;
    }

    /** A field that this stage sets. */
    PacketField set(Field field) {
        PacketField own = program.own(field);
        own.setIn(index);
        return own;
    }
}
