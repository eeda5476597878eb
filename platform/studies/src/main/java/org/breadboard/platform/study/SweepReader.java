// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import static org.breadboard.platform.study.StudyKeys.known;
import static org.breadboard.platform.study.StudyKeys.whole;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlList;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/** Reads a sweep: its points are all combinations of the values of its keys, and of its cases. */
final class SweepReader {
    /** The keys that a sweep may have. */
    static final Set<String> KEYS = new LinkedHashSet<>(List.of(
            "mix", "set", "repeat", "timeoutSeconds", "heapMb", "stretch", "compiler", "sweep", "cases", "plot"));

    static final Set<String> PLOT_KEYS = new LinkedHashSet<>(List.of("x", "y", "series", "title", "log"));
    private static final int DEFAULT_STRETCH = 4;
    private static final int MAX_STRETCH = 1000;
    private static final String FIRST_TIER = "first-tier";
    private static final String FULL = "full";
    private static final int MAX_POINTS = 2000;
    private static final int DEFAULT_TIMEOUT_SECONDS = 600;
    private static final int DEFAULT_HEAP_MB = 2048;

    private SweepReader() {}

    /** Reads a sweep; what it does not say, {@code root} says for all. */
    static Study.Sweep read(String name, YamlMap map, YamlMap root) {
        YamlValue mix = map.get("mix") == null ? root.get("mix") : map.get("mix");
        if (mix == null) {
            throw map.where().refuse("sweep '" + name + "' names no mix; give 'mix' here or at the top.");
        }
        Map<String, String> fixed = new LinkedHashMap<>();
        for (YamlMap level : List.of(root, map)) {
            if (level.get("set") != null) {
                flatten("", level.get("set").map("'set'"), fixed);
            }
        }
        List<Study.Point> points = points(map, fixed);
        return new Study.Sweep(
                name,
                mix.scalar("'mix'").text(),
                points,
                whole(map, "repeat", whole(root, "repeat", 1, 1, 100), 1, 100),
                whole(
                        map,
                        "timeoutSeconds",
                        whole(root, "timeoutSeconds", DEFAULT_TIMEOUT_SECONDS, 1, 86_400),
                        1,
                        86_400),
                whole(map, "heapMb", whole(root, "heapMb", DEFAULT_HEAP_MB, 64, 1 << 20), 64, 1 << 20),
                whole(map, "stretch", whole(root, "stretch", DEFAULT_STRETCH, 1, MAX_STRETCH), 1, MAX_STRETCH),
                compiler(map, root),
                map.get("plot") == null ? null : plot(map.get("plot").map("'plot'"), points));
    }

    private static Study.Compiler compiler(YamlMap map, YamlMap root) {
        YamlValue value = map.get("compiler") == null ? root.get("compiler") : map.get("compiler");
        String text = value == null ? FIRST_TIER : value.scalar("'compiler'").text();
        return switch (text) {
            case FIRST_TIER -> Study.Compiler.FIRST_TIER;
            case FULL -> Study.Compiler.FULL;
            default ->
                throw value.where().refuse("'compiler' is " + FIRST_TIER + " or " + FULL + ", not '" + text + "'.");
        };
    }

    private static List<Study.Point> points(YamlMap map, Map<String, String> fixed) {
        List<Map<String, String>> parameters = new ArrayList<>(List.of(Map.of()));
        if (map.get("sweep") != null) {
            YamlMap sweep = map.get("sweep").map("'sweep'");
            for (Map.Entry<String, YamlValue> entry : sweep.entries().entrySet()) {
                if (entry.getKey().equals("case")) {
                    throw sweep.keys()
                            .get("case")
                            .refuse("'case' is no key of a mix; give the cases under 'cases', beside 'sweep'.");
                }
                parameters =
                        crossed(parameters, entry.getKey(), range(entry.getKey(), entry.getValue()), sweep.where());
            }
        }
        Map<String, Map<String, String>> cases = new LinkedHashMap<>();
        if (map.get("cases") != null) {
            YamlMap given = map.get("cases").map("'cases'");
            for (Map.Entry<String, YamlValue> entry : given.entries().entrySet()) {
                Map<String, String> values = new LinkedHashMap<>();
                flatten("", entry.getValue().map("A case"), values);
                for (String key : parameters.get(0).keySet()) {
                    if (values.containsKey(key)) {
                        throw given.keys()
                                .get(entry.getKey())
                                .refuse(
                                        "case '" + entry.getKey() + "' sets '" + key
                                                + "', which the sweep gives each of its values; leave it out of one of the two.");
                    }
                }
                cases.put(entry.getKey(), values);
            }
            parameters = crossed(parameters, "case", List.copyOf(cases.keySet()), given.where());
        }
        List<Study.Point> points = new ArrayList<>();
        for (Map<String, String> each : parameters) {
            Map<String, String> sets = new LinkedHashMap<>(fixed);
            if (each.containsKey("case")) {
                sets.putAll(cases.get(each.get("case")));
            }
            each.forEach((key, value) -> {
                if (!key.equals("case")) {
                    sets.put(key, value);
                }
            });
            List<String> list = new ArrayList<>();
            sets.forEach((key, value) -> list.add(key + "=" + value));
            points.add(new Study.Point(each, List.copyOf(list)));
        }
        return List.copyOf(points);
    }

    private static List<Map<String, String>> crossed(
            List<Map<String, String>> before, String key, List<String> values, Where where) {
        List<Map<String, String>> crossed = new ArrayList<>();
        for (Map<String, String> point : before) {
            for (String value : values) {
                Map<String, String> more = new LinkedHashMap<>(point);
                more.put(key, value);
                crossed.add(more);
            }
        }
        if (crossed.isEmpty() || crossed.size() > MAX_POINTS) {
            throw where.refuse("a sweep has between 1 and " + MAX_POINTS + " points, not " + crossed.size() + ".");
        }
        return crossed;
    }

    /** The values of a list (a list in it is one), of {@code {from, to, step}} or of {@code {from, to, factor}}. */
    private static List<String> range(String key, YamlValue value) {
        if (value instanceof YamlList list) {
            Set<Object> seen = new LinkedHashSet<>();
            List<String> values = new ArrayList<>();
            for (YamlValue each : list.values()) {
                String text = each.setting("'" + key + "'");
                if (!seen.add(number(text))) {
                    throw each.where()
                            .refuse("'" + text + "' stands twice under '" + key
                                    + "', and would count as two seeds; give 'repeat' for those.");
                }
                values.add(text);
            }
            return values;
        }
        if (!(value instanceof YamlMap map)) {
            return List.of(value.scalar("'" + key + "'").text());
        }
        known(map, new LinkedHashSet<>(List.of("from", "to", "step", "factor")));
        BigDecimal from = decimal(map, "from");
        BigDecimal to = decimal(map, "to");
        boolean geometric = map.get("factor") != null;
        if (geometric == (map.get("step") != null)) {
            throw map.where().refuse("a range has 'from', 'to', and either 'step' or 'factor'.");
        }
        BigDecimal by = decimal(map, geometric ? "factor" : "step");
        boolean grows = geometric ? by.compareTo(BigDecimal.ONE) > 0 && from.signum() > 0 : by.signum() > 0;
        if (!grows) {
            throw map.where().refuse("a range must grow: a step above 0, or a factor above 1 from above 0.");
        }
        List<String> values = new ArrayList<>();
        for (BigDecimal each = from; each.compareTo(to) <= 0 && values.size() <= MAX_POINTS; ) {
            values.add(each.stripTrailingZeros().toPlainString());
            each = geometric ? each.multiply(by) : each.add(by);
        }
        return values;
    }

    /** A text as a number where it is one, so that 1 and 1.0 are equal. */
    private static Object number(String text) {
        try {
            return new BigDecimal(text).stripTrailingZeros();
        } catch (NumberFormatException word) {
            return text;
        }
    }

    private static BigDecimal decimal(YamlMap map, String key) {
        YamlValue value = map.get(key);
        if (value == null) {
            throw map.where().refuse("a range needs '" + key + "'.");
        }
        try {
            return new BigDecimal(value.scalar("'" + key + "'").text());
        } catch (NumberFormatException wrong) {
            throw value.where().refuse("'" + key + "' takes a number.");
        }
    }

    private static Study.Plot plot(YamlMap map, List<Study.Point> points) {
        known(map, PLOT_KEYS);
        if (map.get("x") == null || map.get("y") == null) {
            throw map.where().refuse("a plot needs 'x' and 'y'.");
        }
        Set<String> keys = new LinkedHashSet<>();
        for (Study.Point point : points) {
            keys.addAll(point.parameters().keySet());
            point.sets().forEach(set -> keys.add(set.substring(0, set.indexOf('='))));
        }
        shown(map.get("x"), keys, true);
        map.get("y").items().forEach(y -> shown(y, keys, true));
        if (map.get("series") != null) {
            map.get("series").items().forEach(series -> shown(series, keys, false));
        }
        List<String> log = texts(map.get("log"));
        if (!List.of("x", "y").containsAll(log)) {
            throw map.get("log").where().refuse("'log' names the logarithmic axes: x, y or [x, y].");
        }
        return new Study.Plot(
                map.get("x").scalar("'x'").text(),
                texts(map.get("y")),
                texts(map.get("series")),
                map.get("title") == null
                        ? ""
                        : map.get("title").scalar("'title'").text(),
                log);
    }

    /** Refuses what no point has: such a plot would be empty. */
    private static void shown(YamlValue value, Set<String> keys, boolean figures) {
        String name = value.scalar("This").text();
        if (keys.contains(name) || figures && Figures.isFigure(name)) {
            return;
        }
        List<String> all = new ArrayList<>(keys);
        if (figures) {
            all.addAll(Figures.ALWAYS);
        }
        throw value.where()
                .refuse("no point has '" + name + "' to be plotted" + Suggestion.phrase(name, all) + "; there are: "
                        + String.join(", ", all)
                        + (figures ? ", and " + String.join("…, ", Figures.PREFIXES) + "…." : "."));
    }

    private static List<String> texts(YamlValue value) {
        return value == null
                ? List.of()
                : value.items().stream().map(each -> each.scalar("This").text()).toList();
    }

    private static void flatten(String prefix, YamlMap map, Map<String, String> into) {
        for (Map.Entry<String, YamlValue> entry : map.entries().entrySet()) {
            String key = prefix + entry.getKey();
            if (entry.getValue() instanceof YamlMap inner) {
                flatten(key + ".", inner, into);
            } else {
                into.put(key, entry.getValue().setting("'" + key + "'"));
            }
        }
    }
}
