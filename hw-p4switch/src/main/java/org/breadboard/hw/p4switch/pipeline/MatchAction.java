package org.breadboard.hw.p4switch.pipeline;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Stage;

/** A match and what it does. */
final class MatchAction implements Stage.Action, StageItem {
    private final ProgramStage stage;
    private final List<FieldCondition> conditions;
    /** Three words for each action. */
    private final Code actions = new Code();

    private int writes;

    MatchAction(ProgramStage stage, List<FieldCondition> conditions) {
        this.stage = stage;
        this.conditions = conditions;
    }

    private MatchAction add(int kind, int target, int operand) {
        actions.add(kind);
        actions.add(target);
        actions.add(operand);
        return this;
    }

    private MatchAction write(int kind, PacketField target, int operand) {
        writes++;
        return add(kind, target.slot, operand);
    }

    @Override
    public Stage.Action set(Field target, int value) {
        PacketField own = stage.set(target);
        own.checkHolds(value);
        return write(Pipeline.SET, own, value);
    }

    @Override
    public Stage.Action set(Field target, Field source) {
        PacketField from = stage.read(source);
        PacketField to = stage.set(target);
        if (from.bits() > to.bits()) {
            throw new RefusedException(
                    "Stage " + stage.index + " copies field " + from.name() + " of " + from.bits() + " bits to field "
                            + to.name() + " of " + to.bits() + ": the target must be as wide as the source.");
        }
        return write(Pipeline.COPY, to, from.slot);
    }

    @Override
    public Stage.Action add(Field target, int value) {
        return write(Pipeline.ADD, stage.set(target), value);
    }

    @Override
    public Stage.Action hash(Field target, Field source) {
        PacketField from = stage.read(source);
        return write(Pipeline.HASH, stage.set(target), from.slot);
    }

    @Override
    public Stage.Action count(String counter) {
        if (counter == null || counter.isBlank()) {
            throw new RefusedException("Stage " + stage.index + " counts without saying what: a counter has a name.");
        }
        return add(Pipeline.COUNT, stage.program.counter(counter), 0);
    }

    @Override
    public Stage.Action then(Fate fate) {
        if (fate == null) {
            throw new RefusedException("Stage " + stage.index + " says null for what becomes of a packet: say a fate.");
        }
        return add(Pipeline.THEN, fate.ordinal(), 0);
    }

    @Override
    public List<Rule> rules() {
        Code body = new Code();
        body.add(actions.size());
        body.addAll(actions);
        return List.of(new Rule(conditions, Pipeline.MATCH, body));
    }

    @Override
    public int writes() {
        return writes;
    }
}
