// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.pack.ClaimCheck.Verdict;
import org.breadboard.platform.pack.form.PackManifest;
import org.breadboard.platform.result.Csv;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.study.claim.FigureValue;

/**
 * What {@code project check} keeps and prints.
 *
 * @param sha256 of the archive; null of a folder
 * @param path {@code quick} or {@code full}
 * @param here the Breadboard that checks
 * @param partial whether a study of the path has left no result
 * @param results the folders of the studies' results, by study
 */
record CheckReport(
        PackManifest pack,
        String sha256,
        String path,
        PackManifest.Board here,
        boolean partial,
        Map<String, String> results,
        List<ClaimCheck> claims) {
    private static final int VERSION = 1;

    long count(Verdict verdict) {
        return claims.stream().filter(claim -> claim.verdict() == verdict).count();
    }

    Map<String, Object> json() {
        Map<String, Object> json = Json.document("check", VERSION);
        json.put("pack", pack.name());
        json.put("sha256", sha256);
        json.put("path", path);
        json.put("partial", partial);
        json.put("packedWith", pack.board().toString());
        json.put("checkedWith", here.toString());
        json.put("hold", count(Verdict.HOLDS));
        json.put("fail", count(Verdict.FAILS));
        json.put("knownMisses", count(Verdict.KNOWN_MISS));
        json.put("notJudged", count(Verdict.NOT_JUDGED));
        json.put("notRun", count(Verdict.NOT_RUN));
        json.put("results", results);
        json.put("claims", claims.stream().map(ClaimCheck::row).toList());
        return json;
    }

    String csv() {
        Csv csv = new Csv();
        for (ClaimCheck claim : claims) {
            Map<String, String> row = new LinkedHashMap<>();
            claim.row()
                    .forEach((key, value) -> row.put(
                            key,
                            value instanceof Double number
                                    ? Figures.cell(number)
                                    : value == null ? "" : value.toString()));
            csv.add(row);
        }
        return csv.text();
    }

    void print(OutputFormat output, PrintStream out) {
        switch (output) {
            case JSON -> out.println(Json.text(json()));
            case CSV -> out.print(csv());
            case TABLE -> {
                Table table = new Table(
                        "claim", "expected", "from", "tolerance", "measured", "unit", "error", "holds", "note");
                for (ClaimCheck each : claims) {
                    Double error = each.error();
                    table.add(
                            each.claim().id(),
                            shown(each.claim().expected()),
                            each.source(),
                            each.claim().trend() || each.claim().expected() == null
                                    ? ""
                                    : PackReadme.percent(each.claim().tolerance()),
                            shown(each.measured()),
                            each.claim().unit(),
                            error == null ? "" : String.format(Locale.ROOT, "%+.1f%%", error * 100),
                            each.verdict().words(),
                            each.note());
                }
                table.print(out);
            }
        }
    }

    private static Object shown(FigureValue value) {
        return value == null ? null : value.shown().json();
    }

    /** What it comes to, in sentences for people. */
    String summary() {
        StringBuilder text = new StringBuilder("Claims that hold within their tolerance: ");
        text.append(count(Verdict.HOLDS)).append(" of ").append(claims.size());
        add(text, "; that do not: ", Verdict.FAILS);
        add(text, "; known misses: ", Verdict.KNOWN_MISS);
        add(text, "; with nothing to be held against: ", Verdict.NOT_JUDGED);
        add(text, "; not run: ", Verdict.NOT_RUN);
        long exact = claims.stream().filter(ClaimCheck::isExact).count();
        return text.append(". Figures that are exactly the packed ones: ")
                .append(exact)
                .append('.')
                .toString();
    }

    private void add(StringBuilder text, String what, Verdict verdict) {
        if (count(verdict) > 0) {
            text.append(what).append(count(verdict));
        }
    }
}
