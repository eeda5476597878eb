// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.Place;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;

/**
 * What a program puts into the header vector: the headers before the payload, its own header fields, all elements of
 * its stacks (a parser takes a stack as a whole, NOCC 3), metadata and carried fields.
 */
record HeaderVector(PipelineLimits limits, List<PacketField> fields, List<PacketStack> stacks) {
    /** What carries a message's kind: InfiniBand's BTH, DETH and immediate data. */
    private static final int TRANSPORT_BITS = (12 + 8 + 4) * Byte.SIZE;

    /** Refuses what is too large for it, or has no container in it. */
    void check() {
        checkSize();
        for (PacketField field : fields) {
            if (field.isSet()) {
                for (PacketField other : fields) {
                    checkApart(field, other);
                }
            }
        }
    }

    private void checkSize() {
        long frame = (long) limits.frameHeaderBytes() * Byte.SIZE;
        long transport = 0;
        long headers = 0;
        long metadata = 0;
        long carried = 0;
        for (PacketField field : fields) {
            switch (field.place) {
                case KIND -> transport = TRANSPORT_BITS;
                case HEADER -> headers += field.bits();
                case METADATA -> metadata += field.bits();
                case CARRIED -> carried += field.bits();
                case ELEMENT, LENGTH -> {
                    // Parts of their stack, and of the UDP header.
                }
            }
        }
        long stacked = 0;
        PacketStack longest = null;
        for (PacketStack stack : stacks) {
            stacked += (long) stack.lengthBytes() * Byte.SIZE;
            if (longest == null || stack.lengthBytes() > longest.lengthBytes()) {
                longest = stack;
            }
        }
        headers += transport;
        long used = frame + headers + stacked + metadata + carried;
        long most = limits.headerVectorBits();
        if (used <= most) {
            return;
        }
        String right = "use fewer or narrower fields.";
        if (longest != null) {
            long element = (long) longest.strideBytes() * Byte.SIZE;
            long fit = Math.max(0, longest.layout().count() - (used - most + element - 1) / element);
            right = fit + " elements of stack " + longest.name() + " would fit.";
        }
        throw new RefusedException("The program takes " + used + " bits of a header vector of " + most + " (" + frame
                + " for Ethernet, IP and UDP, " + headers + " of header fields, " + stacked + " of stacks, " + metadata
                + " of metadata, " + carried + " of carried fields): " + right);
    }

    /** Refuses two fields of the packet that share a byte if one of them is set: a byte has one container. */
    private void checkApart(PacketField field, PacketField other) {
        if (field == other || !isInPacket(field) || !isInPacket(other)) {
            return;
        }
        boolean overlap;
        boolean isInElement = field.place == Place.ELEMENT && field.stack == other.stack;
        if (isInElement || field.place == Place.KIND && other.place == Place.KIND) {
            overlap = overlap(field.offsetBytes, field.bytes(), other.offsetBytes, other.bytes());
        } else if (field.place == Place.KIND || other.place == Place.KIND) {
            overlap = false;
        } else {
            overlap = overlap(begin(field), length(field), begin(other), length(other));
        }
        if (overlap) {
            throw new RefusedException("Fields " + field.name() + " and " + other.name()
                    + " share a byte of the packet, and the program sets " + field.name()
                    + ": the header vector has one container for a byte, so they must lie apart.");
        }
    }

    private static boolean isInPacket(PacketField field) {
        return field.place == Place.HEADER || field.place == Place.ELEMENT || field.place == Place.KIND;
    }

    private int begin(PacketField field) {
        return field.place == Place.ELEMENT ? stacks.get(field.stack).offsetBytes() : field.offsetBytes;
    }

    private int length(PacketField field) {
        return field.place == Place.ELEMENT ? stacks.get(field.stack).lengthBytes() : field.bytes();
    }

    private static boolean overlap(int begin, int length, int otherBegin, int otherLength) {
        return begin < otherBegin + otherLength && otherBegin < begin + length;
    }
}
