// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.result.Json;

/** The numbers of a new data sheet, and how well they fit. */
final class CalibrateReport {
    private static final String KIND = "calibration";

    private CalibrateReport() {}

    static void print(ProfileFile file, List<Fit> fits, Path target, OutputFormat output, PrintStream out) {
        switch (output) {
            case JSON -> out.println(Json.text(json(file, fits, target)));
            case CSV -> fits(fits).print(output, KIND, 1, out);
            case TABLE -> {
                Table table = new Table("parameter", "value", "source");
                file.derived().forEach(each -> table.add(each.parameter(), ProfileFile.value(each), each.source()));
                table.print(out);
                out.println();
                fits(fits).print(out);
            }
        }
    }

    private static Table fits(List<Fit> fits) {
        Table table = new Table("place", "measured", "bytes", "value", "model", "error", "use");
        for (Fit fit : fits) {
            Measured of = fit.measured();
            boolean known = Double.isFinite(fit.model());
            table.add(
                    of.place(),
                    of.operation().word() + " " + of.metric().word()
                            + (of.threads() > 1 ? ", " + of.threads() + " threads" : ""),
                    of.bytes(),
                    of.shown(of.value()),
                    known ? of.shown(fit.model()) : "",
                    known ? String.format(Locale.ROOT, "%+.1f%%", fit.error() * 100) : "",
                    fit.use());
        }
        return table;
    }

    private static Map<String, Object> json(ProfileFile file, List<Fit> fits, Path target) {
        Map<String, Object> map = Json.document(KIND, 1);
        map.put("file", target.toString());
        map.put("extends", file.sheet().profile());
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (Derived each : file.derived()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("parameter", each.parameter());
            row.put("value", Double.valueOf(ProfileFile.value(each)));
            row.put("kind", "derived");
            row.put("source", each.source());
            parameters.add(row);
        }
        map.put("parameters", parameters);
        map.put("fit", fits.stream().map(Fit::json).toList());
        return map;
    }
}
