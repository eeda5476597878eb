// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.runtime.Speeds;

/**
 * One change of a mix: a group of stages or resources that is faster, or a number that is better.
 *
 * @param resource the group, or the number's key
 * @param kind {@code stage}, {@code resource}, {@code way} or {@code parameter}
 * @param factor how many times as fast or good it was to be made
 * @param made how many times it was made so: less where a number's range ends
 * @param value what the mix says of it then
 * @param sets {@code key=value} over the mix
 */
record Change(String resource, String kind, double factor, double made, String value, List<String> sets) {
    /** Units of which less is better; of all others more is. */
    private static final Set<String> COSTS = Set.of("ns", "us", "ns/B", "cycles", "pJ");

    /** No quantity. */
    private static final String SEED = "seed";

    private static final MathContext DIGITS = new MathContext(12);

    /** A group that is so many times as fast as in {@code usual}. */
    static Change ofGroup(String group, String kind, double factor, Speeds usual) {
        Speeds faster = usual.with(group, usual.of(group) * factor);
        return new Change(group, kind, factor, factor, "", List.of(MixKeys.SPEEDS.name() + "=" + faster));
    }

    /**
     * A number of the mix that is so many times as good: smaller if it is a time, else larger.
     *
     * @throws RefusedException if the mix has no such number, or it cannot be better
     */
    static Change ofParameter(ResolvedMix resolved, String key, double factor) {
        List<ResolvedMix.Value> numbers = resolved.values().stream()
                .filter(each -> isNumber(each) && !each.key().equals(SEED))
                .toList();
        ResolvedMix.Value value = numbers.stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new RefusedException("Mix '" + resolved.mix().name() + "' has no number '" + key
                        + "'"
                        + Suggestion.choices(
                                key,
                                numbers.stream().map(ResolvedMix.Value::key).toList(),
                                "run MIX --print-config")));
        Setting<?> setting = value.setting();
        double now = Double.parseDouble(value.text());
        boolean cost = COSTS.contains(setting.unit());
        double wanted = cost ? now / factor : now * factor;
        double cut = Math.max(setting.min(), Math.min(setting.max(), wanted));
        String text = setting.type() == Setting.Type.INTEGER
                ? Long.toString(Math.round(cut))
                : new BigDecimal(cut).round(DIGITS).stripTrailingZeros().toPlainString();
        double then = Double.parseDouble(text);
        if (then == now) {
            throw new RefusedException("'" + key + "' is " + value.text() + ", and cannot be " + factor
                    + " times as good: it stays as it is.");
        }
        return new Change(key, "parameter", factor, cost ? now / then : then / now, text, List.of(key + "=" + text));
    }

    private static boolean isNumber(ResolvedMix.Value value) {
        return value.setting() != null
                && (value.setting().type() == Setting.Type.INTEGER
                        || value.setting().type() == Setting.Type.NUMBER)
                && value.text().matches("[-+0-9.eE]+");
    }

    /** What a run with it is called. */
    String name() {
        return resource + " x "
                + BigDecimal.valueOf(factor).stripTrailingZeros().toPlainString();
    }
}
