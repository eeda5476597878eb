// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReplayTest {
    @TempDir
    Path folder;

    private final TraceReplay type = new TraceReplay();

    private Workload workload(String text, int requests) throws IOException {
        Path file = Files.writeString(folder.resolve("keys.csv"), text);
        Settings settings = Settings.defaultsOf(type.settings());
        return type.create(settings.with("file", file).with("requests", requests), 2, 1, 1);
    }

    private static Workload.Generator client(Workload workload, int node) {
        return workload.generator(node, 0, new SpreadPlacement(2, 1));
    }

    private static List<String> drawn(Workload workload, int draws) {
        return drawn(client(workload, 0), draws);
    }

    private static List<String> drawn(Workload.Generator generator, int draws) {
        Transaction transaction = new Transaction();
        List<String> drawn = new ArrayList<>();
        for (int i = 0; i < draws; i++) {
            generator.next(TestParts.random(1, 1), transaction.input());
            transaction.run(0);
            StringBuilder accesses = new StringBuilder(transaction.logic().name());
            for (int access = 0; access < transaction.accesses(); access++) {
                accesses.append(transaction.mode(access).writes() ? " w" : " r").append(transaction.key(access));
            }
            drawn.add(accesses.toString());
        }
        return drawn;
    }

    @Test
    void shouldGiveItsNextLinesToWhoeverDrawsAndBeginAgain() throws IOException {
        Workload workload = workload("# mine\na\n\nb\n a \nc\nread,b", 1);
        Workload.Generator first = client(workload, 0);
        Workload.Generator idle = client(workload, 1);
        Workload.Generator last = client(workload, 1);
        assertEquals(List.of("read-only r0", "read-only r1"), drawn(first, 2));
        assertEquals(List.of("read-only r0"), drawn(last, 1));
        assertEquals("5 operations on 3 keys, of which clients took 3: not all of it.", remark(workload));
        assertEquals(List.of("read-only r2", "read-only r1", "read-only r0"), drawn(first, 3));
        assertEquals(3, workload.tables().get(0).capacity());
        assertEquals("5 operations on 3 keys, of which clients took 6: it was replayed 1.2 times.", remark(workload));
        assertEquals(List.of("read-only r1"), drawn(idle, 1));
        assertEquals(List.of("read-only r0"), drawn(client(workload, 0), 1), "another run begins at the beginning");
    }

    private static String remark(Workload workload) {
        return workload.remarks().get(0).replace("Its trace, keys.csv, has ", "");
    }

    @Test
    void shouldPutLinesTogetherAndAKeyOnlyOnce() throws IOException {
        Workload workload = workload("operation,key\nread,x\nupdate,x\nread,y\nread,x", 3);
        assertEquals(List.of("read-write w0 r1", "read-write w0"), drawn(workload, 2));
    }

    @Test
    void shouldReadWhatASpreadsheetWrites() throws IOException {
        for (String header :
                List.of("\uFEFFoperation,key\n", "\uFEFFkey\n", "\uFEFF", "Key\n", "Operation, Key\n", "# c\nKEY\n")) {
            Workload workload = workload(header + "x\ny\nx\n", 1);
            assertEquals(2, workload.tables().get(0).capacity(), header);
        }
    }

    @Test
    void shouldReadAFileAgainOnlyIfItHasChanged() throws IOException {
        assertEquals(1, workload("x\n", 1).tables().get(0).capacity());
        assertEquals(2, workload("x\ny\n", 1).tables().get(0).capacity());
        FileTime longAgo = FileTime.fromMillis(1_000);
        Path file = folder.resolve("keys.csv");
        Files.setLastModifiedTime(file, longAgo);
        Settings settings = Settings.defaultsOf(type.settings()).with("file", file);
        assertEquals(2, type.create(settings, 2, 1, 1).tables().get(0).capacity());
        Files.writeString(file, "x\nx\n");
        Files.setLastModifiedTime(file, longAgo);
        assertEquals(2, type.create(settings, 2, 1, 1).tables().get(0).capacity(), "of the same size and time");
    }

    @Test
    void shouldRefuseWhatIsNoTraceAndNameTheLine() {
        for (String wrong : List.of(
                "a\nscan,b",
                "a\nread,",
                "a\nread,b,c",
                "a\n,b",
                "a\nread;b",
                "a\nread\tb",
                "a\nread b",
                "a\n\"b",
                "a\nread,'b'",
                "a\nread,b|c",
                "a\nREAD,b",
                "a\nb\0")) {
            String refusal = assertThrows(RefusedException.class, () -> workload(wrong, 1))
                    .getMessage();
            assertTrue(refusal.contains("keys.csv:2: a line of a trace is a key, or read,KEY or update,KEY"), refusal);
        }
        assertTrue(assertThrows(RefusedException.class, () -> workload("# nothing\n", 1))
                .getMessage()
                .endsWith("has no line with a key."));
        assertTrue(assertThrows(
                        RefusedException.class, () -> type.create(Settings.defaultsOf(type.settings()), 2, 1, 1))
                .getMessage()
                .contains("needs a file"));
    }
}
