// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.registry.InstalledPlugin;
import org.breadboard.platform.registry.Offer;

/** Describes programs for switches. */
record ProgramDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        return sources.with(name, InstalledPlugin::programs, this::program);
    }

    private Description program(Offer<PipelineProgramType> offer, String plugin) {
        String format = Terms.packets(offer.type().packetFormat());
        Map<String, Object> more = new LinkedHashMap<>();
        more.put(
                "protocols",
                sources.ids(
                        InstalledPlugin::protocols,
                        protocol -> ProtocolDescriber.offers(protocol).contains(format)));
        more.put("where", plugin);
        return new Description(
                Kind.PROGRAMS,
                offer.id(),
                offer.description(),
                List.of(PacketPipeline.class.getSimpleName(), format),
                List.of(),
                List.of(),
                more,
                "switch",
                Terms.defaults(offer.type().settings(), plugin));
    }
}
