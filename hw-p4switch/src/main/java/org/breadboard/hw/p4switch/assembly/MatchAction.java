// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.hw.p4switch.pipeline.Code;
import org.breadboard.hw.p4switch.pipeline.Comparison;
import org.breadboard.hw.p4switch.pipeline.Rule;
import org.breadboard.hw.p4switch.pipeline.StageItem;

/** A match and what it does. */
final class MatchAction implements Stage.Action, StageItem {
    private final StageFields stage;
    private final List<String> counters;
    private final List<Comparison> conditions;
    /** Three words for each action. */
    private final Code actions = new Code();

    private int writes;

    /** @param counters of the program, by number; what is counted here joins them */
    MatchAction(StageFields stage, List<String> counters, List<Comparison> conditions) {
        this.stage = stage;
        this.counters = counters;
        this.conditions = conditions;
    }

    private MatchAction add(int kind, int target, int operand) {
        actions.addAll(kind, target, operand);
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
        return write(Code.SET, own, value);
    }

    @Override
    public Stage.Action set(Field target, Field source) {
        PacketField from = stage.read(source);
        PacketField to = stage.set(target);
        if (from.bits() > to.bits()) {
            throw new RefusedException(
                    "Stage " + stage.stage() + " copies field " + from.name() + " of " + from.bits() + " bits to field "
                            + to.name() + " of " + to.bits() + ": the target must be as wide as the source.");
        }
        return write(Code.COPY, to, from.slot);
    }

    @Override
    public Stage.Action add(Field target, int value) {
        return write(Code.ADD, stage.set(target), value);
    }

    @Override
    public Stage.Action hash(Field target, Field source) {
        PacketField from = stage.read(source);
        return write(Code.HASH, stage.set(target), from.slot);
    }

    @Override
    public Stage.Action count(String counter) {
        if (counter == null || counter.isBlank()) {
            throw new RefusedException("Stage " + stage.stage() + " counts without saying what: a counter has a name.");
        }
        if (!counters.contains(counter)) {
            counters.add(counter);
        }
        return add(Code.COUNT, counters.indexOf(counter), 0);
    }

    @Override
    public Stage.Action then(Fate fate) {
        if (fate == null) {
            throw new RefusedException(
                    "Stage " + stage.stage() + " says null for what becomes of a packet: say a fate.");
        }
        return add(Code.THEN, fate.ordinal(), 0);
    }

    @Override
    public List<Rule> rules() {
        Code body = new Code();
        body.add(actions.size());
        body.addAll(actions);
        return List.of(new Rule(conditions, Code.MATCH, body));
    }

    @Override
    public int writes() {
        return writes;
    }
}
