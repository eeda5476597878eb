package org.breadboard.hw.p4switch.pipeline;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Stage;

/** One thing that a stateful unit can do with a cell: at most one read, one decision and one write. */
final class CellAlternative implements Stage.Alternative {
    private static final int UNSAID = -1;

    private final ProgramStage stage;
    private final RegisterArray register;
    private final List<FieldCondition> conditions;
    private int old = UNSAID;
    private int decision = Pipeline.ALWAYS;
    private int decisionOperand;
    private int said = UNSAID;
    private int write = Pipeline.KEEP;
    private int writeOperand;

    CellAlternative(ProgramStage stage, RegisterArray register, List<FieldCondition> conditions) {
        this.stage = stage;
        this.register = register;
        this.conditions = conditions;
    }

    @Override
    public Stage.Alternative old(Field target) {
        if (old != UNSAID) {
            throw twice("hands out the cell's content", "it can go to one field");
        }
        PacketField to = stage.set(target);
        if (to.bits() < register.bits()) {
            throw new RefusedException("Stage " + stage.index + " reads register " + register.name() + " of "
                    + register.bits() + " bits into field " + to.name() + " of " + to.bits()
                    + ": the field must be as wide as the cell.");
        }
        old = to.slot;
        return this;
    }

    @Override
    public Stage.Alternative ifIs(Field expected, Field into) {
        return decide(Pipeline.IF_IS_FIELD, stage.read(expected).slot, into);
    }

    @Override
    public Stage.Alternative ifIs(int expected, Field into) {
        checkHolds(expected);
        return decide(Pipeline.IF_IS, expected, into);
    }

    @Override
    public Stage.Alternative ifBelow(int limit, Field into) {
        return decide(Pipeline.IF_BELOW, limit, into);
    }

    @Override
    public Stage.Alternative ifBelow(Field limit, Field into) {
        return decide(Pipeline.IF_BELOW_FIELD, stage.read(limit).slot, into);
    }

    private Stage.Alternative decide(int kind, int operand, Field into) {
        if (decision != Pipeline.ALWAYS) {
            throw twice("decides", "there is one comparison");
        }
        decision = kind;
        decisionOperand = operand;
        said = into == null ? UNSAID : stage.set(into).slot;
        return this;
    }

    @Override
    public Stage.Alternative set(Field source) {
        PacketField from = stage.read(source);
        if (from.bits() > register.bits()) {
            throw new RefusedException("Stage " + stage.index + " writes field " + from.name() + " of " + from.bits()
                    + " bits to register " + register.name() + " of " + register.bits()
                    + ": the cell must be as wide as the field.");
        }
        return write(Pipeline.SET, from.slot, true);
    }

    @Override
    public Stage.Alternative set(int value) {
        checkHolds(value);
        return write(Pipeline.SET, value, false);
    }

    @Override
    public Stage.Alternative add(int value) {
        return write(Pipeline.ADD, value, false);
    }

    private Stage.Alternative write(int kind, int operand, boolean field) {
        if (write != Pipeline.KEEP) {
            throw twice("writes", "there is one write");
        }
        write = field ? Pipeline.COPY : kind;
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
        return new RefusedException("An access of stage " + stage.index + " to register " + register.name() + " " + does
                + " a second time: " + right + " in an alternative.");
    }

    Rule rule(PacketField cell) {
        Code body = new Code();
        body.add(register.index());
        body.add(cell.slot);
        body.add(old);
        body.add(decision);
        body.add(decisionOperand);
        body.add(said);
        body.add(write);
        body.add(writeOperand);
        return new Rule(conditions, Pipeline.ACCESS, body);
    }
}
