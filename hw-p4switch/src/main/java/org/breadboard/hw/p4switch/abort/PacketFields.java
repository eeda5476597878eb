// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.abort;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.PacketDescription;
import org.breadboard.api.pipeline.PacketDescription.Match;
import org.breadboard.api.pipeline.PacketDescription.Part;
import org.breadboard.api.pipeline.PacketDescription.Place;

/** What the program reads of a packet: a field for each place that is described, in each entry. */
final class PacketFields {
    final Field payloadBytes;

    private final Assembly assembly;
    private final PacketDescription packets;
    private final Map<At, Field> fields = new LinkedHashMap<>();

    private record At(Place place, int entry) {}

    PacketFields(Assembly assembly, PacketDescription packets) {
        this.assembly = assembly;
        this.packets = packets;
        payloadBytes = assembly.payloadBytes();
    }

    /** The field at a place; of an entry, if it is in one. */
    Field at(Place place, int entry) {
        return fields.computeIfAbsent(new At(place, place.part() == Part.ENTRY ? entry : 0), this::declare);
    }

    private Field declare(At at) {
        Place place = at.place();
        int offset = place.offsetBytes();
        return switch (place.part()) {
            case KIND -> assembly.kind("kind." + offset, offset, place.bits());
            case HEADER -> assembly.header("header." + offset, offset, place.bits());
            case ENTRY ->
                assembly.header(
                        "entry" + at.entry() + "." + offset,
                        packets.headerBytes() + at.entry() * packets.entryBytes() + offset,
                        place.bits());
        };
    }

    Condition[] conditions(List<Match> matches, int entry) {
        return matches.stream()
                .map(match -> match.equal()
                        ? at(match.place(), entry).is(match.value())
                        : at(match.place(), entry).isNot(match.value()))
                .toArray(Condition[]::new);
    }
}
