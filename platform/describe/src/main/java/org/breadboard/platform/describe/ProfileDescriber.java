// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.mix.parts.DataSheet;

/** Describes data sheets of devices. */
record ProfileDescriber(Sources sources) implements KindDescriber {
    @Override
    public Description describe(String name) {
        DataSheet sheet = sources.profiles().sheet(name, Sources.ASKED);
        HardwareType hardware = sources.hardwareOf(sheet);
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("device", sheet.device());
        more.put("hardware", sheet.hardware());
        HardwareDescriber.runs(more, hardware, sources);
        sources.lies(more, Kind.PROFILES, name);
        return new Description(
                Kind.PROFILES,
                name,
                sheet.description(),
                List.of(),
                Terms.names(hardware.offers()),
                List.of(),
                more,
                HardwareDescriber.prefix(hardware),
                sheet.rows().stream()
                        .map(row -> Described.set(
                                row.setting(), row.setting().name(), row.value(), row.source(), row.kind()))
                        .toList());
    }
}
