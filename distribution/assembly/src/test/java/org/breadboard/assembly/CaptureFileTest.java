// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.ExitStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that traces and captures are written to, and what is no place for one. */
@Tag("slow")
final class CaptureFileTest {
    @TempDir
    Path temp;

    private final TestBoard board = new TestBoard();

    @AfterEach
    void close() {
        board.close();
    }

    @Test
    void shouldRefuseOneFileForTraceAndPackets() throws IOException {
        Path file = Files.writeString(temp.resolve("one.json"), "before");
        Path link = Files.createSymbolicLink(temp.resolve("one-link.json"), file);
        Path around = Files.createSymbolicLink(temp.resolve("around"), temp);
        Path nothing = Files.createSymbolicLink(temp.resolve("nothing.json"), temp.resolve("new.json"));
        List<List<Path>> pairs = List.of(
                List.of(file, file),
                List.of(file, Path.of(temp + "/./one.json")),
                List.of(file, link),
                List.of(around.resolve("one.json"), link),
                List.of(around.resolve("new.json"), temp.resolve("new.json")),
                List.of(temp.resolve("new.json"), nothing));
        for (List<Path> pair : pairs) {
            List<String> words = List.of(
                    "run",
                    "rdma-verbs",
                    "--trace",
                    pair.get(0).toString(),
                    "--pcap",
                    pair.get(1).toString());
            assertEquals(ExitStatus.USER_MISTAKE, board.say(temp.resolve("none"), new Cancellation(), words));
            assertTrue(board.err().contains("--trace and --pcap need two files"), board::err);
        }
        assertEquals("before", Files.readString(file));
        assertFalse(Files.exists(temp.resolve("new.json")));
        assertFalse(Files.exists(temp.resolve("none")), "nothing has run");
    }

    @Test
    void shouldKeepWhoMayReadTheFile() throws IOException {
        Path file = Files.writeString(temp.resolve("mode.pcapng"), "");
        Set<PosixFilePermission> before = PosixFilePermissions.fromString("rw-r-----");
        Files.setPosixFilePermissions(file, before);
        assertEquals(ExitStatus.DONE, Captures.write(board, "rdma-verbs", null, file, 2), board::err);
        assertEquals(before, Files.getPosixFilePermissions(file));
        assertTrue(Files.size(file) > 0);
    }

    @Test
    void shouldWriteWhatALinkLeadsToThoughItIsNotThere() throws IOException {
        Path far = temp.resolve("not-there-yet.pcapng");
        Path link = Files.createSymbolicLink(temp.resolve("dangling.pcapng"), Path.of("not-there-yet.pcapng"));
        assertEquals(ExitStatus.DONE, Captures.write(board, "rdma-verbs", null, link, 2), board::err);
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(CapturedFile.read(far).packets().size() > 0);
    }

    /** Exit code 1, of which a process that a signal stopped makes the signal's. */
    @Test
    void shouldFailAndNotBlameTheUserWhoStoppedIt() {
        Cancellation stopped = new Cancellation();
        stopped.cancel("Ctrl-C was pressed");
        for (String option : List.of("--pcap", "--trace")) {
            Path file = temp.resolve("stopped");
            assertEquals(
                    ExitStatus.FAILED,
                    board.say(temp.resolve("none"), stopped, List.of("run", "rdma-verbs", option, file.toString())));
            assertEquals("Stopped; nothing was drawn or written.", board.sentence());
            assertFalse(Files.exists(file));
        }
    }

    @Test
    void shouldBeginWithTheRun() throws IOException {
        Path file = temp.resolve("from-0.pcapng");
        List<String> words = List.of(
                "run",
                "rdma-verbs",
                "--pcap",
                file.toString(),
                "--trace-from-us",
                "0",
                "--trace-for-us",
                "2",
                "--set",
                "time.warmupUs=10",
                "--set",
                "time.measureUs=20");
        assertEquals(ExitStatus.DONE, board.say(temp.resolve("results"), new Cancellation(), words), board::err);
        assertTrue(board.err().contains(" packets of 0 to 2 us are "), board::err);
        assertTrue(CapturedFile.read(file).packets().size() > 0);
    }

    @Test
    void shouldWriteToStandardOutputAndTheResultBesideIt() {
        List<String> words = new ArrayList<>(List.of("run", "xenic-retwis", "--pcap", "-", "--trace-for-us", "5"));
        Stream.of("cluster.nodes=3", "cluster.scale=0.02", "time.measureUs=100")
                .forEach(set -> words.addAll(List.of("--set", set)));
        assertEquals(ExitStatus.DONE, board.say(temp.resolve("results"), new Cancellation(), words), board::err);
        assertTrue(CapturedFile.read(board.printed()).packets().size() > 100, board::err);
        String said = board.err();
        assertTrue(said.contains("us are on standard output; Wireshark and tshark open it."), said);
        assertTrue(said.contains("\nverdict     Verified"), said);
    }

    @Test
    void shouldRefuseWhatItCannotCaptureInOneSentence() {
        Path file = temp.resolve("refused.pcapng");
        refused(
                "Mix 'fasst-smallbank' runs on real threads, and only what runs in virtual time can be captured: add"
                        + " --set runtime=sim.",
                Captures.write(board, "fasst-smallbank", null, file, 20, "runtime=live"));
        refused(
                "Packets of hardware 'rdma', profile 'connectx5', cannot be captured: frameBytes=30 is neither 26, what"
                        + " InfiniBand's headers take, nor 82, what RoCE v2's take, so nobody knows what its packets"
                        + " look like.",
                Captures.write(board, "drtmh-smallbank", null, file, 20, "hardware.frameBytes=30"));
        refused(
                "The capture cannot be written to '" + temp + "': that is a folder.",
                Captures.write(board, "fasst-smallbank", null, temp, 20));
        assertFalse(Files.exists(file), "nothing half-written");
        if (Files.exists(Path.of("/dev/full"))) {
            ExitStatus full = Captures.write(board, "rdma-verbs", null, Path.of("/dev/full"), 2);
            assertEquals(ExitStatus.FAILED, full);
            assertEquals("The capture could not be written to '/dev/full': No space left on device.", board.sentence());
        }
    }

    private void refused(String sentence, ExitStatus status) {
        assertEquals(ExitStatus.USER_MISTAKE, status);
        assertEquals(sentence, board.sentence());
    }
}
