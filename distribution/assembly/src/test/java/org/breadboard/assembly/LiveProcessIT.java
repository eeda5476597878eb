// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.breadboard.assembly.Assembled.Outcome;
import org.breadboard.assembly.Assembled.Started;
import org.breadboard.platform.result.ResultFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live cluster in a process of its own, which whoever is of the same user reaches from another one. */
class LiveProcessIT {
    private static final String START = "live start fasst-smallbank --set cluster.nodes=3 --set cluster.threads=1"
            + " --set cluster.scale=0.01 --set load.contexts=4 --set live.threads=2";

    private static final Pattern METRICS = Pattern.compile("Its metrics are at (\\S+) on this machine");
    private static final long PATIENCE_S = 60;
    private static final int ENOUGH = 1000;

    @TempDir
    private Path temp;

    @AfterEach
    void leaveNobody() throws Exception {
        if (Files.exists(runtime())) {
            told("live stop");
        }
    }

    private Path runtime() {
        return temp.resolve("runtime/breadboard");
    }

    private Started start(List<String> words) throws IOException {
        Path folder = temp.resolve("runtime");
        Files.createDirectories(folder);
        return Assembled.start(
                "-Dbreadboard.results=" + temp.resolve("results"),
                words,
                Map.of("XDG_RUNTIME_DIR", folder.toString(), "BREADBOARD_RESIDENT", "0"));
    }

    private Outcome told(String line) throws Exception {
        return start(List.of(line.split(" ", -1))).outcome();
    }

    private List<Path> sockets() throws IOException {
        try (Stream<Path> files = Files.list(runtime())) {
            return files.filter(file -> file.toString().endsWith(".sock")).toList();
        }
    }

    private void awaitItsEnd() throws Exception {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!sockets().isEmpty() && System.nanoTime() < untilNs) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertEquals(List.of(), sockets(), "it ends when nothing is live any more");
    }

    private void awaitEnoughToJudge() throws Exception {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (committed(told("live metrics").with(0).out()) < ENOUGH) {
            assertTrue(System.nanoTime() < untilNs, "it commits little");
        }
    }

    private Path result() throws IOException {
        return temp.resolve("results/fasst-smallbank/latest").toRealPath();
    }

    @Test
    void shouldOutliveItsShellAndAnswerAnother() throws Exception {
        assertEquals(
                "No live cluster runs; 'live start MIX' starts one.",
                told("live watch --for 1").with(2).err().strip());
        Outcome started = start(List.of("-c", START)).outcome().with(0);
        assertTrue(started.out().contains("is live: protocol 'fasst' on 3 nodes"), started.out());
        assertEquals(1, sockets().size());
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(sockets().get(0))));

        assertTrue(told("live --output json" + START.substring("live".length()))
                .with(2)
                .err()
                .contains("is live already; 'live stop' ends it."));
        Outcome watched = told("live watch --for 2 --output json").with(0);
        assertEquals(List.of(), new OutputSchema().errors(watched.out()));
        assertTrue(watched.out().contains("\"protocol\" : \"fasst\""), watched.out());
        Outcome swapped = told("live swap sw-impl --output json").with(0);
        assertEquals(List.of(), new OutputSchema().errors(swapped.out()));
        Outcome refused = told("live swap xenic").with(2);
        assertEquals(1, refused.err().lines().count(), refused.err());

        awaitEnoughToJudge();
        Outcome stopped =
                start(List.of("-c", "live watch --for 1; live stop")).outcome().with(0);
        assertTrue(stopped.out().contains("Verified: strictly serializable"), stopped.out());
        assertTrue(Files.isRegularFile(result().resolve("report.html")));
        awaitItsEnd();
    }

    @Test
    void shouldStopWhoWatchesAndNotWhatIsWatched() throws Exception {
        told(START).with(0);
        Started watch = start(List.of("live", "watch", "--for", "600"));
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (Files.size(watch.out()) == 0 && System.nanoTime() < untilNs) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        watch.process().destroy();
        Outcome ended = watch.outcome();
        assertTrue(ended.out().startsWith("after"), ended.out() + ended.err());
        told("live watch --for 1").with(0);
    }

    @Test
    void shouldProtectThePluginsOfWhatIsLive() throws Exception {
        told(START).with(0);
        Outcome refused = told("plugin stop proto-fasst").with(2);
        assertTrue(refused.err().contains("--force"), refused.err());
        told("live watch --for 1").with(0);
    }

    @Test
    void shouldTakeOptionsBeforeTheAction() throws Exception {
        Outcome started = told("live --metrics 0 start" + START.substring("live start".length()))
                .with(0);
        assertTrue(started.out().contains("Its metrics are at http://127.0.0.1:"), started.out());
        assertTrue(told("plugin --output csv stop proto-fasst").with(2).err().contains("--force"));
        told("live --for 1 watch").with(0);
    }

    /** Each with its own folder, project and options, however soon it follows. */
    @Test
    void shouldBeginAnewForEachStart() throws Exception {
        told(START).with(0);
        told("live stop");
        Path other = temp.resolve("other");
        start(List.of(("--results " + other + ' ' + START).split(" ", -1)))
                .outcome()
                .with(0);
        told("live stop");
        assertTrue(Files.isDirectory(other.resolve("fasst-smallbank")), "where the second start asked for it");
    }

    @Test
    void shouldStartOneForTwoWhoStartAtOnce() throws Exception {
        Started first = start(List.of(START.split(" ", -1)));
        Outcome second = told(START);
        Outcome one = first.outcome();
        assertEquals(2, one.status() + second.status(), one.err() + second.err());
        assertTrue((one.err() + second.err()).contains("is live already"), one.err() + second.err());
    }

    @Test
    void shouldBeReachedAgainWhenItsSocketIsTidiedAway() throws Exception {
        told(START).with(0);
        Path socket = sockets().get(0);
        Files.delete(socket);
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!Files.exists(socket) && System.nanoTime() < untilNs) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        told("live watch --for 1").with(0);
    }

    /** As a machine does that is shut down. */
    @Test
    void shouldKeepTheResultWhenItsProcessIsEnded() throws Exception {
        told(START).with(0);
        awaitEnoughToJudge();
        ProcessHandle host = host();
        assertTrue(host.destroy());
        host.onExit().get(PATIENCE_S, TimeUnit.SECONDS);
        assertTrue(Files.readString(result().resolve("summary.json")).contains("\"verified\" : true"));
        told("live watch --for 1").with(2);
    }

    /** Whoever is quicker: the signal, or who stops it. */
    @Test
    void shouldKeepTheResultWhenItsProcessIsEndedWhileItIsStopped() throws Exception {
        told(START).with(0);
        awaitEnoughToJudge();
        ProcessHandle host = host();
        Started stop = start(List.of("live", "stop"));
        assertTrue(host.destroy());
        host.onExit().get(PATIENCE_S, TimeUnit.SECONDS);
        stop.outcome();
        assertTrue(Files.readString(result().resolve("summary.json")).contains("\"verified\" : true"));
    }

    /** As a system does after its user's last session. */
    @Test
    void shouldKeepTheResultWhereNobodyCouldReachItAnyMore() throws Exception {
        told(START).with(0);
        awaitEnoughToJudge();
        ProcessHandle host = host();
        ResultFolder.delete(temp.resolve("runtime"));
        host.onExit().get(PATIENCE_S, TimeUnit.SECONDS);
        assertTrue(Files.readString(result().resolve("summary.json")).contains("\"verified\" : true"));
    }

    private ProcessHandle host() throws IOException {
        String socket = sockets().get(0).toString();
        return ProcessHandle.allProcesses()
                .filter(each -> isCalledWith(each, socket))
                .findFirst()
                .orElseThrow();
    }

    /** Java tells the beginning of a long command line alone. */
    private static boolean isCalledWith(ProcessHandle process, String word) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1)
                    .contains(word);
        } catch (IOException gone) {
            return false;
        }
    }

    @Test
    void shouldServeMetricsToThisMachineAlone() throws Exception {
        Outcome started = told(START + " --metrics 0").with(0);
        Matcher told = METRICS.matcher(started.out());
        assertTrue(told.find(), started.out());
        URI uri = URI.create(told.group(1));
        assertEquals("127.0.0.1", uri.getHost());
        HttpClient client = HttpClient.newHttpClient();
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode());
        assertEquals(
                "application/openmetrics-text; version=1.0.0; charset=utf-8",
                answer.headers().firstValue("Content-Type").orElseThrow());
        assertOpenMetrics(answer.body());
        assertEquals(
                405,
                client.send(
                                HttpRequest.newBuilder(uri)
                                        .POST(HttpRequest.BodyPublishers.noBody())
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .statusCode());
        Outcome printed = told("live metrics").with(0);
        assertOpenMetrics(printed.out());
        assertTrue(committed(printed.out()) > committed(answer.body()), printed.out());
    }

    private static long committed(String text) {
        String name = "breadboard_transactions_total{outcome=\"committed\"} ";
        return text.lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length())))
                .sum();
    }

    /** Families in one piece, each described before its samples, and an end. */
    private static void assertOpenMetrics(String text) {
        assertTrue(text.endsWith("# EOF\n"), text);
        String family = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ", -1)[2];
            } else if (line.startsWith("# UNIT ")) {
                assertTrue(family.endsWith('_' + line.split(" ", -1)[3]), line);
            } else if (!line.startsWith("#")) {
                assertTrue(line.matches("[a-z_]+(\\{[^}]*})? [0-9.]+"), line);
                assertTrue(line.startsWith(family), line);
            }
        }
        assertFalse(text.contains("NaN"), text);
    }

    @Test
    void shouldSayHowALesserPromiseIsChecked() throws Exception {
        Outcome started = told("live start xenic-smallbank --set cluster.nodes=3 --set cluster.scale=0.01")
                .with(0);
        assertTrue(
                started.out().contains("It is judged as serializable, since protocol 'xenic' promises no more."),
                started.out());
        assertTrue(started.out().contains("kept in memory until 'live stop' checks it"), started.out());
        awaitEnoughToJudge();
        Outcome stopped = told("live stop").with(0);
        assertTrue(stopped.out().contains("Verified: serializable"), stopped.out());
    }
}
