// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolTraits;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.files.Folders;
import org.breadboard.platform.measured.Kinds;
import org.breadboard.platform.mix.MixParts;
import org.breadboard.platform.mix.parts.Parts;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.MixResolver;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.registry.ServiceLoaderSource;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.runtime.PluginWatch;
import org.breadboard.platform.session.LiveCluster;
import org.breadboard.platform.session.LiveSwap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Protocols take over from each other under load, without a container. */
@Tag("slow")
final class LiveSwapTest {
    private static final Path DIST = Path.of("src/main/dist");
    private static final List<String> SMALL = List.of(
            "runtime=live",
            "cluster.nodes=3",
            "cluster.threads=1",
            "cluster.scale=0.002",
            "load.contexts=4",
            "live.threads=2");

    private static PluginRegistry registry;
    private static MixResolver resolver;

    @TempDir
    static Path results;

    private LiveCluster cluster;

    @BeforeAll
    static void open() {
        registry = new PluginRegistry();
        registry.open(new ServiceLoaderSource(LiveSwapTest.class.getClassLoader()));
        resolver = new MixResolver(new Parts(registry.installed()), new Folders(DIST, results));
    }

    @AfterAll
    static void close() {
        registry.close();
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.stop();
        }
    }

    @Test
    void shouldPassRecordsToOtherProtocolsAndBack() {
        startMix("xenic-smallbank");
        for (String protocol : List.of("fasst", "xenic", "fasst")) {
            runs();
            LiveSwap swap = cluster.swap(next(protocol));
            assertEquals(protocol, swap.to());
            assertTrue(swap.records() > 100, swap.sentence());
            assertEquals(protocol, cluster.look().protocol());
        }
        runs();
        RunResult result = verified();
        assertFalse(result.verdict().strictChecked(), "Xenic promises less than FaSST");
    }

    @Test
    void shouldTellWhatEachProtocolDidByItself() {
        startMix("xenic-smallbank");
        runs();
        LiveSwap first = cluster.swap(next("fasst"));
        runs();
        LiveSwap second = cluster.swap(next("xenic"));
        runs();
        RunResult result = verified();
        List<Kinds.Period> periods = result.kinds().protocols();
        assertEquals(
                List.of("xenic", "fasst", "xenic"),
                periods.stream().map(period -> period.kind().name()).toList());
        assertEquals(
                List.of(first.atNs(), second.atNs(), result.measuredNs()),
                periods.stream().map(Kinds.Period::toNs).toList());
        assertEquals(
                List.of(
                        0L,
                        first.atNs() - first.drainedNs() + first.pausedNs(),
                        second.atNs() - second.drainedNs() + second.pausedNs()),
                periods.stream().map(Kinds.Period::fromNs).toList(),
                "nobody runs while admission is paused");
        assertTrue(periods.stream().allMatch(period -> period.kind().committed() > 0), periods.toString());
        assertEquals(
                result.committed(),
                periods.stream().mapToLong(period -> period.kind().committed()).sum());
        assertEquals(
                result.aborts().values().stream().mapToLong(Long::longValue).sum(),
                periods.stream().mapToLong(period -> period.kind().allAborted()).sum());
    }

    @Test
    void shouldPassRecordsOfOrderedTablesAndWithInsertsAndDeletes() {
        startMix("drtmh-tpcc-neworder", "hardware.profile=connectx5", "workload.warehousesPerNode=1");
        for (String protocol : List.of("fasst", "drtmr", "drtmh")) {
            runs();
            cluster.swap(next(protocol));
        }
        runs();
        assertTrue(verified().verdict().strictChecked(), "all three promise it");
    }

    @Test
    void shouldAdoptTheTablesOfTheSameProtocol() {
        start();
        for (int i = 0; i < 3; i++) {
            runs();
            LiveSwap swap = cluster.swap(next("fasst"));
            assertTrue(swap.adopted(), swap.sentence());
        }
        // Other buckets: the memory is laid out otherwise.
        LiveSwap swap = cluster.swap(resolver.withProtocol(cluster.resolved(), "fasst", List.of("protocol.slots=9")));
        assertFalse(swap.adopted(), swap.sentence());
        runs();
        RunResult result = verified();
        assertTrue(result.verdict().strictChecked(), "FaSST promises it");
        assertEquals(
                4,
                result.remarks().stream()
                        .filter(remark -> remark.contains("took over"))
                        .count());
    }

    @Test
    void shouldCheckSwapsInSlicesToo() {
        start("check=windowed");
        runs();
        cluster.swap(next("fasst"));
        runs();
        assertTrue(cluster.swap(next("sw-impl")).records() > 100, "other tables");
        runs();
        verified();
    }

    @Test
    void shouldRefuseWhatTheHardwareCannotRunBeforeAnythingPauses() {
        start();
        RefusedException refused = assertThrows(RefusedException.class, () -> next("xenic"));
        assertTrue(refused.getMessage().contains("xenic"), refused.getMessage());
        refused = assertThrows(
                RefusedException.class,
                () -> resolver.withProtocol(cluster.resolved(), "fasst", List.of("cluster.nodes=4")));
        assertTrue(refused.getMessage().contains("cluster.nodes=4"), refused.getMessage());
        ResolvedMix other = resolver.resolve(
                MixRequest.of("fasst-smallbank", sets("hardware.profile=connectx5", "cluster.nodes=4")));
        refused = assertThrows(RefusedException.class, () -> cluster.swap(other));
        assertTrue(refused.getMessage().contains("another cluster"), refused.getMessage());
        AtomicInteger created = new AtomicInteger();
        refused = assertThrows(
                RefusedException.class,
                () -> cluster.swap(with(new Spoiled() {
                    @Override
                    ProtocolContext context(ProtocolContext context) {
                        created.incrementAndGet();
                        throw new RefusedException("not on this hardware");
                    }
                })));
        assertTrue(refused.getMessage().contains("is refused: not on this hardware"), refused.getMessage());
        assertEquals(1, created.get(), "it was only rehearsed");
        runs();
        assertEquals(0, swaps(verified()));
    }

    @Test
    void shouldGoOnWithTheProtocolOfBeforeIfTheNewOneThrows() {
        start();
        runs();
        undone("no such thing", new Spoiled() {
            @Override
            ProtocolContext context(ProtocolContext context) {
                if (times++ > 0) {
                    throw new IllegalStateException("no such thing");
                }
                return context;
            }
        });
        runs();
        undone("first step", new Spoiled() {
            @Override
            NodeContext node(NodeContext node) {
                return node.node() != 1
                        ? node
                        : changed(NodeContext.class, node, "stage", (call, arguments) -> {
                            arguments[1] = changed(
                                    StageProgram.class, (StageProgram) arguments[1], "transmit", (transmit, step) -> {
                                        throw new IllegalStateException("first step");
                                    });
                            return call.with(arguments);
                        });
            }
        });
        runs();
        assertEquals(0, swaps(verified()));
    }

    @Test
    void shouldGoOnWithTheProtocolOfBeforeIfTheNewOneLosesARecord() {
        start();
        runs();
        undone("is lost", new Spoiled() {
            @Override
            ProtocolContext context(ProtocolContext context) {
                return changed(ProtocolContext.class, context, "population", (call, arguments) -> {
                    Population whole = (Population) call.with(arguments);
                    long lost = whole.key(17);
                    return changed(
                            Population.class,
                            whole,
                            "exists",
                            (exists, key) -> key[0].equals(lost) ? false : exists.with(key));
                });
            }

            @Override
            public ProtocolTraits traits() {
                return ProtocolTraits.promising(Promise.STRICT_SERIALIZABLE).withOrderedTables();
            }
        });
        runs();
        verified();
    }

    @Test
    void shouldGoOnWithTheProtocolOfBeforeIfTheNewOneLosesARecordThatItAdopts() {
        start();
        runs();
        TableSpec table = cluster.resolved().parts().workload().tables().get(0);
        long bucketBytes = 16 + slots() * (8L + (table.valueBytes() + 7 & ~7));
        undone("were there before, and", new Spoiled() {
            @Override
            NodeContext node(NodeContext node) {
                return changed(NodeContext.class, node, "region", (call, arguments) -> {
                    Region region = (Region) call.with(arguments);
                    if (arguments[0].equals("table." + table.name() + ".0")) {
                        // The first record that a bucket says it has, the same on all copies.
                        long meta = 64 + 8;
                        while (region.getLong(meta) >>> 32 == 0) {
                            meta += bucketBytes;
                        }
                        long used = Long.lowestOneBit(region.getLong(meta) >>> 32) << 32;
                        region.putLong(meta, region.getLong(meta) & ~used);
                    }
                    return region;
                });
            }
        });
        runs();
        assertEquals(0, swaps(verified()));
    }

    @Test
    void shouldGoOnWithTheProtocolOfBeforeIfTheNewOneSpoilsABackupThatItAdopts() {
        start();
        runs();
        undone("their values or versions are others now", new Spoiled() {
            @Override
            NodeContext node(NodeContext node) {
                return changed(NodeContext.class, node, "region", (call, arguments) -> {
                    Region region = (Region) call.with(arguments);
                    TableSpec table =
                            cluster.resolved().parts().workload().tables().get(0);
                    if (node.node() == 1 && arguments[0].equals("table." + table.name() + ".0")) {
                        // The first value of each bucket.
                        long bucketBytes = 16 + slots() * (8L + (table.valueBytes() + 7 & ~7));
                        for (long at = 64 + 16 + 8L * slots(); at + 8 <= region.sizeBytes(); at += bucketBytes) {
                            region.putLong(at, ~region.getLong(at));
                        }
                    }
                    return region;
                });
            }
        });
        runs();
        assertEquals(0, swaps(verified()));
    }

    private int slots() {
        return Integer.parseInt(cluster.resolved().texts().get("protocol.slots"));
    }

    @Test
    void shouldRefuseASwapDuringASwap() throws Exception {
        start();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Spoiled slow = new Spoiled() {
            @Override
            ProtocolContext context(ProtocolContext context) {
                begun.countDown();
                try {
                    mayEnd.await();
                } catch (InterruptedException given) {
                    throw new IllegalStateException(given);
                }
                return context;
            }
        };
        CompletableFuture<LiveSwap> first = CompletableFuture.supplyAsync(() -> cluster.swap(with(slow)));
        begun.await();
        RefusedException refused = assertThrows(RefusedException.class, () -> cluster.swap(next("fasst")));
        assertEquals("A swap to protocol 'fasst' is under way; wait until it is over.", refused.getMessage());
        mayEnd.countDown();
        assertEquals("fasst", first.get().to());
        runs();
        verified();
    }

    @Test
    void shouldLeaveNothingBehind() throws Exception {
        start();
        List<WeakReference<ProtocolNode>> nodes = Collections.synchronizedList(new ArrayList<>());
        ProtocolType remembered = new Spoiled() {
            @Override
            ProtocolNode built(ProtocolNode node) {
                nodes.add(new WeakReference<>(node));
                return node;
            }
        };
        cluster.swap(with(remembered));
        int threads = liveThreads();
        for (int i = 0; i < 20; i++) {
            cluster.swap(i % 3 == 2 ? next("sw-impl") : with(remembered));
            for (int looks = 0; looks < 100 && liveThreads() != threads; looks++) {
                // A thread that has said that it ends may still be on its way out.
                Thread.sleep(10);
            }
            assertEquals(threads, liveThreads());
        }
        runs();
        for (int i = 0; i < 50 && reachable(nodes) > 3; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(reachable(nodes) <= 3, reachable(nodes) + " nodes of " + nodes.size() + " are still held");
        assertEquals(21, swaps(verified()));
        assertEquals(0, liveThreads());
    }

    private static long reachable(List<WeakReference<ProtocolNode>> nodes) {
        return nodes.stream().filter(node -> node.get() != null).count();
    }

    /** Of the cluster: the thread that watches calls of plug-ins comes and goes with them. */
    private static int liveThreads() throws InterruptedException {
        Thread.sleep(5);
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("breadboard-live-"))
                .count();
    }

    private void start(String... more) {
        startMix("fasst-smallbank", more);
    }

    private void startMix(String mix, String... more) {
        ResolvedMix resolved = resolver.resolve(MixRequest.of(mix, sets(more)));
        cluster = LiveCluster.start(resolved, null, PluginWatch.PATIENCE);
    }

    private static List<String> sets(String... more) {
        List<String> sets = new ArrayList<>(SMALL);
        sets.addAll(List.of(more));
        return sets;
    }

    private ResolvedMix next(String protocol) {
        return resolver.withProtocol(cluster.resolved(), protocol, List.of());
    }

    /** The mix that runs, with its FaSST replaced. */
    private ResolvedMix with(ProtocolType protocol) {
        ResolvedMix fasst = next("fasst");
        MixParts parts = fasst.parts();
        return new ResolvedMix(
                fasst.mix(),
                new MixParts(
                        parts.machine(),
                        parts.groups(),
                        parts.switches(),
                        parts.program(),
                        protocol,
                        parts.workload(),
                        parts.plugins()),
                fasst.peak(),
                fasst.maxContexts(),
                fasst.values(),
                fasst.description(),
                fasst.plugins());
    }

    /** Lets some transactions commit. */
    private void runs() {
        long before = cluster.look().committed();
        long untilNs = System.nanoTime() + 20_000_000_000L;
        while (cluster.look().committed() < before + 200) {
            assertTrue(System.nanoTime() < untilNs, "nothing commits any more: " + cluster.ended());
            try {
                Thread.sleep(5);
            } catch (InterruptedException given) {
                throw new IllegalStateException(given);
            }
        }
    }

    private void undone(String why, ProtocolType protocol) {
        RefusedException refused = assertThrows(RefusedException.class, () -> cluster.swap(with(protocol)));
        assertTrue(refused.getMessage().startsWith("The swap to protocol 'fasst' was undone, and 'fasst' goes on: "));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }

    private RunResult verified() {
        RunResult result = cluster.stop();
        assertEquals(null, result.failure());
        assertEquals(List.of(), result.verdict().anomalies());
        assertTrue(result.verified());
        return result;
    }

    private static long swaps(RunResult result) {
        return result.remarks().stream()
                .filter(remark -> remark.contains("took over"))
                .count();
    }

    /** A call that was intercepted. */
    private interface Call {
        Object with(Object... arguments);
    }

    /** What is done instead of a call. */
    private interface Change {
        Object of(Call call, Object[] arguments);
    }

    private static <T> T changed(Class<T> type, T whole, String method, Change change) {
        return type.cast(Proxy.newProxyInstance(
                LiveSwapTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
                    Call call = given -> {
                        try {
                            return called.invoke(whole, given);
                        } catch (InvocationTargetException thrown) {
                            if (thrown.getCause() instanceof RuntimeException unchecked) {
                                throw unchecked;
                            }
                            throw (Error) thrown.getCause();
                        } catch (IllegalAccessException impossible) {
                            throw new IllegalStateException(impossible);
                        }
                    };
                    return called.getName().equals(method) ? change.of(call, arguments) : call.with(arguments);
                }));
    }

    /** FaSST, but for something. */
    private abstract static class Spoiled implements ProtocolType {
        private final ProtocolType whole = resolver.resolve(MixRequest.of("fasst-smallbank", List.of()))
                .parts()
                .protocol();

        int times;

        ProtocolContext context(ProtocolContext context) {
            return context;
        }

        NodeContext node(NodeContext node) {
            return node;
        }

        ProtocolNode built(ProtocolNode node) {
            return node;
        }

        @Override
        public Protocol create(ProtocolContext context) {
            Protocol protocol = whole.create(context(context));
            return node -> built(protocol.build(node(node)));
        }

        @Override
        public String id() {
            return whole.id();
        }

        @Override
        public String description() {
            return whole.description();
        }

        @Override
        public ProtocolTraits traits() {
            return whole.traits();
        }

        @Override
        public List<Setting<?>> settings() {
            return whole.settings();
        }

        @Override
        public Set<Class<? extends Capability>> requires() {
            return whole.requires();
        }

        @Override
        public int maxContexts(Settings settings, int nodes, int threads) {
            return whole.maxContexts(settings, nodes, threads);
        }

        @Override
        public int maxValueBytes() {
            return whole.maxValueBytes();
        }
    }
}
