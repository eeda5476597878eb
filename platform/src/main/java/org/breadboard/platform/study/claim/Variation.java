package org.breadboard.platform.study.claim;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.Setting;
import org.breadboard.platform.mix.DataSheet;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.mix.Profiles;
import org.breadboard.platform.mix.ResolvedMix;
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
     * @param set {@code key=value} over the point's own
     */
    public record Change(Variation variation, String set) {}

    /**
     * All changes of a point: those of the numbers that it takes from its data sheets, and of the study's further keys.
     */
    public static List<Change> of(ResolvedMix resolved, Study.Vary vary, Profiles profiles) {
        Map<String, String> texts = resolved.texts();
        List<Change> changes = new ArrayList<>();
        Mix mix = resolved.mix();
        if (vary.sheets()) {
            addSheet(profiles.sheet(mix.hardware().profile(), HERE), "hardware.", texts, vary, changes);
        }
        for (Mix.Group group : vary.sheets() ? mix.hardware().groups() : List.<Mix.Group>of()) {
            String prefix = "hardware." + group.name() + ".";
            addSheet(profiles.sheet(group.profile(), HERE), prefix, texts, vary, changes);
        }
        if (vary.sheets() && mix.switches() != null && mix.switches().profile() != null) {
            addSheet(profiles.sheet(mix.switches().profile(), HERE), "switch.", texts, vary, changes);
        }
        for (ResolvedMix.Value number : resolved.values()) {
            Double value = Filter.number(number.text());
            if (value != null && number.setting() != null && vary.also().contains(number.key())) {
                vary.factors()
                        .forEach(factor -> add(number.key(), number.key(), number.setting(), factor, value, changes));
            }
        }
        return changes;
    }

    private static void addSheet(
            DataSheet sheet, String prefix, Map<String, String> texts, Study.Vary vary, List<Change> changes) {
        for (DataSheet.Row row : sheet.rows()) {
            String key = prefix + row.setting().name();
            Double value = Filter.number(row.value());
            // What the mix itself sets is no assumption of the data sheet.
            if (!row.kind().equals(ASSUMED) || value == null || !value.equals(Filter.number(texts.get(key)))) {
                continue;
            }
            String parameter = sheet.profile() + "." + row.setting().name();
            vary.factors().forEach(factor -> add(parameter, key, row.setting(), factor, value, changes));
        }
    }

    private static void add(
            String parameter, String key, Setting<?> setting, double factor, double value, List<Change> changes) {
        double changed = Math.max(setting.min(), Math.min(setting.max(), value * factor));
        String text = text(changed, setting.type() == Setting.Type.INTEGER);
        // Nothing twice as large is nothing, and one is not halved to a whole number.
        if (Double.parseDouble(text) != value) {
            changes.add(new Change(new Variation(parameter, factor), key + "=" + text));
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
