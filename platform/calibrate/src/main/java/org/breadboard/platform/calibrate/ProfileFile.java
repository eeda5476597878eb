// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.List;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;

/**
 * A data sheet as a file.
 *
 * @param sheet the one that it extends
 * @param derived the numbers that are its own
 */
record ProfileFile(CalibrateRequest request, DataSheet sheet, List<Derived> derived) {
    String yaml() {
        StringBuilder text = new StringBuilder();
        text.append("# Made by 'calibrate' from ")
                .append(String.join(
                        ", ",
                        request.files().stream()
                                .map(file -> file.getFileName().toString())
                                .toList()))
                .append(
                        ".\n# Each number is what the shipped micro-benchmark needs to measure what the line that it names"
                                + " says; all others are those\n# of ")
                .append(sheet.profile())
                .append(".\n");
        text.append("extends: ").append(sheet.profile()).append('\n');
        String device = request.device() == null ? "a device like " + sheet.device() : request.device();
        text.append("device: ").append(quoted(device)).append('\n');
        text.append("parameters:\n");
        for (Derived each : derived) {
            text.append("  ")
                    .append(each.parameter())
                    .append(": {value: ")
                    .append(value(each))
                    .append(", kind: derived, source: ")
                    .append(quoted(each.source()))
                    .append("}\n");
        }
        return text.toString();
    }

    /** Four digits are more than anybody measures. */
    static String value(Derived each) {
        return Figures.cell(new java.math.BigDecimal(each.value())
                .round(new java.math.MathContext(4))
                .doubleValue());
    }

    /** JSON's strings are YAML's. */
    private static String quoted(String text) {
        return Json.text(text);
    }
}
