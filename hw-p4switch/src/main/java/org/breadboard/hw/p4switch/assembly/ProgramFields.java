// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.pipeline.Field;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.FieldLayout;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.Place;

/** The fields of a program, by slot. */
final class ProgramFields {
    private final List<PacketField> all = new ArrayList<>();

    PacketField add(Place place, String name, int bits) {
        return add(place, name, bits, PacketField.NO_STACK, 0);
    }

    PacketField add(Place place, String name, int bits, int stack, int offsetBytes) {
        PacketField field = new PacketField(this, place, name, bits, all.size(), stack, offsetBytes);
        all.add(field);
        return field;
    }

    /** A field, if this program has made it. */
    PacketField own(Field field) {
        if (field instanceof PacketField known && known.slot < all.size() && all.get(known.slot) == known) {
            return known;
        }
        throw new RefusedException("A field" + (field == null ? "" : " " + field.name())
                + " was not made by this program's assembly: a field belongs to one program.");
    }

    List<PacketField> all() {
        return all;
    }

    List<FieldLayout> layouts() {
        return all.stream().map(PacketField::layout).toList();
    }
}
