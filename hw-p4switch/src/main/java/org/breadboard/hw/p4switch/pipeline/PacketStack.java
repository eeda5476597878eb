package org.breadboard.hw.p4switch.pipeline;

import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;

/** Headers of one shape that follow each other. */
final class PacketStack implements HeaderStack {
    final String name;
    final int index;
    final int offsetBytes;
    final int strideBytes;
    final int count;
    final PacketField at;
    private final ProgramAssembly program;

    PacketStack(
            ProgramAssembly program,
            String name,
            int index,
            int offsetBytes,
            int strideBytes,
            int count,
            PacketField at) {
        this.program = program;
        this.name = name;
        this.index = index;
        this.offsetBytes = offsetBytes;
        this.strideBytes = strideBytes;
        this.count = count;
        this.at = at;
    }

    int lengthBytes() {
        return strideBytes * count;
    }

    @Override
    public Field field(String fieldName, int offset, int bits) {
        if (offset < 0 || offset + (long) bits / Byte.SIZE > strideBytes) {
            throw new RefusedException("Field " + fieldName + " of " + bits + " bits at byte " + offset
                    + " does not lie within an element of stack " + name + ", which has " + strideBytes + " bytes.");
        }
        return program.element(this, fieldName, offset, bits);
    }
}
