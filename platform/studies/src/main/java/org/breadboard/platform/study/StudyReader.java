// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import static org.breadboard.platform.study.StudyKeys.flag;
import static org.breadboard.platform.study.StudyKeys.known;
import static org.breadboard.platform.study.StudyKeys.text;
import static org.breadboard.platform.study.StudyKeys.whole;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.study.formula.Expression;
import org.breadboard.platform.study.outcome.Filter;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlFile;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlMap;

/** Reads a study's file. Whatever is wrong with it is refused in one sentence with its line, before anything runs. */
public final class StudyReader {
    private static final Set<String> STUDY_KEYS = new LinkedHashSet<>(SweepReader.KEYS);
    private static final Set<String> CLAIM_KEYS =
            new LinkedHashSet<>(List.of("value", "where", "quantity", "unit", "testbed", "mix", "trend", "tolerance"));

    private static final Set<String> VARY_KEYS = new LinkedHashSet<>(List.of("factors", "sheets", "also"));

    static {
        STUDY_KEYS.addAll(List.of("description", "parallel", "sweeps", "let", "claims", "vary"));
    }

    private final Folders folders;

    /** A reader of the studies in these folders. */
    public StudyReader(Folders folders) {
        this.folders = folders;
    }

    /** The keys of a study, and of its parts: {@code sweep}, {@code plot}, {@code claim} and {@code vary}. */
    public static Map<String, Set<String>> keys() {
        return Map.of(
                "study",
                STUDY_KEYS,
                "sweep",
                SweepReader.KEYS,
                "plot",
                SweepReader.PLOT_KEYS,
                "claim",
                CLAIM_KEYS,
                "vary",
                VARY_KEYS);
    }

    /** Whether a file is a study, and not a mix. */
    public static boolean isStudy(String path) {
        YamlMap root = YamlFile.read(path, Path.of(path));
        return Stream.of("sweep", "sweeps", "cases").anyMatch(key -> root.get(key) != null);
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
            sweeps.add(SweepReader.read("points", root, root));
        } else {
            if (root.get("plot") != null) {
                throw root.keys().get("plot").refuse("a plot belongs to one sweep; give it there.");
            }
            YamlMap all = root.get("sweeps").map("'sweeps'");
            if (all.entries().isEmpty()) {
                throw root.keys().get("sweeps").refuse("'sweeps' has no sweep; give one a name and a 'sweep'.");
            }
            for (Map.Entry<String, YamlValue> entry : all.entries().entrySet()) {
                Where at = all.keys().get(entry.getKey());
                if (!entry.getKey().matches("[A-Za-z][A-Za-z0-9]*")) {
                    throw at.refuse("'" + entry.getKey() + "' cannot name a sweep; use letters and digits.");
                }
                YamlMap map = entry.getValue().map("A sweep");
                known(map, SweepReader.KEYS);
                sweeps.add(SweepReader.read(entry.getKey(), map, root));
            }
        }
        return new Study(
                Folders.isPath(nameOrPath) ? Folders.nameOf(file) : nameOrPath,
                text(root, "description", ""),
                root.where().folder(),
                whole(root, "parallel", 0, 1, 256),
                List.copyOf(sweeps),
                claims(root, sweeps),
                vary(root));
    }

    private static Study.Vary vary(YamlMap root) {
        if (root.get("vary") == null) {
            return null;
        }
        YamlMap map = root.get("vary").map("'vary'");
        known(map, VARY_KEYS);
        List<Double> factors = new ArrayList<>();
        for (YamlValue factor : map.get("factors") == null
                ? List.<YamlValue>of()
                : map.get("factors").items()) {
            Double value = Filter.number(factor.scalar("A factor").text());
            if (value == null || !(value > 0) || value == 1) {
                throw factor.where().refuse("a factor is a number above 0, and not 1.");
            }
            factors.add(value);
        }
        List<String> also = map.get("also") == null
                ? List.of()
                : map.get("also").items().stream()
                        .map(each -> each.scalar("A key").text())
                        .toList();
        return new Study.Vary(
                factors.isEmpty() ? List.of(0.5, 2.0) : List.copyOf(factors), flag(map, "sheets", true), also);
    }

    private static Tolerance tolerance(YamlMap words, boolean trend) {
        String text = text(words, "tolerance", "");
        if (text.isEmpty()) {
            return Tolerance.USUAL;
        }
        Where at = words.get("tolerance").where();
        if (trend) {
            throw at.refuse("a trend has no tolerance, since it holds or does not.");
        }
        return Tolerance.of(text)
                .orElseThrow(() ->
                        at.refuse("'tolerance' takes a share from 0 on and below 1, such as 0.1, not '" + text + "'."));
    }

    /**
     * The file of a study.
     *
     * @param nameOrPath the name of one, or a path
     * @throws RefusedException if there is none
     */
    public Path file(String nameOrPath) {
        if (Folders.isPath(nameOrPath)) {
            if (!Files.isRegularFile(Path.of(nameOrPath))) {
                throw new RefusedException("There is no file '" + nameOrPath + "'.");
            }
            return Path.of(nameOrPath);
        }
        return folders.find(Folders.STUDIES, nameOrPath)
                .orElseThrow(() -> new RefusedException("There is no study '" + nameOrPath + "'"
                        + Suggestion.choices(nameOrPath, folders.names(Folders.STUDIES), "list studies")));
    }

    private List<Study.Claim> claims(YamlMap root, List<Study.Sweep> sweeps) {
        FormulaReader formulas = new FormulaReader(root, sweeps);
        if (root.get("claims") == null) {
            return List.of();
        }
        Map<String, PublishedFigure> published = PublishedFigure.read(folders.all(Folders.CLAIMS));
        YamlMap claims = root.get("claims").map("'claims'");
        List<Study.Claim> read = new ArrayList<>();
        for (Map.Entry<String, YamlValue> entry : claims.entries().entrySet()) {
            Where at = claims.keys().get(entry.getKey());
            YamlMap words = entry.getValue() instanceof YamlMap map ? map : null;
            YamlValue formula = words == null ? entry.getValue() : words.get("value");
            if (formula == null) {
                throw at.refuse("claim '" + entry.getKey() + "' has no 'value', which is its formula.");
            }
            Expression expression = formulas.read(formula, "A claim");
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
        boolean trend = flag(words, "trend", false);
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
                "prediction",
                tolerance(words, trend));
    }
}
