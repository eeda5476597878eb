// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.hw.p4switch.pipeline.Code;
import org.breadboard.hw.p4switch.pipeline.Comparison;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.FieldLayout;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.Place;

/** A field of a program, and what the assembly learns of it: who sets it first, and who reads it first. */
final class PacketField implements Field {
    /** The stack of a field that is in none. */
    static final int NO_STACK = -1;

    private static final int NEVER = Integer.MAX_VALUE;

    final Place place;
    final int slot;
    /** The number of its stack, or {@link #NO_STACK}. */
    final int stack;
    /** In the payload, or in the element. */
    final int offsetBytes;

    private final ProgramFields program;

    private final String name;
    private final int bits;
    private int firstSetter = NEVER;
    private int firstReader = NEVER;

    PacketField(ProgramFields program, Place place, String name, int bits, int slot, int stack, int offsetBytes) {
        this.program = program;
        this.place = place;
        this.name = name;
        this.bits = bits;
        this.slot = slot;
        this.stack = stack;
        this.offsetBytes = offsetBytes;
        if (bits != 8 && bits != 16 && bits != 32) {
            throw new RefusedException("Field " + name + " of " + bits
                    + " bits has no container in the header vector: they have 8, 16 or 32 bits.");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int bits() {
        return bits;
    }

    FieldLayout layout() {
        return new FieldLayout(place, bits, stack, offsetBytes, isSet());
    }

    int bytes() {
        return bits / Byte.SIZE;
    }

    boolean isSet() {
        return firstSetter != NEVER;
    }

    void setIn(int stage) {
        if (place == Place.LENGTH) {
            throw new RefusedException("Stage " + stage + " sets the payload's length, which a pipeline cannot change;"
                    + " set a field of the packet instead.");
        }
        firstSetter = Math.min(firstSetter, stage);
    }

    void readIn(int stage) {
        firstReader = Math.min(firstReader, stage);
    }

    /** Refuses metadata that a stage reads before any stage can have set it. */
    void checkOrder() {
        if (place != Place.METADATA || firstReader == NEVER || firstSetter < firstReader) {
            return;
        }
        if (firstSetter == NEVER) {
            throw new RefusedException("Metadata field " + name + " is read in stage " + firstReader
                    + ", and no stage sets it: set it in a stage before that one.");
        }
        throw new RefusedException("Metadata field " + name + " is read in stage " + firstReader + ", but stage "
                + firstSetter
                + " is the first to set it: the stage that reads must be behind the one that sets, and the"
                + " only way back is to recirculate with a carried field.");
    }

    /** Refuses a number that the field cannot hold. */
    void checkHolds(int value) {
        if (bits < 32 && (value < 0 || value >= 1 << bits)) {
            throw new RefusedException("Field " + name + " of " + bits + " bits cannot be "
                    + Integer.toUnsignedString(value) + ": it is at most " + ((1 << bits) - 1) + ".");
        }
    }

    /** A comparison of a field with a number, or with another field if that is not null. */
    record FieldCondition(PacketField field, int kind, int value, PacketField other) implements Condition {
        /** Notes that a stage makes it. */
        void readIn(int stage) {
            field.readIn(stage);
            if (other != null) {
                other.readIn(stage);
            }
        }

        Comparison comparison() {
            return new Comparison(field.slot, kind, other == null ? value : other.slot);
        }
    }

    private Condition compare(int kind, int value) {
        return new FieldCondition(this, kind, value, null);
    }

    private Condition compare(int kind, Field other) {
        return new FieldCondition(this, kind, 0, program.own(other));
    }

    @Override
    public Condition is(int value) {
        checkHolds(value);
        return compare(Code.IS, value);
    }

    @Override
    public Condition isNot(int value) {
        checkHolds(value);
        return compare(Code.IS_NOT, value);
    }

    @Override
    public Condition is(Field other) {
        return compare(Code.IS_FIELD, other);
    }

    @Override
    public Condition isNot(Field other) {
        return compare(Code.IS_NOT_FIELD, other);
    }

    @Override
    public Condition below(int value) {
        return compare(Code.BELOW, value);
    }

    @Override
    public Condition below(Field other) {
        return compare(Code.BELOW_FIELD, other);
    }
}
