// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.hw.p4switch.pipeline.Comparison;

/**
 * The program's fields as one stage reads and sets them, which the fields take down.
 *
 * @param stage its number
 */
record StageFields(int stage, ProgramFields fields) {
    /** A field that this stage reads. */
    PacketField read(Field field) {
        PacketField own = fields.own(field);
        own.readIn(stage);
        return own;
    }

    /** A field that this stage sets. */
    PacketField set(Field field) {
        PacketField own = fields.own(field);
        own.setIn(stage);
        return own;
    }

    /** Comparisons that this stage makes. */
    List<Comparison> conditions(Condition... all) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Condition each : all) {
            if (!(each instanceof PacketField.FieldCondition condition)) {
                throw new RefusedException("Stage " + stage
                        + " matches on a condition that no field of this program made: make it with a Field.");
            }
            fields.own(condition.field());
            condition.readIn(stage);
            comparisons.add(condition.comparison());
        }
        return List.copyOf(comparisons);
    }
}
