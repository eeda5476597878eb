// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.pack.form.PackedClaim;
import org.breadboard.platform.pack.form.PackedStudy;
import org.breadboard.platform.result.Json;

/**
 * What {@code project pack} prints: where the pack is, and of each study what it takes and how many of its claims are
 * supported.
 *
 * @param sha256 of the archive; null of a folder
 * @param files how many it has
 */
record PackReport(PackManifest pack, Path target, String sha256, int files) {
    private static final String KIND = "packed";
    private static final int VERSION = 1;
    private static final String[] COLUMNS = {"study", "points", "runs", "path", "tookSeconds", "claims", "supported"};

    void print(OutputFormat output, PrintStream out) {
        if (output == OutputFormat.JSON) {
            Map<String, Object> json = Json.document(KIND, VERSION);
            json.put("pack", target.toString());
            json.put("sha256", sha256);
            json.put("files", files);
            List<Map<String, Object>> studies = new ArrayList<>();
            for (PackedStudy study : pack.studies()) {
                Map<String, Object> row = new LinkedHashMap<>();
                Object[] cells = cells(study);
                for (int column = 0; column < COLUMNS.length; column++) {
                    row.put(COLUMNS[column], cells[column]);
                }
                studies.add(row);
            }
            json.put("studies", studies);
            out.println(Json.text(json));
            return;
        }
        Table table = new Table(COLUMNS);
        pack.studies().forEach(study -> table.add(cells(study)));
        table.print(output, KIND, VERSION, out);
        if (output == OutputFormat.TABLE) {
            out.println();
            out.println(files + " files are packed in " + target + ".");
            if (sha256 != null) {
                out.println("Its SHA-256 is " + sha256 + ".");
            }
        }
    }

    private Object[] cells(PackedStudy study) {
        List<PackedClaim> claims = pack.claims().stream()
                .filter(claim -> claim.study().equals(study.name()))
                .toList();
        return new Object[] {
            study.name(),
            study.points(),
            study.runs() + study.variations(),
            study.quick() ? "quick" : "full",
            study.took() == null ? null : study.took().seconds(),
            claims.size(),
            claims.stream()
                    .filter(claim -> Boolean.TRUE.equals(claim.supported()))
                    .count()
        };
    }
}
