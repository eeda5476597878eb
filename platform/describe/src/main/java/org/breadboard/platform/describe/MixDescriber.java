// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.InstalledPlugin;

/** Describes mixes. */
record MixDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        MixResolver resolver = new MixResolver(sources.parts(), sources.folders());
        MixRequest request = MixRequest.of(name, List.of());
        ResolvedMix resolved = resolver.resolve(request);
        List<Described> settings = new ArrayList<>(values(resolved.values(), sources));
        Set<String> said = resolved.texts().keySet();
        resolver.settable(request).forEach((key, setting) -> {
            // What is optional is none of the mix's values unless it is said.
            if (setting != null && setting.isOptional() && !said.contains(key)) {
                settings.add(Described.set(setting, key, setting.defaultValue(), "default", null));
            }
        });
        ProtocolType protocol = resolved.parts().protocol();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("survives", ProtocolDescriber.faults(protocol.traits()));
        sources.lies(more, Kind.MIXES, name);
        more.put(
                "plugins",
                resolved.plugins().stream().map(InstalledPlugin::id).sorted().toList());
        return new Description(
                Kind.MIXES,
                resolved.mix().name(),
                resolved.description(),
                Terms.names(protocol.requires()),
                Terms.names(offeredByAll(resolved.parts())),
                ProtocolDescriber.promises(protocol),
                more,
                "",
                settings);
    }

    private static Set<Class<? extends Capability>> offeredByAll(MixParts parts) {
        Set<Class<? extends Capability>> offers =
                new LinkedHashSet<>(parts.machine().offers());
        parts.groups().forEach(hardware -> offers.retainAll(hardware.offers()));
        return offers;
    }

    /** Values as the layers of a mix or a testbed have them. */
    static List<Described> values(List<ResolvedMix.Value> values, Sources sources) {
        return values.stream()
                .map(value -> value.setting() != null
                        ? Described.set(value.setting(), value.key(), value.text(), value.origin(), null)
                        : Described.choice(
                                value.key(),
                                value.text(),
                                choices(value.key(), sources.catalogue()),
                                "Chosen by name",
                                value.origin()))
                .toList();
    }

    /** The names among which a key chooses; none for the cores of a tenant, and for the nodes of a group. */
    private static List<String> choices(String key, Catalogue catalogue) {
        if (key.endsWith(".cores") || key.endsWith(".nodes")) {
            return List.of();
        }
        Kind kind = switch (key.endsWith(".profile") ? "hardware.profile" : key) {
            case "testbed" -> Kind.TESTBEDS;
            case "hardware" -> Kind.HARDWARE;
            case "hardware.profile" -> Kind.PROFILES;
            case "protocol" -> Kind.PROTOCOLS;
            case "switch" -> Kind.PROGRAMS;
            default -> Kind.WORKLOADS;
        };
        return catalogue.names(kind);
    }
}
