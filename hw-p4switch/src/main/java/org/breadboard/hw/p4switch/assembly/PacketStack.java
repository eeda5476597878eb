// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.Place;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.StackLayout;

/**
 * Headers of one shape that follow each other.
 *
 * @param index among the program's stacks
 * @param fields of the program, which elements get theirs from
 */
record PacketStack(int index, String name, StackLayout layout, ProgramFields fields) implements HeaderStack {
    int offsetBytes() {
        return layout.offsetBytes();
    }

    int strideBytes() {
        return layout.strideBytes();
    }

    int lengthBytes() {
        return layout.strideBytes() * layout.count();
    }

    @Override
    public Field field(String fieldName, int offset, int bits) {
        if (offset < 0 || offset + (long) bits / Byte.SIZE > strideBytes()) {
            throw new RefusedException("Field " + fieldName + " of " + bits + " bits at byte " + offset
                    + " does not lie within an element of stack " + name + ", which has " + strideBytes() + " bytes.");
        }
        return fields.add(Place.ELEMENT, fieldName, bits, index, offset);
    }
}
