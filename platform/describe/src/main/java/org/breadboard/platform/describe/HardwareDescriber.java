// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;

/** Describes kinds of hardware. */
record HardwareDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        return sources.with(name, InstalledPlugin::hardware, this::hardware);
    }

    private Description hardware(Offer<HardwareType> offer, String plugin) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("profiles", List.copyOf(offer.type().profiles()));
        runs(more, offer.type(), sources);
        more.put("where", plugin);
        return new Description(
                Kind.HARDWARE,
                offer.id(),
                offer.description(),
                List.of(),
                Terms.names(offer.type().offers()),
                List.of(),
                more,
                prefix(offer.type()),
                Terms.defaults(offer.type().parameters(), "each profile gives its own"));
    }

    /** What runs on it: protocols on machines' hardware, programs on a switch. */
    static void runs(Map<String, Object> more, HardwareType hardware, Sources sources) {
        if (hardware.offers().contains(PacketPipeline.class)) {
            more.put("programs", sources.ids(InstalledPlugin::programs, program -> true));
        } else {
            more.put(
                    "protocols",
                    sources.ids(
                            InstalledPlugin::protocols,
                            protocol -> hardware.offers().containsAll(MixParts.ofHardware(protocol))));
        }
    }

    static String prefix(HardwareType hardware) {
        return hardware.offers().contains(PacketPipeline.class) ? "switch" : "hardware";
    }
}
