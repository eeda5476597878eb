// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.result.Json;

/**
 * What was measured beside what the model makes of it with the new data sheet.
 *
 * @param model in the unit of what was measured; NaN if no micro-benchmark tells
 * @param use which parameters were derived from it, or why none was
 */
record Fit(Measured measured, double model, String use) {
    double error() {
        return model / measured.value() - 1;
    }

    Map<String, Object> json() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("place", measured.place());
        row.put("operation", measured.operation().word());
        row.put("metric", measured.metric().word());
        row.put("bytes", measured.bytes());
        row.put("threads", measured.threads());
        row.put("measured", Json.number(measured.value()));
        row.put("model", Json.number(model));
        row.put(
                "unit",
                switch (measured.metric()) {
                    case LATENCY -> "ns";
                    case RATE -> "1/s";
                    case BANDWIDTH -> "bit/s";
                });
        row.put("error", Json.number(error()));
        row.put("use", use);
        return row;
    }
}
