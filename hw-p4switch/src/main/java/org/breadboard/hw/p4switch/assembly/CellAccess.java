// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Stage;
import org.breadboard.hw.p4switch.pipeline.Rule;
import org.breadboard.hw.p4switch.pipeline.StageItem;

/** The one access to a register in a pass. */
final class CellAccess implements Stage.Access, StageItem {
    private static final int WRITES = 2;

    private final StageFields stage;
    private final RegisterArray register;
    private final PacketField cell;
    private final List<CellAlternative> alternatives = new ArrayList<>();

    CellAccess(StageFields stage, RegisterArray register, PacketField cell) {
        this.stage = stage;
        this.register = register;
        this.cell = cell;
    }

    @Override
    public Stage.Alternative when(Condition... all) {
        CellAlternative alternative = new CellAlternative(stage, register, stage.conditions(all));
        alternatives.add(alternative);
        return alternative;
    }

    @Override
    public List<Rule> rules() {
        return alternatives.stream().map(alternative -> alternative.rule(cell)).toList();
    }

    @Override
    public int writes() {
        return WRITES;
    }
}
