// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.breadboard.assembly.Assembled.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the assembled distribution makes of folders that cannot be used, and of little memory. */
class SurroundingsIT {
    /** A script, which Felix runs; a verb alone runs without it. */
    private static final List<String> IN_FELIX = List.of("-c", "list");

    @TempDir
    private Path temp;

    @Test
    void shouldLeaveNothingInTheTemporaryFolder() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("tmp"));
        Outcome outcome = Assembled.run("-Djava.io.tmpdir=" + folder, IN_FELIX);
        assertEquals(0, outcome.status(), outcome.err());
        try (var left = Files.list(folder)) {
            assertEquals(
                    List.of(),
                    left.filter(path -> !path.getFileName().toString().startsWith("hsperf"))
                            .toList());
        }
    }

    @Test
    void shouldRemoveWhatAKilledShellHasLeft() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("left"));
        Path left = Files.createDirectory(folder.resolve("breadboard-123"));
        Path lock = Files.createFile(left.resolve(".lock"));
        Files.setLastModifiedTime(lock, FileTime.fromMillis(0));
        Path others = Files.createDirectory(folder.resolve("breadboard-of-others"));
        assertEquals(
                0, Assembled.run("-Djava.io.tmpdir=" + folder, IN_FELIX).with(0).status());
        assertFalse(Files.exists(left), "its process is gone");
        assertTrue(Files.exists(others), "nothing says that it is ours");
    }

    @Test
    void shouldSayThatTheTemporaryFolderCannotBeUsed() throws Exception {
        Path missing = temp.resolve("missing");
        assertEquals(
                0, Assembled.run("-Djava.io.tmpdir=" + missing, List.of("list")).status(), "a verb alone needs none");
        Outcome outcome = Assembled.run("-Djava.io.tmpdir=" + missing, IN_FELIX);
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(
                outcome.err()
                        .contains("The folder for temporary files, " + missing
                                + ", cannot be used (there is no such folder); make room"),
                outcome.err());
        // Newer Javas warn of it themselves.
        long sentences = outcome.err()
                .lines()
                .filter(line -> !line.startsWith("WARNING: java.io.tmpdir"))
                .count();
        assertEquals(1, sentences, outcome.err());
    }

    /** As a cluster's nodes and small containers have it: Java would reserve four times that for its heap alone. */
    @Test
    void shouldMakeDoWithTheAddressesThatAreLeftToIt() throws Exception {
        Outcome ran = limited(1_000_000, "run", "nocc-counter", "--set", "time.measureUs=20000");
        assertEquals(0, ran.status(), ran.err());
        Outcome refused = limited(500_000, "list", "mixes");
        assertEquals(2, refused.status(), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
        assertTrue(
                refused.err().startsWith("Breadboard needs 400 MiB of memory, and 750 MiB of addresses"),
                refused.err());
    }

    private Outcome shell(String script) throws Exception {
        List<String> words = List.of("bash", "-c", "temp=$1 breadboard=$2\n" + script, "shell", temp.toString());
        return Assembled.start(words, "-Dbreadboard.results=" + temp.resolve("results"), List.of(), Map.of())
                .outcome();
    }

    /** A full disk behind it, and none at all; whoever stops reading is not told. */
    @Test
    void shouldSayThatStandardOutputCannotBeWritten() throws Exception {
        Outcome full = shell("\"$breadboard\" list mixes >/dev/full");
        assertEquals(1, full.status(), full.err());
        assertEquals(
                "Standard output could not be written (No space left on device), so what stands there is not all.",
                full.err().strip());
        Outcome closed = shell("\"$breadboard\" list mixes >&-");
        assertEquals(1, closed.status(), closed.err());
        assertTrue(closed.err().contains("Standard output could not be written (Bad file descriptor)"), closed.err());
        Outcome head = shell("set -o pipefail; \"$breadboard\" list combinations --output csv | true");
        assertEquals("", head.err());
    }

    /** The first file that Java opens would get the number of a closed one, and be read as a script. */
    @Test
    void shouldReadNothingFromAClosedStandardInput() throws Exception {
        Outcome closed = shell("\"$breadboard\" <&-");
        assertEquals(0, closed.status(), closed.err());
        assertEquals("", closed.err());
    }

    /** As containers, cron and schedulers have it. */
    @Test
    void shouldReadAndKeepFilesOfAnyNameWhateverTheLocale() throws Exception {
        String mix =
                "cd \"$temp\"; mkdir 'gr\u00f6\u00dfe 1'; cd 'gr\u00f6\u00dfe 1'; printf 'extends: nocc-counter\\ntime: {measureUs: 1000}\\n'"
                        + " >'mein mix \u00e4.yaml'; ";
        for (String locale : List.of("LC_ALL=C", "LC_ALL=POSIX", "LC_ALL= LC_CTYPE= LANG=", "LC_ALL=C.UTF-8")) {
            Outcome ran = shell(mix + locale + " \"$breadboard\" run 'mein mix \u00e4.yaml'; rm -r \"$PWD\"");
            assertEquals(0, ran.status(), locale + ": " + ran.err());
            assertTrue(ran.out().contains("mein mix \u00e4"), locale + ": " + ran.out());
            assertTrue(Files.isDirectory(temp.resolve("results/mein-mix-a")), locale);
        }
    }

    @Test
    void shouldTakeOptionsWithBlanksAndAnotherFolderForResults() throws Exception {
        Outcome quoted = shell("BREADBOARD_OPTS=\"-Dbreadboard.results='$temp/a b'\" \"$breadboard\" run nocc-counter"
                + " --set time.measureUs=1000");
        assertEquals(0, quoted.status(), quoted.err());
        assertTrue(Files.isDirectory(temp.resolve("a b/nocc-counter")));
        Outcome open = shell("BREADBOARD_OPTS=\"-Da='b\" \"$breadboard\" list");
        assertEquals(2, open.status());
        assertTrue(open.err().startsWith("BREADBOARD_OPTS has a quote that is not closed"), open.err());
        Outcome own = shell("\"$breadboard\" --results \"$temp/own\" run nocc-counter --set time.measureUs=1000");
        assertEquals(0, own.status(), own.err());
        assertTrue(Files.isDirectory(temp.resolve("own/nocc-counter")));
    }

    /** A disk that was full while it was built, or a copy that was stopped: Java maps the file, and would die of it. */
    @Test
    void shouldRunWithoutAnArchiveOfClassesThatWasCut() throws Exception {
        String script = "set -e; home=$1; cp -r \"${2%/bin/breadboard}\" \"$home\"; archive=$home/lib/classes.jsa;"
                + " rm -f \"$archive\"*; BREADBOARD_OPTS=-XX:ArchiveClassesAtExit=$archive \"$home/bin/breadboard\" list mixes;"
                + " wc -c <\"$archive\" >\"$archive.size\"; chmod u+w \"$archive\";"
                + " head -c $(($(<\"$archive.size\") / 2)) \"$archive\" >\"$home/half\"; cp \"$home/half\" \"$archive\";"
                + " exec \"$home/bin/breadboard\" list mixes";
        List<String> shell =
                List.of("bash", "-c", script, "cut", temp.resolve("copy").toString());
        Outcome outcome = Assembled.start(shell, "", List.of(), Map.of()).outcome();
        assertEquals(0, outcome.status(), outcome.err());
        assertEquals(2, outcome.out().split("nocc-counter", -1).length - 1, outcome.out());
    }

    private Outcome limited(int kib, String... words) throws Exception {
        List<String> shell = List.of("bash", "-c", "ulimit -v " + kib + "; exec \"$@\"", "limited");
        return Assembled.start(shell, "-Dbreadboard.results=" + temp, List.of(words), Map.of())
                .outcome();
    }

    @Test
    void shouldSayThatTheFolderForResultsCannotBeUsed() throws Exception {
        Path file = Files.writeString(temp.resolve("results"), "a file");
        Outcome outcome = InThisJvm.run(file, "run", "rdma-rpc");
        assertEquals(1, outcome.status(), outcome.err());
        assertTrue(
                outcome.err().startsWith("Results cannot be kept in " + file.resolve("rdma-rpc") + " ("),
                outcome.err());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
        assertEquals("", outcome.out());
    }
}
