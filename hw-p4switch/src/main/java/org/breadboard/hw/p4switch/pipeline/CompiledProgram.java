// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.List;

/**
 * What is left of a program once it was checked. Fields, stacks, registers and counters are numbered in their order
 * here; a field's number is its slot of the header vector.
 *
 * @param ports which UDP ports it sees packets of
 * @param fields all of them
 * @param stacks of headers
 * @param registers of all stages
 * @param counters their names
 * @param stages what each stage does, in the order in which it is tried
 */
public record CompiledProgram(
        boolean[] ports,
        List<FieldLayout> fields,
        List<StackLayout> stacks,
        List<RegisterLayout> registers,
        List<String> counters,
        List<List<StageItem>> stages) {

    /** Where a field lives. */
    public enum Place {
        /** In the message's kind, beside the payload. */
        KIND,
        /** At a fixed place of the payload. */
        HEADER,
        /** In an element of a stack. */
        ELEMENT,
        /** Beside the packet, for one pass. */
        METADATA,
        /** Beside the packet, from pass to pass. */
        CARRIED,
        /** The payload's length. */
        LENGTH
    }

    /**
     * A field.
     *
     * @param stack the number of the stack of an {@link Place#ELEMENT}
     * @param offsetBytes in the payload, or in the element
     * @param isSet whether any stage sets it
     */
    public record FieldLayout(Place place, int bits, int stack, int offsetBytes, boolean isSet) {
        int bytes() {
            return bits / Byte.SIZE;
        }
    }

    /**
     * Headers of one shape that follow each other.
     *
     * @param offsetBytes of the first one in the payload
     * @param strideBytes of each
     * @param at the field that says which of them a pass sees
     */
    public record StackLayout(int offsetBytes, int strideBytes, int count, int at) {}

    /** The cells of a register, and how wide they are. */
    public record RegisterLayout(int cells, int bits) {}
}
