// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.result.Provenance;

/**
 * What {@code pack.json} says of a pack. Immutable.
 *
 * @param name of the project's folder
 * @param title of the paper, or the name
 * @param description one line, or {@code ""}
 * @param board what it was packed with
 * @param plugins the project's own
 * @param studies in the order of their names
 * @param claims in the order of studies, then of their files
 * @param files the SHA-256 of every other file, by its name relative to the pack's folder, sorted
 */
public record PackManifest(
        String name,
        String title,
        String description,
        Board board,
        List<Jar> plugins,
        List<PackedStudy> studies,
        List<PackedClaim> claims,
        Map<String, String> files) {
    /** The file's name, at the top of a pack. */
    public static final String FILE = "pack.json";

    private static final int VERSION = 1;
    private static final String KIND = "pack";

    /**
     * The Breadboard that it was packed with.
     *
     * @param version of the board, and of the api; {@code unknown} where there is none
     * @param commit of its sources, or {@code unknown}
     */
    public record Board(String version, String api, String commit) {
        /**
         * The one that this is.
         *
         * @param home the distribution's folder
         */
        public static Board of(Path home) throws IOException {
            return new Board(
                    known(PackManifest.class.getPackage().getImplementationVersion()),
                    known(Plugin.class.getPackage().getImplementationVersion()),
                    known(Provenance.commit(home)));
        }

        private static String known(String text) {
            return text == null ? "unknown" : text;
        }

        private Map<String, Object> json() {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("version", version);
            row.put("api", api);
            row.put("commit", commit);
            return row;
        }

        private static Board of(JsonNode row) {
            return new Board(text(row.path("version")), text(row.path("api")), text(row.path("commit")));
        }

        @Override
        public String toString() {
            return version + " (API " + api + ", commit " + commit + ")";
        }
    }

    /**
     * A plug-in of the project's own.
     *
     * @param file its name in the pack
     * @param id of the plug-in; empty if the jar brings none
     */
    public record Jar(String file, String id, String version, String sha256) {
        private Map<String, Object> json() {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("file", file);
            row.put("id", id);
            row.put("version", version);
            row.put("sha256", sha256);
            return row;
        }

        private static Jar of(JsonNode row) {
            return new Jar(
                    text(row.path("file")), text(row.path("id")), text(row.path("version")), text(row.path("sha256")));
        }
    }

    /** The text of the file. */
    public String text() {
        Map<String, Object> json = Json.document(KIND, VERSION);
        json.put("name", name);
        json.put("title", title);
        json.put("description", description);
        json.put("board", board.json());
        json.put("plugins", plugins.stream().map(Jar::json).toList());
        json.put("studies", studies.stream().map(PackedStudy::json).toList());
        json.put("claims", claims.stream().map(PackedClaim::json).toList());
        json.put("files", files);
        return Json.text(json) + "\n";
    }

    /**
     * Reads the manifest of a pack.
     *
     * @throws RefusedException if there is none, it is damaged, or a later Breadboard has written it
     */
    public static PackManifest read(Path pack) throws IOException {
        Path file = pack.resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException("There is no " + FILE + " in " + pack
                    + ", so it is no pack; 'project pack' makes one of a project.");
        }
        JsonNode json = Json.read(file);
        if (!json.path("kind").asText().equals(KIND)) {
            throw new RefusedException(file + " is not the manifest of a pack, as 'project pack' writes it.");
        }
        if (json.path("version").asInt() != VERSION) {
            throw new RefusedException(file + " is of version " + text(json.path("version")) + ", and this Breadboard"
                    + " reads version " + VERSION + "; check it with the Breadboard that it names.");
        }
        PackManifest manifest = new PackManifest(
                text(json.path("name")),
                text(json.path("title")),
                text(json.path("description")),
                Board.of(json.path("board")),
                list(json.path("plugins"), Jar::of),
                list(json.path("studies"), PackedStudy::of),
                list(json.path("claims"), PackedClaim::of),
                Json.textsByKey(json.path("files")));
        manifest.refuseUnsound(file);
        return manifest;
    }

    private void refuseUnsound(Path file) {
        Set<String> names = new HashSet<>();
        for (PackedStudy study : studies) {
            // A name becomes a word of a command, and a file's.
            if (!Folders.isName(study.name())) {
                throw unsound(file, "'" + study.name() + "' cannot name a study");
            }
            if (!names.add(study.name())) {
                throw unsound(file, "it has the study '" + study.name() + "' twice");
            }
        }
        Set<List<String>> seen = new HashSet<>();
        for (PackedClaim claim : claims) {
            if (!names.contains(claim.study())) {
                throw unsound(file, "no study of it computes the claim '" + claim.id() + "'");
            }
            if (!seen.add(List.of(claim.study(), claim.id()))) {
                throw unsound(file, "it has the claim '" + claim.id() + "' of study " + claim.study() + " twice");
            }
            if (!claim.isSound()) {
                throw unsound(file, "the claim '" + claim.id() + "' has a figure or a tolerance that none can be");
            }
        }
        for (String name : files.keySet()) {
            if (!EntryName.isSound(name)) {
                throw unsound(file, "'" + name.replaceAll("\\p{Cc}", "?") + "' cannot name a file of a pack");
            }
        }
    }

    private static RefusedException unsound(Path file, String why) {
        return new RefusedException(file + " is not sound: " + why + "; get the pack anew from those who packed it.");
    }

    /** How many files the pack has, with this one. */
    public int count() {
        return files.size() + 1;
    }

    /** Of each file that is code which runs as whoever checks, its SHA-256. */
    public Map<String, String> code() {
        Map<String, String> code = new TreeMap<>();
        files.forEach((name, sha256) -> {
            if (name.startsWith(Project.PLUGINS + "/") && name.endsWith(".jar")) {
                code.put(name, sha256);
            }
        });
        return code;
    }

    /** A text that somebody else wrote, without what a terminal would obey. */
    static String text(JsonNode json) {
        return json.asText().replaceAll("\\p{Cc}", " ");
    }

    private static <T> List<T> list(JsonNode rows, Function<JsonNode, T> reader) {
        List<T> list = new ArrayList<>();
        rows.forEach(row -> list.add(reader.apply(row)));
        return List.copyOf(list);
    }

    /**
     * How the files of a folder differ from what was packed: a part of a sentence each, such as {@code mixes/a.yaml has
     * changed}; empty if they do not.
     *
     * @param pack its folder
     */
    public List<String> damage(Path pack) throws IOException {
        Map<String, String> digests = new LinkedHashMap<>();
        plugins.forEach(jar -> digests.put(jar.file(), jar.sha256()));
        List<String> damage = new ArrayList<>();
        for (Map.Entry<String, String> each : files.entrySet()) {
            Path file = pack.resolve(each.getKey()).normalize();
            if (!file.startsWith(pack.normalize()) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                damage.add(each.getKey() + " is missing");
                continue;
            }
            String found = Digest.sha256(file);
            String expected = digests.getOrDefault(each.getKey(), each.getValue());
            if (!found.equals(expected)) {
                damage.add(
                        digests.containsKey(each.getKey())
                                ? "plug-in " + each.getKey() + " has SHA-256 " + found + " and not " + expected
                                : each.getKey() + " has changed");
            }
        }
        for (String file : PackFiles.others(pack, files.keySet())) {
            damage.add(file.replaceAll("\\p{Cc}", "?")
                    + (Files.isSymbolicLink(pack.resolve(file))
                            ? " is a link, and a pack has none"
                            : " is there and was not packed"));
        }
        return damage;
    }
}
