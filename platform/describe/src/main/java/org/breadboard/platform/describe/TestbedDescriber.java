// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.api.hardware.Capability;
import org.breadboard.platform.catalogue.Catalogue;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;

/** Describes testbeds. */
record TestbedDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        List<ResolvedMix.Value> values = new MixResolver(sources.parts(), sources.folders()).testbed(name);
        Set<Class<? extends Capability>> offers = new LinkedHashSet<>();
        values.stream()
                .filter(value -> value.key().endsWith(".profile"))
                .flatMap(value -> Stream.of(value.text().split(",")))
                .forEach(profile -> sources.sheet(profile.strip())
                        .ifPresent(
                                sheet -> offers.addAll(sources.hardwareOf(sheet).offers())));
        Map<String, Object> more = new LinkedHashMap<>();
        sources.lies(more, Kind.TESTBEDS, name);
        return new Description(
                Kind.TESTBEDS,
                name,
                sources.entry(Kind.TESTBEDS, name)
                        .map(Catalogue.Entry::description)
                        .orElse(""),
                List.of(),
                Terms.names(offers),
                List.of(),
                more,
                "",
                MixDescriber.values(values, sources));
    }
}
