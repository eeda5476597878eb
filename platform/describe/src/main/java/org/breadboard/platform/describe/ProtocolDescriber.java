// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.program.DescribedPackets;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;

/** Describes protocols. */
record ProtocolDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        return sources.with(name, InstalledPlugin::protocols, this::protocol);
    }

    private Description protocol(Offer<ProtocolType> offer, String plugin) {
        ProtocolType type = offer.type();
        ProtocolTraits traits = type.traits();
        boolean transactions = type.runs() == ProtocolType.Runs.TRANSACTIONS;
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("survives", faults(traits));
        more.put("runs", transactions ? "transactions" : "operations of its own");
        if (transactions) {
            more.put("grain", Terms.lower(traits.grain()));
        }
        more.put("maxValueBytes", type.maxValueBytes());
        more.put("clientsApart", traits.clientsApart());
        if (!traits.switchProgram().isEmpty()) {
            more.put("switchProgram", traits.switchProgram());
        }
        more.put("runsOn", fitting(type));
        more.put("where", plugin);
        return new Description(
                Kind.PROTOCOLS,
                offer.id(),
                offer.description(),
                Terms.names(type.requires()),
                offers(type),
                promises(type),
                more,
                "protocol",
                Terms.defaults(type.settings(), plugin));
    }

    static List<String> faults(ProtocolTraits traits) {
        return traits.tolerates().stream().map(Terms::lower).toList();
    }

    static List<String> offers(ProtocolType type) {
        ProtocolTraits traits = type.traits();
        List<String> offers = new ArrayList<>();
        if (traits.ordered()) {
            offers.add(Terms.ORDERED);
        }
        if (traits.spreadRanges()) {
            offers.add(Terms.SPREAD);
        }
        if (!traits.packetFormat().isEmpty()) {
            offers.add(Terms.packets(traits.packetFormat()));
        }
        if (DescribedPackets.areSentBy(type)) {
            offers.add(Terms.packets(""));
        }
        return offers;
    }

    static List<String> promises(ProtocolType type) {
        List<String> promises = new ArrayList<>();
        if (type.runs() == ProtocolType.Runs.TRANSACTIONS) {
            promises.add(type.traits().promise().inWords());
        }
        if (type.traits().recovers()) {
            promises.add("recovers from the faults that it survives");
        }
        return promises;
    }

    /** The profiles whose hardware offers what a protocol needs. */
    private List<String> fitting(ProtocolType type) {
        return sources.catalogue().names(Kind.PROFILES).stream()
                .filter(name -> sources.sheet(name)
                        .map(sheet -> sources.hardwareOf(sheet).offers())
                        .filter(offers -> offers.containsAll(MixParts.ofHardware(type)))
                        .isPresent())
                .toList();
    }
}
