// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.study.Tolerance;
import org.breadboard.platform.study.claim.FigureValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PackManifestTest {
    @TempDir
    Path pack;

    private PackManifest manifest;

    @BeforeEach
    void layOut() throws IOException {
        TreeMap<String, String> files = new TreeMap<>();
        for (String name : List.of("breadboard.yaml", "mixes/ours.yaml", "plugins/ours.jar")) {
            Files.createDirectories(pack.resolve(name).getParent());
            files.put(name, Digest.sha256(Files.writeString(pack.resolve(name), name)));
        }
        manifest = new PackManifest(
                "paper",
                "A paper",
                "",
                new PackManifest.Board("1", "2", "3"),
                List.of(new PackManifest.Jar("plugins/ours.jar", "ours", "1.0", files.get("plugins/ours.jar"))),
                List.of(new PackedStudy(
                        "sweep",
                        2,
                        4,
                        0,
                        true,
                        false,
                        2048,
                        "ab",
                        new PackedStudy.Took(1.5, "2026-11-30T21:06:00Z", Map.of("cpu", "a CPU", "processors", "2")))),
                List.of(
                        claim("c", "=", "2.0", "2.1", 0.1),
                        claim("d", "trend", "yes", "no", 0.15),
                        claim("e", "=", null, null, 0.15)),
                files);
        Files.writeString(pack.resolve(PackManifest.FILE), manifest.text());
    }

    private static PackedClaim claim(String comparator, String paper, String packed, double tolerance) {
        return claim("c", comparator, paper, packed, tolerance);
    }

    private static PackedClaim claim(String id, String comparator, String paper, String packed, double tolerance) {
        return new PackedClaim(
                id, "sweep", "rate", "Mops", "4", comparator, value(paper), value(packed), new Tolerance(tolerance));
    }

    private static FigureValue value(String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        return text.matches("yes|no") ? new FigureValue.Answer(text) : new FigureValue.Amount(Double.parseDouble(text));
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        assertEquals(manifest, PackManifest.read(pack));
        assertTrue(manifest.text().startsWith("{\n  \"version\" : 1,\n  \"kind\" : \"pack\",\n"), manifest.text());
        assertEquals(List.of(), manifest.damage(pack));
    }

    @Test
    void shouldNameEachFileThatDiffers() throws IOException {
        Files.writeString(pack.resolve("mixes/ours.yaml"), "another");
        assertEquals(List.of("mixes/ours.yaml has changed"), manifest.damage(pack));
        Files.delete(pack.resolve("mixes/ours.yaml"));
        Files.createSymbolicLink(pack.resolve("mixes/ours.yaml"), pack.resolve("breadboard.yaml"));
        assertEquals(List.of("mixes/ours.yaml is missing"), manifest.damage(pack));
        Files.delete(pack.resolve("mixes/ours.yaml"));
        Files.writeString(pack.resolve("plugins/theirs.jar"), "code");
        assertEquals(
                List.of("mixes/ours.yaml is missing", "plugins/theirs.jar is there and was not packed"),
                manifest.damage(pack));
    }

    @Test
    void shouldRefuseAPluginWithAnotherDigest() throws IOException {
        Files.writeString(pack.resolve("plugins/ours.jar"), "another");
        String expected = manifest.plugins().get(0).sha256();
        assertEquals(
                List.of("plug-in plugins/ours.jar has SHA-256 " + Digest.sha256(pack.resolve("plugins/ours.jar"))
                        + " and not " + expected),
                manifest.damage(pack));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"kind\" : \"pack\"', '\"kind\" : \"check\"', is not the manifest of a pack",
        "'\"version\" : 1,', '\"version\" : 7,', is of version 7",
        "'\"study\" : \"sweep\"', '\"study\" : \"--help\"', cannot name a study",
        "'\"study\" : \"sweep\"', '\"study\" : \"../sweep\"', cannot name a study",
        "'\"paper\" : 2.0', '\"paper\" : 1e999', has a figure or a tolerance that none can be",
        "'\"packed\" : 2.1', '\"packed\" : -1e999', has a figure or a tolerance that none can be",
        "'\"tolerance\" : 0.1', '\"tolerance\" : 1e999', has a figure or a tolerance that none can be",
        "'\"tolerance\" : 0.1', '\"tolerance\" : -1', has a figure or a tolerance that none can be",
        "'mixes/ours.yaml\" :', 'mixes/\\u0000\" :', 'mixes/?'' cannot name a file of a pack'",
        "'mixes/ours.yaml\" :', '../mixes\" :', '../mixes'' cannot name a file of a pack'",
        "'\"claim\" : \"d\"', '\"claim\" : \"c\"', it has the claim 'c' of study sweep twice",
        "}, '', is not JSON"
    })
    void shouldRefuseAManifestThatIsNotSound(String text, String other, String sentence) throws IOException {
        Files.writeString(pack.resolve(PackManifest.FILE), manifest.text().replace(text, other));
        RefusedException refused = assertThrows(RefusedException.class, () -> PackManifest.read(pack));
        assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
    }

    /** Each claim of a study that is there twice would count twice. */
    @Test
    void shouldRefuseAStudyThatIsThereTwice() throws IOException {
        PackedStudy study = manifest.studies().get(0);
        PackManifest twice = new PackManifest(
                "paper",
                "",
                "",
                manifest.board(),
                List.of(),
                List.of(study, study),
                manifest.claims(),
                manifest.files());
        Files.writeString(pack.resolve(PackManifest.FILE), twice.text());
        RefusedException refused = assertThrows(RefusedException.class, () -> PackManifest.read(pack));
        assertTrue(refused.getMessage().contains("it has the study 'sweep' twice"), refused.getMessage());
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeeply() throws IOException {
        Files.writeString(pack.resolve(PackManifest.FILE), "[".repeat(200_000));
        RefusedException refused = assertThrows(RefusedException.class, () -> PackManifest.read(pack));
        assertTrue(refused.getMessage().contains("pack.json is not sound: no JSON of"), refused.getMessage());
    }

    @Test
    void shouldNameAllCodeThatRuns() {
        assertEquals(Map.of("plugins/ours.jar", manifest.files().get("plugins/ours.jar")), manifest.code());
    }

    @Test
    void shouldLookAtNoFileOutsideOfThePack() throws IOException {
        Files.writeString(pack.resolveSibling("outside"), "x");
        PackManifest other = new PackManifest(
                "paper",
                "",
                "",
                manifest.board(),
                List.of(),
                List.of(),
                List.of(),
                Map.of("../outside", Digest.sha256(pack.resolveSibling("outside"))));
        assertTrue(
                other.damage(pack).contains("../outside is missing"),
                other.damage(pack).toString());
    }

    /** Paper, packed, measured: against the paper if there is a figure, else against what was packed. */
    @ParameterizedTest
    @CsvSource({
        "=, 2.0, 3.0, 2.2, true",
        "=, 2.0, 3.0, 2.3, false",
        "=, 2.0, 2.0, 1.7, false",
        "=, , 3.0, 2.8, true",
        "=, , 3.0, 2.2, false",
        "=, 0, , 0, true",
        "=, 0, , 0.001, false",
        "=, -2.0, , -2.1, true",
        ">, 2.0, , 9.0, true",
        ">, 2.0, , 1.9, true",
        ">, 2.0, , 1.7, false",
        ">, , 2.0, 9.0, false",
        "trend, yes, , yes, true",
        "trend, yes, , no, false",
        "=, 2.0, , yes, false"
    })
    void shouldHoldWithinItsTolerance(String comparator, String paper, String packed, String measured, boolean holds) {
        assertEquals(holds, claim(comparator, paper, packed, 0.1).holds(value(measured)));
    }
}
