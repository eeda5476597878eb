// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.registry.InstalledPlugin;

/** A result that was kept, as its manifest tells. */
public final class StoredResult {
    /** The key of a manifest that tells which protocols a live cluster ran, one after another. */
    public static final String PROTOCOLS = "protocols";

    /** The key of a study's manifest with how long it ran, in seconds; not there if it was resumed. */
    public static final String TOOK = "tookSeconds";

    /** The key of a study's manifest with the digest of all that it was asked. */
    public static final String SETTINGS = "settingsSha256";

    /** Who writes results. */
    private static final Set<String> KINDS =
            Set.of("run", "study", "compare", "whatif", "reproduce", "check", "campaign");

    private final Path folder;
    private final JsonNode manifest;

    private StoredResult(Path folder, JsonNode manifest) {
        this.folder = folder;
        this.manifest = manifest;
    }

    /**
     * Opens a result.
     *
     * @throws RefusedException if that is no result, or not a whole one
     */
    public static StoredResult open(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new RefusedException("There is no folder '" + folder + "'; a result is results/NAME/TIMESTAMP.");
        }
        Path file = folder.resolve(ResultFolder.MANIFEST);
        if (!Files.isRegularFile(file)) {
            throw new RefusedException("'" + folder + "' holds no result: there is no " + ResultFolder.MANIFEST
                    + " in it; a result is results/NAME/TIMESTAMP.");
        }
        StoredResult result = new StoredResult(folder, manifest(file));
        if (!KINDS.contains(result.kind())) {
            throw notWhole(file);
        }
        return result;
    }

    private static JsonNode manifest(Path file) throws IOException {
        try {
            return Json.read(file);
        } catch (RefusedException unreadable) {
            throw notWhole(file);
        }
    }

    private static RefusedException notWhole(Path file) {
        return new RefusedException(
                "'" + file + "' is not a manifest as Breadboard writes it, so the result cannot be told whole.");
    }

    /** The verb that has written it, such as {@code run} or {@code study}. */
    public String kind() {
        return manifest.path(manifest.has("of") ? "of" : "kind").asText();
    }

    /** The name of the mix or study. */
    public String name() {
        return manifest.path("name").asText();
    }

    /** Whether it was written in the form of this version, so that its figures mean what they mean here. */
    public boolean ofThisVersion() throws IOException {
        return manifest.path("version").asInt(manifest.path("format").asInt()) == RunFiles.FORMAT
                && Summary.isOfThisVersion(Json.read(file(ResultFolder.SUMMARY)));
    }

    /** Every setting that a run's mix resolved to; empty for a study. */
    public Map<String, String> settings() {
        return Json.textsByKey(manifest.path("resolvedMix"));
    }

    /** The versions of the plug-ins that were used, and the commit of Breadboard, by their names in a table. */
    public Map<String, String> madeWith() {
        Map<String, String> with = new LinkedHashMap<>();
        for (JsonNode plugin : manifest.path("plugins")) {
            if (plugin.path("used").asBoolean()) {
                with.put(
                        Provenance.PLUGIN + plugin.path("id").asText(),
                        Provenance.version(
                                plugin.path("version").asText(),
                                plugin.path("sha256").textValue()));
            }
        }
        with.put(Provenance.COMMIT, manifest.path(Provenance.COMMIT).asText(""));
        return with;
    }

    /** Of a study, the digest of all that it was asked; empty if its manifest has none. */
    public Optional<String> settingsSha256() {
        return Optional.ofNullable(manifest.path(SETTINGS).textValue());
    }

    /** Of a study, how long it ran, in seconds; empty if it was resumed, or its manifest does not tell. */
    public OptionalDouble tookSeconds() {
        JsonNode took = manifest.path(TOOK);
        return took.isNumber() ? OptionalDouble.of(took.asDouble()) : OptionalDouble.empty();
    }

    /** What it ran on, as its manifest tells: {@code cpu}, {@code processors}, {@code os} and others. */
    public Map<String, String> machine() {
        return Json.textsByKey(manifest.path("jvm"));
    }

    /** When it was finished, as {@code 2026-11-30T21:06:00Z}. */
    public String finishedAt() {
        return manifest.path("finishedAt").asText();
    }

    /** Whether it was stopped before its end: what is there is what was measured until then. */
    public boolean partial() {
        return isPartial(manifest);
    }

    static boolean isPartial(JsonNode manifest) {
        return manifest.path("partial").asBoolean();
    }

    /** Whether it is of a live cluster that takes other protocols while it runs ({@code live start}). */
    public boolean swappable() {
        return manifest.has(PROTOCOLS);
    }

    /** A file of the result. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /** What a run came to. */
    public Summary ofRun() throws IOException {
        return Summary.read(file(ResultFolder.SUMMARY));
    }

    /** What a study came to. */
    public StudySummary ofStudy() throws IOException {
        return StudySummary.read(file(ResultFolder.SUMMARY));
    }

    /**
     * Whether all that was run is verified.
     *
     * @return null if too little was checked to say, or if it does not tell ({@link #tells})
     */
    public Boolean verified() throws IOException {
        JsonNode summary = Json.read(file(ResultFolder.SUMMARY));
        return switch (kind()) {
            case "run" -> Json.answer(summary.path("verified"));
            case "study" -> ofPoints(summary.path("points"));
            case "campaign" -> ofSeeds(summary);
            default -> null;
        };
    }

    /** Whether it says of all that was run how that was judged; what is made of other runs does not. */
    public boolean tells() {
        return Set.of("run", "study", "campaign").contains(kind());
    }

    private static Boolean ofPoints(JsonNode points) {
        boolean all = !points.isEmpty();
        for (JsonNode point : points) {
            Boolean one = point.path("failure").isTextual() ? (Boolean) false : Json.answer(point.path("verified"));
            if (Boolean.FALSE.equals(one)) {
                return false;
            }
            all &= one != null;
        }
        return all ? true : null;
    }

    private static Boolean ofSeeds(JsonNode summary) {
        if (summary.path("violations").asLong() + summary.path("stuck").asLong() > 0) {
            return false;
        }
        return summary.path("seeds").asLong() > summary.path("refused").asLong() ? true : null;
    }

    /** Of a campaign: the seeds that failed, one sentence each; of others none. */
    public List<String> failedSeeds() throws IOException {
        List<String> failed = new ArrayList<>();
        for (JsonNode each : Json.read(file(ResultFolder.SUMMARY)).path("failures")) {
            failed.add("Seed " + each.path("seed").asLong() + " failed; replay it with: "
                    + each.path("replay").asText());
        }
        return failed;
    }

    /** What differs from when the result was written, one sentence for each file. */
    public List<String> damage() throws IOException {
        return damage(file -> true);
    }

    /** The same of some files, by their names. */
    public List<String> damage(Predicate<String> files) throws IOException {
        List<String> damage = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : manifest.path("files").properties()) {
            if (!files.test(entry.getKey())) {
                continue;
            }
            Path file = folder.resolve(entry.getKey()).normalize();
            if (!file.startsWith(folder.normalize()) || !Files.isRegularFile(file)) {
                damage.add(entry.getKey() + " is missing.");
            } else if (!Digest.sha256(file).equals(entry.getValue().asText())) {
                damage.add(entry.getKey() + " is not what was written: its SHA-256 differs from the manifest's.");
            }
        }
        if (manifest.path("files").isEmpty()) {
            damage.add("The manifest names no files.");
        }
        return damage;
    }

    /** The files that the mix's settings name and that are not what the run read, one sentence for each. */
    public List<String> otherInputs() throws IOException {
        List<String> differences = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : manifest.path(RunFiles.INPUTS).properties()) {
            Path file =
                    Path.of(manifest.path("resolvedMix").path(entry.getKey()).asText());
            if (!Files.isRegularFile(file)) {
                differences.add(entry.getKey() + ": the file that the run read, " + file + ", is not there any more.");
            } else if (!Digest.sha256(file).equals(entry.getValue().asText())) {
                differences.add(entry.getKey() + ": " + file
                        + " is not what the run read: its SHA-256 differs from the manifest's.");
            }
        }
        return differences;
    }

    /**
     * The plug-ins that were used and are not installed with the same bytes, one sentence for each. Of those that were
     * updated while it was live, one of them is enough.
     */
    public List<String> otherPlugins(List<InstalledPlugin> installed) throws IOException {
        Map<String, Set<String>> digests = new LinkedHashMap<>();
        for (JsonNode then : manifest.path("plugins")) {
            if (then.path("used").asBoolean()) {
                digests.computeIfAbsent(then.path("id").asText(), id -> new TreeSet<>())
                        .add(then.path("sha256").asText());
            }
        }
        List<String> differences = new ArrayList<>();
        for (Map.Entry<String, Set<String>> used : digests.entrySet()) {
            String id = used.getKey();
            InstalledPlugin now = installed.stream()
                    .filter(plugin -> plugin.id().equals(id))
                    .findFirst()
                    .orElse(null);
            if (now == null) {
                differences.add("Plug-in '" + id + "', which the run used, is not installed.");
            } else if (now.jar().isPresent()
                    && Files.isRegularFile(now.jar().get())
                    && !used.getValue().contains(Digest.sha256(now.jar().get()))) {
                differences.add("Plug-in '" + id + "' has changed since the run.");
            }
        }
        return differences;
    }
}
