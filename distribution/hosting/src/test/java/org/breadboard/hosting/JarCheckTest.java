// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JarCheckTest {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final String SOUND =
            "Manifest-Version: 1.0\nBundle-SymbolicName: org.sample;x=y\nBundle-Version: 1.2\n";

    @TempDir
    private Path folder;

    @Test
    void shouldNameABundle() throws IOException {
        BundleName name = JarCheck.name(jar(MANIFEST, SOUND));
        assertEquals("org.sample", name.symbolicName());
        assertEquals("1.2.0", name.version().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "no colon here,'its manifest (META-INF/MANIFEST.MF) cannot be read: '",
        "'Manifest-Version: 1.0\n',its manifest has no Bundle-SymbolicName",
        "'Manifest-Version: 1.0\nBundle-SymbolicName: a\nBundle-Version: one\n',its Bundle-Version is none",
    })
    void shouldSayWhatIsWrongWithAManifest(String manifest, String sentence) throws IOException {
        Path jar = jar(MANIFEST, manifest.replace("\\n", "\n") + '\n');
        refused(sentence, () -> JarCheck.name(jar));
    }

    @Test
    void shouldSayWhatIsNoBundle() throws IOException {
        Path bare = jar("nothing.txt", "x");
        refused("it has no manifest", () -> JarCheck.name(bare));
        Path leaves = jar(MANIFEST, SOUND, "a/../../evil.sh", "x");
        refused("its entry 'a/../../evil.sh' has a path that leaves the jar", () -> JarCheck.name(leaves));
        Path large = folder.resolve("large.jar");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(300L << 20);
        }
        refused("it has 300 MB, and a plug-in has at most 256 MB", () -> JarCheck.name(large));
    }

    @Test
    void shouldFindAnEntryThatIsNotWhatItsDigestSays() throws IOException {
        String digest = SOUND + "\nName: a.txt\nSHA-256-Digest: AAAA\n";
        Path other = jar(MANIFEST, digest, "a.txt", "x");
        refused("its entry 'a.txt' does not have the SHA-256-Digest", () -> JarCheck.content(other));
        Path unknown = jar(MANIFEST, digest.replace("SHA-256", "ROT-13"), "a.txt", "x");
        refused("digests of the unknown kind ROT-13", () -> JarCheck.content(unknown));
        JarCheck.content(jar(MANIFEST, SOUND, "a.txt", "x"));
    }

    @Test
    void shouldSayWhichJavaAClassIsFor() throws IOException {
        int here = Runtime.version().feature();
        Path newer = jar(MANIFEST, SOUND, "a/B.class", classFile(here + 8));
        refused(
                "its class a.B is compiled for Java " + (here + 8) + ", and this is Java " + here
                        + "; build it with --release 17",
                () -> JarCheck.name(newer));
        JarCheck.name(jar(
                MANIFEST,
                SOUND + "Multi-Release: true\n",
                "a/B.class",
                classFile(here),
                "META-INF/versions/" + (here + 8) + "/a/B.class",
                classFile(here + 8),
                "a/C.class",
                "cut"));
    }

    /** How one begins. */
    private static String classFile(int java) {
        return new String(new char[] {0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, (char) (java + 44)});
    }

    private static void refused(String sentence, org.junit.jupiter.api.function.Executable check) {
        String message = assertThrows(JarCheck.UnsoundJarException.class, check).getMessage();
        assertTrue(message.contains(sentence), message);
    }

    private Path jar(String... namesAndTexts) throws IOException {
        Path jar = Files.createTempFile(folder, "jar", ".jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return jar;
    }
}
