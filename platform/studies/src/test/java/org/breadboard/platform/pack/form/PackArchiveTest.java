// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pack is as one file, and which archives of others are none. */
final class PackArchiveTest {
    @TempDir
    Path temp;

    private static SortedMap<String, PackArchive.Content> files(String... namesAndTexts) {
        SortedMap<String, PackArchive.Content> files = new TreeMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            byte[] bytes = namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8);
            files.put(namesAndTexts[i], () -> new ByteArrayInputStream(bytes));
        }
        return files;
    }

    @Test
    void shouldBeTheSameBytesInAnyOrderAndTimeZone() throws IOException {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            PackArchive.write(temp.resolve("a.zip"), "paper", files("mixes/b.yaml", "B", "mixes/a.yaml", "A"));
            TimeZone.setDefault(TimeZone.getTimeZone("America/Los_Angeles"));
            PackArchive.write(temp.resolve("b.zip"), "paper", files("mixes/a.yaml", "A", "mixes/b.yaml", "B"));
        } finally {
            TimeZone.setDefault(before);
        }
        assertArrayEquals(Files.readAllBytes(temp.resolve("a.zip")), Files.readAllBytes(temp.resolve("b.zip")));
        try (ZipFile zip = new ZipFile(temp.resolve("a.zip").toFile())) {
            assertEquals(
                    List.of("paper/mixes/a.yaml", "paper/mixes/b.yaml"),
                    zip.stream().map(ZipEntry::getName).toList());
        }
    }

    @Test
    void shouldUnpackWhatItHasPacked() throws IOException {
        PackArchive.write(temp.resolve("a.zip"), "paper", files("pack.json", "{}", "mixes/ä.yaml", "über"));
        PackArchive.unpack(temp.resolve("a.zip"), temp.resolve("there"));
        assertEquals("über", Files.readString(temp.resolve("there/mixes/ä.yaml")));
        assertEquals("{}", Files.readString(temp.resolve("there/pack.json")));
        assertThrows(IOException.class, () -> PackArchive.unpack(temp.resolve("a.zip"), temp.resolve("there")));
    }

    /** A file that cannot be read: nothing is left that looks like an archive, nor anything else. */
    @Test
    void shouldLeaveNothingOfAnArchiveThatFails() throws IOException {
        SortedMap<String, PackArchive.Content> files = files("a", "A");
        int[] opened = {0};
        files.put("b", () -> {
            if (opened[0]++ > 0) {
                throw new IOException("the disk is gone");
            }
            return new ByteArrayInputStream(new byte[1]);
        });
        assertThrows(IOException.class, () -> PackArchive.write(temp.resolve("a.zip"), "paper", files));
        opened[0] = 1;
        assertThrows(IOException.class, () -> PackArchive.writeFolder(temp.resolve("a"), files));
        try (Stream<Path> left = Files.list(temp)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private Path zip(String... names) throws IOException {
        Path zip = temp.resolve("theirs.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : names) {
                out.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    out.write(1);
                }
                out.closeEntry();
            }
        }
        return zip;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "paper/../../out",
                "../out",
                "/etc/out",
                "paper/./out",
                "paper//out",
                "paper\\..\\out",
                "C:/out",
                "paper/a\nb",
                "paper/..."
            })
    void shouldRefuseAnEntryThatMayLeadOut(String name) throws IOException {
        Path inside = temp.resolve("a/b/there");
        RefusedException refused =
                assertThrows(RefusedException.class, () -> PackArchive.unpack(zip("paper/good", name), inside));
        assertTrue(refused.getMessage().contains("may lead out of the folder"), refused.getMessage());
        try (Stream<Path> left = Files.walk(temp)) {
            assertEquals(
                    List.of(),
                    left.filter(file -> Files.isRegularFile(file) && !file.startsWith(inside))
                            .filter(file -> !file.endsWith("theirs.zip"))
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "paper/a paper/A",
                "paper/a paper/a/b",
                "paper/a/b paper/a",
            })
    void shouldRefuseTwoEntriesThatAreOneFile(String names) throws IOException {
        Path zip = zip(names.split(" "));
        RefusedException refused =
                assertThrows(RefusedException.class, () -> PackArchive.unpack(zip, temp.resolve("there")));
        assertTrue(refused.getMessage().contains("stands there twice"), refused.getMessage());
    }

    /** What is written can be read again. */
    @Test
    void shouldWriteNoNamesThatItWouldNotUnpack() throws IOException {
        String longest = "a".repeat(397);
        for (SortedMap<String, PackArchive.Content> files : List.of(
                files("mixes/ours.yaml", "", "mixes/OURS.yaml", ""),
                files("a", "", "A/b", ""),
                files("a:b", ""),
                files(longest, ""))) {
            assertThrows(RefusedException.class, () -> PackArchive.write(temp.resolve("a.zip"), "paper", files));
            assertThrows(RefusedException.class, () -> PackArchive.writeFolder(temp.resolve("paper"), files));
        }
        try (Stream<Path> left = Files.list(temp)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void shouldRefuseWhatDoesNotLieInOneFolder() throws IOException {
        assertThrows(RefusedException.class, () -> PackArchive.unpack(zip("paper/a", "other/a"), temp.resolve("1")));
        assertThrows(RefusedException.class, () -> PackArchive.unpack(zip("a"), temp.resolve("2")));
        Files.writeString(temp.resolve("theirs.zip"), "no zip");
        RefusedException refused = assertThrows(
                RefusedException.class, () -> PackArchive.unpack(temp.resolve("theirs.zip"), temp.resolve("3")));
        assertTrue(refused.getMessage().contains("it is no zip, or is not whole"), refused.getMessage());
        assertFalse(Files.exists(temp.resolve("3")));
    }

    /** An archive of ours that lost its end, as a download does that breaks off. */
    @Test
    void shouldRefuseAnArchiveThatIsCut() throws IOException {
        Path zip = temp.resolve("a.zip");
        PackArchive.write(zip, "paper", files("pack.json", "{}".repeat(100)));
        byte[] bytes = Files.readAllBytes(zip);
        Files.write(zip, Arrays.copyOf(bytes, bytes.length - 30));
        assertThrows(RefusedException.class, () -> PackArchive.unpack(zip, temp.resolve("there")));
    }

    @Test
    void shouldRefuseMoreFilesThanAPackHas() throws IOException {
        String[] names = Stream.iterate(0, i -> i + 1)
                .limit(PackFiles.MOST_FILES + 1L)
                .map(i -> "paper/" + i)
                .toArray(String[]::new);
        Path zip = zip(names);
        RefusedException refused =
                assertThrows(RefusedException.class, () -> PackArchive.unpack(zip, temp.resolve("there")));
        assertTrue(refused.getMessage().contains("more than 10000 files"), refused.getMessage());
    }
}
