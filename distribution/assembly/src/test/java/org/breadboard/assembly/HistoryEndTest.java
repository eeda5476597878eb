// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.platform.console.Cancellation;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.files.Digest;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.files.HistoryFileWriter;
import org.breadboard.platform.history.files.HistoryReader;
import org.breadboard.proto.fasst.FasstPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kept history that has lost its end, with all digests of files as if it had always been so. */
final class HistoryEndTest {
    private static final String LOST = "The history does not end in the final state that was judged";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final TestBoard board = new TestBoard();

    @AfterEach
    void close() {
        board.close();
    }

    private ExitStatus say(String... words) {
        return board.say(folder.resolve("results"), new Cancellation(), List.of(words));
    }

    private Path run(String mix, String check) throws IOException {
        ExitStatus status = say("run", mix, "--seed", "1", "--set", "time.measureUs=300", "--set", "check=" + check);
        assertEquals(ExitStatus.DONE, status, board.err());
        return folder.resolve("results").resolve(mix).resolve("latest").toRealPath();
    }

    private JsonNode verify(Path result, ExitStatus expected) throws IOException {
        ExitStatus status = say("verify", result.toString(), "--output", "json");
        assertEquals(expected, status, board.out() + board.err());
        return JSON.readTree(board.out());
    }

    private void assertRefused(String mix, String check, Change change) throws IOException {
        Path result = run(mix, check);
        assertTrue(verify(result, ExitStatus.DONE).path("finalStateEqual").asBoolean());
        rewrite(result.resolve("history"), change);
        patchDigest(result, "history");
        JsonNode answer = verify(result, ExitStatus.FAILED);
        assertFalse(answer.path("finalStateEqual").asBoolean(true), answer.toString());
        assertFalse(answer.path("verified").asBoolean(true));
        assertEquals(1, answer.path("problems").size(), answer.toString());
        assertTrue(answer.path("problems").get(0).asText().startsWith(LOST), answer.toString());
    }

    @Test
    void shouldRefuseAHistoryWithoutTheLastWriteOfAKey() throws IOException {
        assertRefused("xenic-contended", "whole", History::withoutALastWrite);
    }

    @Test
    void shouldRefuseAHistoryWithoutItsLastCommit() throws IOException {
        assertRefused("fasst-contended", "windowed", History::withoutTheLastCommit);
    }

    /** One from before final states were kept. */
    @Test
    void shouldSayThatAnOlderResultKeepsNoFinalState() throws IOException {
        Path result = run("xenic-contended", "whole");
        ObjectNode summary =
                (ObjectNode) JSON.readTree(result.resolve("summary.json").toFile());
        ((ObjectNode) summary.path("verdict")).remove("finalState");
        Files.writeString(result.resolve("summary.json"), summary.toString());
        patchDigest(result, "summary.json");
        JsonNode answer = verify(result, ExitStatus.DONE);
        assertTrue(
                answer.path("verified").asBoolean()
                        && answer.path("finalStateEqual").isNull(),
                answer.toString());
        assertTrue(answer.path("notes").toString().contains("Its final state is as judged then"), answer.toString());
    }

    @Test
    void shouldRefuseThemInTestsOfPlugins() throws IOException {
        Path history = folder.resolve("history");
        for (Change change : List.<Change>of(History::withoutALastWrite, History::withoutTheLastCommit)) {
            TestMix mix = TestMix.of(
                            List.of(new RdmaPlugin(), new WorkloadsPlugin(), new FasstPlugin()),
                            "connect-ib",
                            "fasst",
                            "smallbank")
                    .scale(0.001)
                    .keep(history);
            assertTrue(mix.run(1).verified());
            assertTrue(mix.recheck().holds());
            rewrite(history, change);
            List<String> anomalies = mix.recheck().anomalies();
            assertEquals(1, anomalies.size(), anomalies.toString());
            assertTrue(anomalies.get(0).startsWith(LOST), anomalies.toString());
        }
    }

    private static void patchDigest(Path result, String file) throws IOException {
        Path manifest = result.resolve("manifest.json");
        ObjectNode facts = (ObjectNode) JSON.readTree(manifest.toFile());
        ((ObjectNode) facts.path("files")).put(file, Digest.sha256(result.resolve(file)));
        Files.writeString(manifest, facts.toString());
    }

    private static void rewrite(Path file, Change change) throws IOException {
        History history = new History(file);
        change.of(history);
        try (HistoryFileWriter writer = new HistoryFileWriter(file)) {
            history.records.stream().filter(record -> record.length > 0).forEach(record -> {
                HistoryChunk chunk = new HistoryChunk(record.length);
                System.arraycopy(record, 0, chunk.words(), 0, record.length);
                chunk.label(record.length, 0, history.written++, Long.MAX_VALUE);
                writer.accept(chunk);
            });
        }
    }

    /** What is done to a history. */
    @FunctionalInterface
    private interface Change {
        void of(History history);
    }

    /** Records of a file, and what is seen of each key. */
    private static final class History {
        final List<long[]> records = new ArrayList<>();
        long written;
        private final Map<List<Long>, Long> last = new HashMap<>();
        private final Map<List<Long>, Long> seen = new HashMap<>();

        History(Path file) {
            new HistoryReader(file).forEachChunk(chunk -> {
                TransactionView view = new TransactionView();
                for (int at = 0; at < chunk.lengthWords(); ) {
                    int next = view.wrap(chunk.words(), at, chunk.lengthWords());
                    long[] record = new long[next - at];
                    System.arraycopy(chunk.words(), at, record, 0, record.length);
                    records.add(record);
                    at = next;
                    for (int i = 0; i < view.operations(); i++) {
                        List<Long> key = List.of((long) view.table(i), view.key(i));
                        (installs(view, i) ? last : seen).merge(key, view.version(i), Math::max);
                    }
                }
            });
        }

        private static TransactionView view(long[] record) {
            TransactionView view = new TransactionView();
            view.wrap(record, 0, record.length);
            return view;
        }

        private static boolean installs(TransactionView view, int i) {
            return view.kind(i) == HistoryCodec.WRITE
                    || view.kind(i) == HistoryCodec.INSERT
                    || view.kind(i) == HistoryCodec.DELETE;
        }

        /** Whether it is the last that anybody heard of its key. */
        private boolean isLast(TransactionView view, int i) {
            List<Long> key = List.of((long) view.table(i), view.key(i));
            return last.get(key) == view.version(i) && seen.getOrDefault(key, Long.MIN_VALUE) < view.version(i);
        }

        void withoutALastWrite() {
            for (int r = records.size() - 1; r >= 0; r--) {
                TransactionView view = view(records.get(r));
                for (int i = 0; i < view.operations(); i++) {
                    if (view.outcome() == Outcome.COMMITTED && installs(view, i) && isLast(view, i)) {
                        long[] shorter = new long[records.get(r).length - HistoryCodec.OPERATION_WORDS];
                        int at = HistoryCodec.HEADER_WORDS + HistoryCodec.OPERATION_WORDS * i;
                        System.arraycopy(records.get(r), 0, shorter, 0, at);
                        int behind = at + HistoryCodec.OPERATION_WORDS;
                        System.arraycopy(records.get(r), behind, shorter, at, shorter.length - at);
                        shorter[0] = HistoryCodec.recordWord(
                                shorter.length, view.outcome(), view.type(), view.operations() - 1, view.client());
                        records.set(r, shorter);
                        return;
                    }
                }
            }
            throw new AssertionError("each write was seen");
        }

        /** Of those of whose writes nobody heard any more, the one that completed last. */
        void withoutTheLastCommit() {
            int latest = -1;
            for (int r = 0; r < records.size(); r++) {
                TransactionView view = view(records.get(r));
                boolean unseen = view.outcome() == Outcome.COMMITTED;
                boolean writes = false;
                for (int i = 0; i < view.operations(); i++) {
                    writes |= installs(view, i);
                    unseen &= !installs(view, i) || isLast(view, i);
                }
                boolean later = latest < 0
                        || view.completionNs() > view(records.get(latest)).completionNs();
                latest = unseen && writes && later ? r : latest;
            }
            records.remove(latest);
        }
    }
}
