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

    /** Whether it holds for a value of the field; for comparisons with numbers. */
    boolean holds(int of) {
        return switch (kind) {
            case Pipeline.IS -> of == value;
            case Pipeline.IS_NOT -> of != value;
            case Pipeline.BELOW -> Integer.compareUnsigned(of, value) < 0;
            default -> throw new IllegalStateException("compares with a field");
        };
    }

    void emit(Code code) {
        code.add(kind);
        code.add(field.slot);
        code.add(other == null ? value : other.slot);
    }
}
