// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.parts.DataSheet;
import org.breadboard.platform.mix.parts.Profiles;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.study.Study;
import org.breadboard.platform.study.outcome.Filter;
import org.breadboard.platform.yaml.Where;

/**
 * One assumption that is changed while all others stay.
 *
 * @param parameter its name: that of its data sheet and its own, or its key in a mix
 * @param factor by which it is multiplied
 */
public record Variation(String parameter, double factor) {
    private static final String ASSUMED = "assumed";
    private static final Where HERE = new Where("vary", 0);

    /**
     * A variation of one point.
     *
     * @param sets {@code key=value} over the point's own, one for each of its keys
     */
    public record Change(Variation variation, List<String> sets) {}

    /**
     * All changes of a point: those of the numbers that it takes from its data sheets, and of the study's further keys.
     */
    public static List<Change> of(ResolvedMix resolved, Study.Vary vary, Profiles profiles) {
        Map<String, String> texts = resolved.texts();
        List<Change> changes = new ArrayList<>();
        Mix mix = resolved.mix();
        if (vary.sheets()) {
            prefixes(mix)
                    .forEach(
                            (sheet, prefixes) -> addSheet(profiles.sheet(sheet, HERE), prefixes, texts, vary, changes));
        }
        for (ResolvedMix.Value number : resolved.values()) {
            Double value = Filter.number(number.text());
            if (value != null && number.setting() != null && vary.also().contains(number.key())) {
                vary.factors()
                        .forEach(factor ->
                                add(number.key(), List.of(number.key()), number.setting(), factor, value, changes));
            }
        }
        return changes;
    }

    /** The data sheets of a mix, each with the prefixes of all keys that take their values from it. */
    private static Map<String, List<String>> prefixes(Mix mix) {
        Map<String, List<String>> prefixes = new LinkedHashMap<>();
        prefixes.computeIfAbsent(mix.hardware().profile(), sheet -> new ArrayList<>())
                .add("hardware.");
        for (Mix.Group group : mix.hardware().groups()) {
            prefixes.computeIfAbsent(group.profile(), sheet -> new ArrayList<>())
                    .add("hardware." + group.name() + ".");
        }
        if (mix.switches() != null && mix.switches().profile() != null) {
            prefixes.computeIfAbsent(mix.switches().profile(), sheet -> new ArrayList<>())
                    .add("switch.");
        }
        return prefixes;
    }

    private static void addSheet(
            DataSheet sheet, List<String> prefixes, Map<String, String> texts, Study.Vary vary, List<Change> changes) {
        for (DataSheet.Row row : sheet.rows()) {
            Double value = Filter.number(row.value());
            if (!row.kind().equals(ASSUMED) || value == null) {
                continue;
            }
            // What the mix itself sets is no assumption of the data sheet.
            List<String> keys = prefixes.stream()
                    .map(prefix -> prefix + row.setting().name())
                    .filter(key -> value.equals(Filter.number(texts.get(key))))
                    .toList();
            String parameter = sheet.profile() + "." + row.setting().name();
            vary.factors().forEach(factor -> add(parameter, keys, row.setting(), factor, value, changes));
        }
    }

    private static void add(
            String parameter,
            List<String> keys,
            Setting<?> setting,
            double factor,
            double value,
            List<Change> changes) {
        double changed = Math.max(setting.min(), Math.min(setting.max(), value * factor));
        String text = text(changed, setting.type() == Setting.Type.INTEGER);
        // Nothing twice as large is nothing, and one is not halved to a whole number.
        if (!keys.isEmpty() && Double.parseDouble(text) != value) {
            List<String> sets = keys.stream().map(key -> key + "=" + text).toList();
            changes.add(new Change(new Variation(parameter, factor), sets));
        }
    }

    private static String text(double value, boolean whole) {
        return whole
                ? Long.toString(Math.round(value))
                : new BigDecimal(value)
                        .round(new MathContext(12))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
