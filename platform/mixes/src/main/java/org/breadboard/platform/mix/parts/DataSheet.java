// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix.parts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.platform.yaml.Where;

/**
 * A device's data sheet: a value for every parameter of its hardware.
 *
 * @param profile its name in mixes
 * @param hardware the id of the kind of hardware
 * @param device the device's name
 * @param description one line
 * @param rows in the order of the hardware's parameters
 */
public record DataSheet(String profile, String hardware, String device, String description, List<Row> rows) {
    /**
     * One parameter.
     *
     * @param value a legal value, as text
     * @param kind published, derived, assumed, or user
     * @param source paper and section, or the reason
     * @param where the file and line that the value stands in
     */
    public record Row(Setting<?> setting, String value, String kind, String source, Where where) {}

    /** The values by parameter. */
    Map<String, Row> byName() {
        Map<String, Row> byName = new LinkedHashMap<>();
        rows.forEach(row -> byName.put(row.setting().name(), row));
        return byName;
    }
}
