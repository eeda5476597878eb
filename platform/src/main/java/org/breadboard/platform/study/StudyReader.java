package org.breadboard.platform.study;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.Suggestion;
import org.breadboard.platform.mix.Folders;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlFile;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlList;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/** Reads a study's file. Whatever is wrong with it is refused in one sentence with its line, before anything runs. */
public final class StudyReader {
    private static final Set<String> SWEEP_KEYS =
            new LinkedHashSet<>(List.of("mix", "set", "repeat", "timeoutSeconds", "heapMb", "sweep", "cases", "plot"));
    private static final Set<String> STUDY_KEYS = new LinkedHashSet<>(SWEEP_KEYS);
    private static final Set<String> PLOT_KEYS = new LinkedHashSet<>(List.of("x", "y", "series"));
    private static final Set<String> CLAIM_KEYS =
            new LinkedHashSet<>(List.of("value", "where", "quantity", "unit", "testbed", "mix", "trend"));
    private static final int MAX_POINTS = 2000;
    private static final int DEFAULT_TIMEOUT_SECONDS = 600;
    private static final int DEFAULT_HEAP_MB = 2048;

    static {
        STUDY_KEYS.addAll(List.of("description", "parallel", "sweeps", "claims"));
    }

    private final Folders folders;

    /** A reader of the studies in these folders. */
    public StudyReader(Folders folders) {
        this.folders = folders;
    }

    /** Reads a study by name or path. */
    public Study read(String nameOrPath) {
        Path file = file(nameOrPath);
        YamlMap root = YamlFile.read(Folders.isPath(nameOrPath) ? nameOrPath : folders.label(file), file);
        known(root, STUDY_KEYS);
        List<Study.Sweep> sweeps = new ArrayList<>();
        boolean flat = root.get("sweep") != null || root.get("cases") != null;
        if (flat == (root.get("sweeps") != null)) {
            throw root.where().refuse("a study gives either 'sweeps', or one 'sweep' (or 'cases') at its top.");
        }
        if (flat) {
            sweeps.add(sweep("points", root, root));
        } else {
            YamlMap all = root.get("sweeps").map("'sweeps'");
            for (Map.Entry<String, YamlValue> entry : all.entries().entrySet()) {
                Where at = all.keys().get(entry.getKey());
                if (!entry.getKey().matches("[A-Za-z][A-Za-z0-9]*")) {
                    throw at.refuse("'" + entry.getKey() + "' cannot name a sweep; use letters and digits.");
                }
                YamlMap map = entry.getValue().map("A sweep");
                known(map, SWEEP_KEYS);
                sweeps.add(sweep(entry.getKey(), map, root));
            }
        }
        return new Study(
                Folders.isPath(nameOrPath) ? Folders.nameOf(file) : nameOrPath,
                text(root, "description", ""),
                whole(root, "parallel", 2, 1, 2),
                List.copyOf(sweeps),
                claims(root, sweeps));
    }

    private Path file(String nameOrPath) {
        if (Folders.isPath(nameOrPath)) {
            if (!Files.isRegularFile(Path.of(nameOrPath))) {
                throw new RefusedException("There is no file '" + nameOrPath + "'.");
            }
            return Path.of(nameOrPath);
        }
        Path file = folders.studies().resolve(nameOrPath + ".yaml");
        if (!Folders.isName(nameOrPath) || !Files.isRegularFile(file)) {
            List<String> names = Folders.names(folders.studies());
            throw new RefusedException("There is no study '" + nameOrPath + "'" + Suggestion.phrase(nameOrPath, names)
                    + "; there are: " + String.join(", ", names) + ".");
        }
        return file;
    }

    private static Study.Sweep sweep(String name, YamlMap map, YamlMap root) {
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
        return new Study.Sweep(
                name,
                mix.scalar("'mix'").text(),
                points(map, fixed),
                whole(map, "repeat", whole(root, "repeat", 1, 1, 100), 1, 100),
                whole(
                        map,
                        "timeoutSeconds",
                        whole(root, "timeoutSeconds", DEFAULT_TIMEOUT_SECONDS, 1, 86_400),
                        1,
                        86_400),
                whole(map, "heapMb", whole(root, "heapMb", DEFAULT_HEAP_MB, 64, 1 << 20), 64, 1 << 20),
                map.get("plot") == null ? null : plot(map.get("plot").map("'plot'")));
    }

    private static List<Study.Point> points(YamlMap map, Map<String, String> fixed) {
        List<Map<String, String>> parameters = new ArrayList<>(List.of(Map.of()));
        if (map.get("sweep") != null) {
            YamlMap sweep = map.get("sweep").map("'sweep'");
            for (Map.Entry<String, YamlValue> entry : sweep.entries().entrySet()) {
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

    /** The values of a list, of {@code {from, to, step}} or of {@code {from, to, factor}}. */
    private static List<String> range(String key, YamlValue value) {
        if (value instanceof YamlList list) {
            return list.values().stream()
                    .map(each -> each.scalar("'" + key + "'").text())
                    .toList();
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

    private static Study.Plot plot(YamlMap map) {
        known(map, PLOT_KEYS);
        if (map.get("x") == null || map.get("y") == null) {
            throw map.where().refuse("a plot needs 'x' and 'y'.");
        }
        return new Study.Plot(map.get("x").scalar("'x'").text(), texts(map.get("y")), texts(map.get("series")));
    }

    private static List<String> texts(YamlValue value) {
        return value == null
                ? List.of()
                : value.items().stream().map(each -> each.scalar("This").text()).toList();
    }

    private List<Study.Claim> claims(YamlMap root, List<Study.Sweep> sweeps) {
        if (root.get("claims") == null) {
            return List.of();
        }
        Map<String, PublishedFigure> published = PublishedFigure.read(folders.claims());
        YamlMap claims = root.get("claims").map("'claims'");
        List<Study.Claim> read = new ArrayList<>();
        for (Map.Entry<String, YamlValue> entry : claims.entries().entrySet()) {
            Where at = claims.keys().get(entry.getKey());
            YamlMap words = entry.getValue() instanceof YamlMap map ? map : null;
            YamlValue formula = words == null ? entry.getValue() : words.get("value");
            if (formula == null) {
                throw at.refuse("claim '" + entry.getKey() + "' has no 'value', which is its formula.");
            }
            Expression expression =
                    ExpressionParser.parse(formula.scalar("A claim").text(), formula.where());
            expression.selections(selection -> check(selection, sweeps, formula.where()));
            read.add(new Study.Claim(entry.getKey(), expression, figure(entry.getKey(), published, words, at)));
        }
        return List.copyOf(read);
    }

    private static PublishedFigure figure(String id, Map<String, PublishedFigure> published, YamlMap words, Where at) {
        if (published.containsKey(id)) {
            if (words != null && words.entries().size() > 1) {
                throw at.refuse(
                        "'" + id + "' is a published figure, so its words come from there; give the formula alone.");
            }
            return published.get(id);
        }
        if (words == null) {
            throw at.refuse("there is no published figure '" + id + "'" + Suggestion.phrase(id, published.keySet())
                    + "; a figure of the study's own gives value, quantity and unit.");
        }
        known(words, CLAIM_KEYS);
        boolean trend = text(words, "trend", "false").equals("true");
        return new PublishedFigure(
                id,
                "",
                text(words, "where", ""),
                text(words, "testbed", ""),
                text(words, "mix", ""),
                text(words, "quantity", id),
                trend ? "trend" : "=",
                "",
                text(words, "unit", ""),
                "prediction");
    }

    private static void check(Expression.Selection selection, List<Study.Sweep> sweeps, Where where) {
        List<String> names = sweeps.stream().map(Study.Sweep::name).toList();
        if (!names.contains(selection.sweep())) {
            throw where.refuse("there is no sweep '" + selection.sweep() + "'"
                    + Suggestion.phrase(selection.sweep(), names) + "; there are: " + String.join(", ", names) + ".");
        }
        String figure = selection.figure();
        boolean known = Figures.ALWAYS.contains(figure)
                || Figures.PREFIXES.stream().anyMatch(figure::startsWith)
                || figure.contains(".");
        if (!known) {
            throw where.refuse("points have no figure '" + figure + "'" + Suggestion.phrase(figure, Figures.ALWAYS)
                    + "; there are: " + String.join(", ", Figures.ALWAYS) + ".");
        }
    }

    private static void flatten(String prefix, YamlMap map, Map<String, String> into) {
        for (Map.Entry<String, YamlValue> entry : map.entries().entrySet()) {
            String key = prefix + entry.getKey();
            if (entry.getValue() instanceof YamlMap inner) {
                flatten(key + ".", inner, into);
            } else {
                into.put(key, entry.getValue().scalar("'" + key + "'").text());
            }
        }
    }

    private static void known(YamlMap map, Set<String> keys) {
        map.keys().forEach((key, at) -> {
            if (!keys.contains(key)) {
                throw at.refuse("unknown key '" + key + "'" + Suggestion.phrase(key, keys) + "; there are: "
                        + String.join(", ", keys) + ".");
            }
        });
    }

    private static String text(YamlMap map, String key, String otherwise) {
        return map.get(key) == null
                ? otherwise
                : map.get(key).scalar("'" + key + "'").text();
    }

    private static int whole(YamlMap map, String key, int otherwise, int min, int max) {
        if (map.get(key) == null) {
            return otherwise;
        }
        String text = map.get(key).scalar("'" + key + "'").text();
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < min || Integer.parseInt(text) > max) {
            throw map.get(key)
                    .where()
                    .refuse("'" + key + "' takes a whole number between " + min + " and " + max + ", not '" + text
                            + "'.");
        }
        return Integer.parseInt(text);
    }
}
