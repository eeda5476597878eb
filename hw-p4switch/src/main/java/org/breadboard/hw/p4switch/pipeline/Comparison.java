// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

/**
 * A comparison of a field with a number or with another field.
 *
 * @param field its slot
 * @param kind one of {@link Code}'s
 * @param operand the number, or the other field's slot
 */
public record Comparison(int field, int kind, int operand) {
    boolean isWithNumber() {
        return kind <= Code.BELOW;
    }

    /** Whether it holds for a value of the field; for comparisons with numbers. */
    boolean holds(int value) {
        return switch (kind) {
            case Code.IS -> value == operand;
            case Code.IS_NOT -> value != operand;
            case Code.BELOW -> Integer.compareUnsigned(value, operand) < 0;
            default -> throw new IllegalStateException("compares with a field");
        };
    }
}
