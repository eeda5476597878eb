package com.example.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.hw.rdma.RdmaPlugin;
import org.breadboard.testkit.TestMix;
import org.breadboard.testkit.TestOutcome;
import org.breadboard.workloads.WorkloadsPlugin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What PostgreSQL documents of its isolation levels (its manual, chapter 13.2), as verdicts of runs: each level keeps what
 * it is documented to be, and what it is documented to allow is found. What a run on real threads meets is not the same
 * each time, so what has to be found is looked for in a few runs.
 */
class PostgresTest {
    private static final List<Plugin> PLUGINS =
            List.of(new PostgresPlugin(), new RdmaPlugin(), new WorkloadsPlugin());
    private static final int RUNS = 8;
    private static final long MEASURE_US = 1_000_000;
    private static final int LEAST = 100;

    private static PostgresServer server;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> installed = PostgresServer.installed();
        assumeTrue(
                installed.isPresent(),
                "PostgreSQL is not installed: neither the PATH nor /usr/lib/postgresql has its initdb.");
        server = PostgresServer.start(installed.get());
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    private static TestMix mix(String workload, Isolation isolation) {
        return somewhere(workload)
                .protocol("url", server.url())
                .protocol("user", server.user())
                .protocol("isolation", isolation.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static TestMix somewhere(String workload) {
        return TestMix.of(PLUGINS, "connect-ib", "postgres", workload)
                .live(2)
                .cluster(2, 2, 1)
                .contexts(4)
                .scale(0.001)
                .warmupUs(100_000)
                .measureUs(MEASURE_US);
    }

    /** The first outcome of a few runs that is as wanted; fails if none is. */
    private static TestOutcome first(TestMix mix, Predicate<TestOutcome> wanted) {
        TestOutcome outcome = null;
        for (int seed = 1; seed <= RUNS; seed++) {
            outcome = mix.run(seed);
            assertEquals(null, outcome.failure(), mix + ", seed " + seed);
            if (wanted.test(outcome)) {
                return outcome;
            }
        }
        throw new AssertionError("not found in " + RUNS + " runs of " + mix + "; the last said " + outcome.verdict());
    }

    private static boolean finds(TestOutcome outcome, String anomaly) {
        return outcome.findings().stream().anyMatch(each -> each.contains(anomaly));
    }

    private static boolean allows(TestOutcome outcome, String anomaly) {
        return outcome.verdict().allowed().stream().anyMatch(each -> each.contains(anomaly));
    }

    /** Runs it, and finds nothing wrong in as many transactions as say something; a busy machine takes longer. */
    private static void assertVerified(TestMix mix) {
        TestOutcome outcome = mix.measureUs(MEASURE_US).runVerified(1);
        for (long us = 4 * MEASURE_US; us <= 16 * MEASURE_US && outcome.checked() < LEAST; us *= 2) {
            outcome = mix.measureUs(us).runVerified(1);
        }
        assertTrue(outcome.checked() >= LEAST, outcome.checked() + " transactions were checked");
    }

    // What each level is.

    @ParameterizedTest
    @ValueSource(strings = {"smallbank", "ycsb", "contended", "counters", "tatp"})
    void shouldVerifyWhatSerializablePromises(String workload) {
        assertVerified(mix(workload, Isolation.SERIALIZABLE));
    }

    @Test
    void shouldVerifyOrderedTables() {
        assertVerified(mix("tpcc", Isolation.SERIALIZABLE).workload("warehousesPerNode", 1));
        TestMix contended = mix("contended", Isolation.SERIALIZABLE).workload("absent", true);
        assertVerified(contended);
        assertVerified(contended.workload("ordered", true));
        assertVerified(contended.workload("spread", true));
    }

    /** The final state whole: the database begins with what the workload says, also where nobody writes. */
    @Test
    void shouldBeginWithWhatTheWorkloadSays() {
        assertVerified(mix("smallbank", Isolation.SERIALIZABLE).judgedWhole());
    }

    @Test
    void shouldTurnBackWhatIsNotSerializable() {
        TestOutcome outcome = first(
                mix("contended", Isolation.SERIALIZABLE),
                each -> each.aborts().getOrDefault("VALIDATION", 0L) > 0);
        assertTrue(outcome.verified(), outcome.findings().toString());
    }

    // What each level is not.

    @Test
    void shouldFindWriteSkewAtRepeatableRead() {
        TestMix mix = mix("contended", Isolation.REPEATABLE_READ);
        TestOutcome skewed = first(mix.promise(Promise.SERIALIZABLE), each -> finds(each, "write skew"));
        assertFalse(skewed.verified());
        assertTrue(
                skewed.findings().stream().allMatch(each -> each.contains("write skew")),
                skewed.findings().toString());
    }

    @Test
    void shouldVerifySnapshotIsolationAtRepeatableRead() {
        TestMix mix = mix("contended", Isolation.REPEATABLE_READ).promise(Promise.SNAPSHOT_ISOLATION);
        TestOutcome outcome = first(mix, each -> allows(each, "write skew"));
        assertTrue(outcome.verified(), outcome.findings().toString());
        assertVerified(mix("smallbank", Isolation.REPEATABLE_READ).promise(Promise.SNAPSHOT_ISOLATION));
    }

    @ParameterizedTest
    @CsvSource({"SERIALIZABLE", "SNAPSHOT_ISOLATION"})
    void shouldFindLostUpdatesAtReadCommitted(Promise promise) {
        TestOutcome outcome = first(
                mix("contended", Isolation.READ_COMMITTED).promise(promise), each -> finds(each, "Lost update"));
        assertFalse(outcome.verified());
    }

    @Test
    void shouldVerifyReadCommittedAtReadCommitted() {
        TestMix mix = mix("contended", Isolation.READ_COMMITTED).promise(Promise.READ_COMMITTED);
        TestOutcome outcome = first(
                mix, each -> allows(each, "Lost update") && (allows(each, "read skew") || allows(each, "Fractured read")));
        assertTrue(outcome.verified(), outcome.findings().toString());
        assertVerified(mix);
    }

    /** What a lost update means to whoever counts. */
    @Test
    void shouldFindThatCountersLoseAtReadCommitted() {
        TestMix mix = mix("counters", Isolation.READ_COMMITTED)
                .workload("writeRatio", 1)
                .promise(Promise.SNAPSHOT_ISOLATION);
        assertTrue(finds(first(mix, each -> finds(each, "Invariant")), "Lost update"));
    }

    // What cannot be.

    private static void assertRefused(TestMix mix, String... words) {
        String said = assertThrows(RefusedException.class, () -> mix.run(1)).getMessage();
        for (String word : words) {
            assertTrue(said.contains(word), said);
        }
        assertFalse(said.contains("\n"), said);
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertRefused(somewhere("smallbank"), "protocol.url is not set", "--set protocol.url=jdbc:postgresql://");
        assertRefused(somewhere("smallbank").protocol("url", "localhost"), "protocol.url is 'localhost'");
        assertRefused(somewhere("smallbank").protocol("url", server.url()), "--set protocol.user=");
        assertRefused(
                somewhere("smallbank")
                        .protocol("url", "jdbc:postgresql://127.0.0.1:1/postgres")
                        .protocol("user", "bench"),
                "cannot be used: Connection to 127.0.0.1:1 refused");
        assertRefused(
                mix("smallbank", Isolation.SERIALIZABLE).protocol("user", "nobody-here"),
                "role \"nobody-here\" does not exist");
    }

    @Test
    void shouldSayWhatAMixCannotHave() {
        assertRefused(mix("smallbank", Isolation.SERIALIZABLE).cluster(2, 2, 2), "--set cluster.replication=1");
        assertRefused(mix("smallbank", Isolation.SERIALIZABLE).contexts(60), "240 clients", "max_connections");
        assertRefused(mix("smallbank", Isolation.SERIALIZABLE).explore(), "asks for BlockingCalls", "runtime: live");
    }

    @Test
    void shouldFailWithOneSentenceWhenTheDatabaseDies() throws Exception {
        TestMix mix = mix("smallbank", Isolation.SERIALIZABLE).measureUs(30_000_000);
        CompletableFuture<TestOutcome> running = CompletableFuture.supplyAsync(() -> mix.run(1));
        while (server.number("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'breadboard'") == 0) {
            TimeUnit.MILLISECONDS.sleep(50);
            assertFalse(running.isDone(), "it ended before it was killed");
        }
        server.kill();
        try {
            TestOutcome outcome = running.get(20, TimeUnit.SECONDS);
            assertFalse(outcome.verified());
            assertTrue(
                    outcome.failure().startsWith("The database " + server.url() + " failed during the run: "),
                    outcome.failure());
            assertFalse(outcome.failure().contains("Exception") || outcome.failure().contains("\n"), outcome.failure());
        } finally {
            server.startAgain();
        }
        assertVerified(mix("smallbank", Isolation.SERIALIZABLE));
    }

    /** Tables of a run stay until the next one; of nobody who still runs, and of no other kind. */
    @Test
    void shouldDropWhatEarlierRunsHaveLeft() throws Exception {
        server.execute("CREATE SCHEMA breadboard_run_over");
        server.execute("CREATE TABLE breadboard_run_over.t0 (k bigint)");
        server.execute("CREATE SCHEMA breadboardXrunXmine");
        mix("counters", Isolation.SERIALIZABLE).runVerified(1);
        String count = "SELECT count(*) FROM pg_namespace WHERE nspname ";
        assertEquals(0, server.number(count + "= 'breadboard_run_over'"));
        assertEquals(1, server.number(count + "= 'breadboardxrunxmine'"));
        assertTrue(server.number(count + "LIKE 'breadboard\\_run\\_%'") > 0, "the last run's tables are there");
    }

    @Test
    void shouldCountWhatItRuns() {
        TestOutcome outcome = mix("smallbank", Isolation.SERIALIZABLE).runVerified(2);
        Map<String, Long> types = outcome.types();
        assertEquals(outcome.committed(), types.values().stream().mapToLong(Long::longValue).sum());
        assertTrue(outcome.remarks().toString().contains("SERIALIZABLE"), outcome.remarks().toString());
    }
}
