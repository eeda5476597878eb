// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.hw.p4switch.pipeline.Code;
import org.breadboard.hw.p4switch.pipeline.Comparison;
import org.breadboard.hw.p4switch.pipeline.Rule;

/** One thing that a stateful unit can do with a cell: at most one read, one decision and one write. */
final class CellAlternative implements Stage.Alternative {
    private final StageFields stage;
    private final RegisterArray register;
    private final List<Comparison> conditions;
    private int old = Code.NONE;
    private int decision = Code.ALWAYS;
    private int decisionOperand;
    private int said = Code.NONE;
    private int write = Code.NONE;
    private int writeOperand;

    CellAlternative(StageFields stage, RegisterArray register, List<Comparison> conditions) {
        this.stage = stage;
        this.register = register;
        this.conditions = conditions;
    }

    @Override
    public Stage.Alternative old(Field target) {
        if (old != Code.NONE) {
            throw twice("hands out the cell's content", "it can go to one field");
        }
        PacketField to = stage.set(target);
        if (to.bits() < register.bits()) {
            throw new RefusedException("Stage " + stage.stage() + " reads register " + register.name() + " of "
                    + register.bits() + " bits into field " + to.name() + " of " + to.bits()
                    + ": the field must be as wide as the cell.");
        }
        old = to.slot;
        return this;
    }

    @Override
    public Stage.Alternative ifIs(Field expected, Field into) {
        return decide(Code.IF_IS_FIELD, stage.read(expected).slot, into);
    }

    @Override
    public Stage.Alternative ifIs(int expected, Field into) {
        checkHolds(expected);
        return decide(Code.IF_IS, expected, into);
    }

    @Override
    public Stage.Alternative ifBelow(int limit, Field into) {
        return decide(Code.IF_BELOW, limit, into);
    }

    @Override
    public Stage.Alternative ifBelow(Field limit, Field into) {
        return decide(Code.IF_BELOW_FIELD, stage.read(limit).slot, into);
    }

    private Stage.Alternative decide(int kind, int operand, Field into) {
        if (decision != Code.ALWAYS) {
            throw twice("decides", "there is one comparison");
        }
        decision = kind;
        decisionOperand = operand;
        said = into == null ? Code.NONE : stage.set(into).slot;
        return this;
    }

    @Override
    public Stage.Alternative set(Field source) {
        PacketField from = stage.read(source);
        if (from.bits() > register.bits()) {
            throw new RefusedException("Stage " + stage.stage() + " writes field " + from.name() + " of " + from.bits()
                    + " bits to register " + register.name() + " of " + register.bits()
                    + ": the cell must be as wide as the field.");
        }
        return write(Code.SET, from.slot, true);
    }

    @Override
    public Stage.Alternative set(int value) {
        checkHolds(value);
        return write(Code.SET, value, false);
    }

    @Override
    public Stage.Alternative add(int value) {
        return write(Code.ADD, value, false);
    }

    private Stage.Alternative write(int kind, int operand, boolean field) {
        if (write != Code.NONE) {
            throw twice("writes", "there is one write");
        }
        write = field ? Code.COPY : kind;
        writeOperand = operand;
        return this;
    }

    private void checkHolds(int value) {
        if (register.bits() < 32 && (value < 0 || value >= 1 << register.bits())) {
            throw new RefusedException("A cell of register " + register.name() + " of " + register.bits()
                    + " bits cannot be " + Integer.toUnsignedString(value) + ": it is at most "
                    + ((1 << register.bits()) - 1) + ".");
        }
    }

    private RefusedException twice(String does, String right) {
        return new RefusedException("An access of stage " + stage.stage() + " to register " + register.name() + " "
                + does + " a second time: " + right + " in an alternative.");
    }

    Rule rule(PacketField cell) {
        Code body = new Code();
        body.addAll(register.index(), cell.slot, old, decision, decisionOperand, said, write, writeOperand);
        return new Rule(conditions, Code.ACCESS, body);
    }
}
