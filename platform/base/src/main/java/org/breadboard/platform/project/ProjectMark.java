// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.project;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.yaml.Where;
import org.breadboard.platform.yaml.YamlFile;
import org.breadboard.platform.yaml.YamlValue;
import org.breadboard.platform.yaml.YamlValue.YamlMap;
import org.breadboard.platform.yaml.YamlValue.YamlScalar;

/**
 * What the file {@code breadboard.yaml} of a project says; all of it may be missing. Immutable; any thread.
 *
 * @param title of the paper or the artefact, or {@code ""}
 * @param description one line, or {@code ""}
 * @param authors as {@code Given Family} or {@code Family, Given}
 * @param license the identifier of a licence in the list of SPDX, or {@code ""}
 * @param quick the studies of a pack's quick path; empty if it does not say
 * @param include more files and folders that belong to it, relative to the project's folder and within it
 * @param results where its results go, an absolute path within the project; null if it does not say
 */
public record ProjectMark(
        String title,
        String description,
        List<String> authors,
        String license,
        List<String> quick,
        List<String> include,
        Path results) {
    /** The file's name. */
    public static final String FILE = "breadboard.yaml";

    private static final String RESULTS = "results";
    private static final Set<String> KEYS =
            new LinkedHashSet<>(List.of("title", "description", "authors", "license", "quick", "include", RESULTS));

    /**
     * Reads the mark of a project.
     *
     * @param project the folder that has it
     * @throws org.breadboard.api.RefusedException if it has another key, or a path that leads out of the project
     */
    public static ProjectMark read(Path project) {
        Path mark = project.resolve(FILE);
        YamlMap file = YamlFile.read(mark.toString(), mark);
        for (var key : file.keys().entrySet()) {
            if (!KEYS.contains(key.getKey())) {
                Where where = key.getValue();
                throw where.refuse("unknown key '" + key.getKey() + "'" + Suggestion.phrase(key.getKey(), KEYS)
                        + "; a project says " + String.join(", ", KEYS) + ".");
            }
        }
        List<String> include = new ArrayList<>();
        for (YamlScalar path : scalars(file, "include")) {
            include.add(project.normalize()
                    .relativize(inside(project, path, "include"))
                    .toString()
                    .replace('\\', '/'));
        }
        return new ProjectMark(
                text(file, "title"),
                text(file, "description"),
                texts(file, "authors"),
                text(file, "license"),
                texts(file, "quick"),
                List.copyOf(include),
                file.get(RESULTS) == null
                        ? null
                        : inside(project, file.get(RESULTS).scalar("'results'"), RESULTS));
    }

    private static String text(YamlMap file, String key) {
        return file.get(key) == null
                ? ""
                : file.get(key).scalar("'" + key + "'").text().strip();
    }

    private static List<String> texts(YamlMap file, String key) {
        return scalars(file, key).stream().map(each -> each.text().strip()).toList();
    }

    private static List<YamlScalar> scalars(YamlMap file, String key) {
        List<YamlValue> items =
                file.get(key) == null ? List.of() : file.get(key).items();
        return items.stream()
                .map(each -> each.scalar("Each of '" + key + "'"))
                .filter(each -> !each.text().isBlank())
                .toList();
    }

    private static Path inside(Path project, YamlScalar said, String key) {
        Path path = project.resolve(said.text()).normalize();
        if (!path.startsWith(project.normalize())) {
            throw said.where()
                    .refuse("'" + key + "' is '" + said.text()
                            + "', which is outside of the project's folder; name a folder in it.");
        }
        return path;
    }
}
