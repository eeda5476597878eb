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

    /** All changes of a point: those of the numbers that it takes from its data sheets, and of the study's further keys. */
    public static List<Change> of(ResolvedMix resolved, Study.Vary vary, Profiles profiles) {
        Map<String, String> texts = resolved.texts();
        List<Change> changes = new ArrayList<>();
        Mix mix = resolved.mix();
        addSheet(profiles.sheet(mix.profile(), HERE), "hardware.", texts, vary, changes);
        if (mix.switches() != null && mix.switches().profile() != null) {
            addSheet(profiles.sheet(mix.switches().profile(), HERE), "switch.", texts, vary, changes);
        }
        for (String key : vary.also()) {
            Double value = Filter.number(texts.get(key));
            if (value != null) {
                vary.factors().forEach(factor -> {
                    boolean whole = texts.get(key).matches("-?[0-9]+");
                    add(key, key, factor, value, text(value * factor, whole), changes);
                });
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
            for (double factor : vary.factors()) {
                double changed =
                        Math.max(row.setting().min(), Math.min(row.setting().max(), value * factor));
                boolean whole = row.setting().type() == Setting.Type.INTEGER;
                add(sheet.profile() + "." + row.setting().name(), key, factor, value, text(changed, whole), changes);
            }
        }
    }

    private static void add(
            String parameter, String key, double factor, double value, String text, List<Change> changes) {
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
