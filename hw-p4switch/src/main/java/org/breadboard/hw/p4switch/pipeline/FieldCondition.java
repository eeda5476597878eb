package org.breadboard.hw.p4switch.pipeline;

import org.breadboard.api.pipeline.Condition;

/**
 * A comparison of a field with a number or with another field.
 *
 * @param kind one of {@link Pipeline}'s
 * @param value the number, if {@code other} is null
 */
record FieldCondition(PacketField field, int kind, int value, PacketField other) implements Condition {
    void readIn(int stage) {
        field.readIn(stage);
        if (other != null) {
            other.readIn(stage);
        }
    }

    void emit(Code code) {
        code.add(kind);
        code.add(field.slot);
        code.add(other == null ? value : other.slot);
    }
}
