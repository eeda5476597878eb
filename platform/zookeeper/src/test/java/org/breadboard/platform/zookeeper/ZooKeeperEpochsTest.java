// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooKeeper;
import org.breadboard.platform.member.EpochStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Epochs are agreed upon once, whatever becomes of the server and of connections to it. */
final class ZooKeeperEpochsTest {
    private static final long PATIENCE_S = 20;
    /** Longer than anything takes that would come by mistake. */
    private static final long IMPATIENCE_MS = 200;

    private static final AtomicInteger RUNS = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static EmbeddedZooKeeper server;

    private final String run = "run-" + RUNS.incrementAndGet();

    /** A proposal, and the answers to it. */
    private record Proposed(BlockingQueue<EpochStore.Decision> answers) {
        static Proposed to(EpochStore store, int epoch, String configuration) {
            BlockingQueue<EpochStore.Decision> answers = new LinkedBlockingQueue<>();
            store.propose(epoch, configuration.getBytes(UTF_8), answers::add);
            return new Proposed(answers);
        }

        String decided() throws InterruptedException {
            EpochStore.Decision decision = answers.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertNotNull(decision, "no answer came");
            return (decision.accepted() ? "accepted " : "refused for ") + new String(decision.configuration(), UTF_8);
        }

        boolean isSilent() throws InterruptedException {
            return answers.poll(IMPATIENCE_MS, TimeUnit.MILLISECONDS) == null;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        server = new EmbeddedZooKeeper(folder);
        server.start();
    }

    @AfterEach
    void restart() throws IOException {
        server.start();
    }

    @AfterAll
    static void end() {
        server.close();
    }

    @Test
    void shouldAcceptOneOfTwoProposalsAndTellBothWhichOne() throws Exception {
        try (EpochStore one = ZooKeeperEpochs.of(server, run);
                EpochStore other = ZooKeeperEpochs.at(server.connectString(), run)) {
            Proposed a = Proposed.to(one, 0, "a");
            Proposed b = Proposed.to(other, 0, "b");
            List<String> decided = List.of(a.decided(), b.decided());
            assertTrue(
                    decided.equals(List.of("accepted a", "refused for a"))
                            || decided.equals(List.of("refused for b", "accepted b")),
                    decided::toString);
            assertTrue(a.isSilent() && b.isSilent());
        }
    }

    @Test
    void shouldTellAlsoOfEpochsThatAreLongOver() throws Exception {
        try (EpochStore store = ZooKeeperEpochs.of(server, run)) {
            for (int epoch = 0; epoch < 5; epoch++) {
                assertEquals(
                        "accepted " + epoch,
                        Proposed.to(store, epoch, "" + epoch).decided());
            }
            assertEquals("refused for 1", Proposed.to(store, 1, "late").decided());
            // The configuration may be as before, and still it is another proposal.
            assertEquals("refused for 4", Proposed.to(store, 4, "4").decided());
        }
    }

    @Test
    void shouldHaveAProposalWaitUntilItsEpochHasCome() throws Exception {
        try (EpochStore store = ZooKeeperEpochs.of(server, run)) {
            Proposed early = Proposed.to(store, 1, "b");
            assertTrue(early.isSilent());
            assertEquals("accepted a", Proposed.to(store, 0, "a").decided());
            assertEquals("accepted b", early.decided());
        }
    }

    @Test
    void shouldDecideOnWhatWasProposedWhileTheServerWasStopped() throws Exception {
        try (EpochStore store = ZooKeeperEpochs.at(server.connectString(), run)) {
            assertEquals("accepted a", Proposed.to(store, 0, "a").decided());
            assertTrue(store.isReachable());
            server.stop();
            await(() -> !store.isReachable());
            Proposed meanwhile = Proposed.to(store, 1, "b");
            assertTrue(meanwhile.isSilent());
            server.start();
            assertEquals("accepted b", meanwhile.decided());
            await(store::isReachable);
            assertEquals("refused for a", Proposed.to(store, 0, "late").decided());
        }
    }

    @Test
    void shouldKnowItsProposalAgainWhenTheAnswerWasLost() throws Exception {
        try (CuttingProxy proxy = new CuttingProxy(port());
                EpochStore store = ZooKeeperEpochs.at(proxy.connectString(), run)) {
            assertEquals("accepted a", Proposed.to(store, 0, "a").decided());
            proxy.cutNextAnswer();
            Proposed lost = Proposed.to(store, 1, "b");
            assertEquals("accepted b", lost.decided());
            assertFalse(proxy.isToCut());
            assertTrue(lost.isSilent());
            assertEquals("accepted c", Proposed.to(store, 2, "c").decided());
        }
    }

    @Test
    void shouldDeleteItsNodeAndAnswerNoMoreOnceClosed() throws Exception {
        EpochStore store = ZooKeeperEpochs.of(server, run);
        assertEquals("accepted a", Proposed.to(store, 0, "a").decided());
        Proposed open = Proposed.to(store, 7, "b");
        ZooKeeper looking = new ZooKeeper(server.connectString(), 5_000, event -> {});
        try {
            assertEquals(
                    1,
                    looking.exists("/breadboard/" + run + "/configuration", false)
                            .getVersion());
            store.close();
            assertNull(looking.exists("/breadboard/" + run, false));
        } finally {
            looking.close();
        }
        Proposed late = Proposed.to(store, 0, "late");
        assertTrue(late.isSilent() && open.isSilent());
        assertFalse(store.isReachable());
    }

    @Test
    void shouldCloseSoonWhileTheServerIsStopped() throws Exception {
        EpochStore store = ZooKeeperEpochs.at(server.connectString(), run);
        await(store::isReachable);
        server.stop();
        Proposed.to(store, 0, "a");
        store.close();
        await(() -> clientThreads().isEmpty());
    }

    @Test
    void shouldCloseFromWithinAnAnswer() throws Exception {
        EpochStore store = ZooKeeperEpochs.of(server, run);
        store.propose(0, new byte[0], decision -> store.close());
        await(() -> clientThreads().isEmpty());
    }

    @Test
    void shouldLeaveNoThreadWhenItIsClosedAtOnce() throws Exception {
        ZooKeeperEpochs.of(server, run).close();
        await(() -> clientThreads().isEmpty());
    }

    @Test
    void shouldRefuseServersThatCannotBe() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> ZooKeeperEpochs.at("here:there", run));
        assertTrue(refused.getMessage().contains("here:there"), refused.getMessage());
    }

    private static int port() {
        return Integer.parseInt(server.connectString().substring("127.0.0.1:".length()));
    }

    private static List<String> clientThreads() {
        return Stream.of(threads())
                .map(Thread::getName)
                .filter(name -> name.matches("epochs|Curator.*|.*-(Send|Event)Thread.*"))
                .toList();
    }

    static Thread[] threads() {
        return Thread.getAllStackTraces().keySet().toArray(new Thread[0]);
    }

    static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "it does not come");
            Thread.sleep(5);
        }
    }
}
