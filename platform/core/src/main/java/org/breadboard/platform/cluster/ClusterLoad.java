// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.breadboard.api.RefusedException;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistoryRecorder;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.load.Arrivals;
import org.breadboard.platform.load.AttemptRecords;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.OutcomesAtStepEnd;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.load.Turns;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.SeededStream;
import org.breadboard.platform.runtime.StepEnds;
import org.breadboard.platform.tenants.SharedWorkload;

/** The load of a cluster: makes what runs on each stage that a protocol builds, and keeps it in that order. */
final class ClusterLoad {
    /**
     * Streams of clients have nothing to do with those of stages, so that a protocol's draws do not change the
     * workload.
     */
    private static final long STREAMS = 1L << 32;

    private static final int CHUNK_WORDS = 1 << 14;
    /** Each of very many threads fills its chunk slowly: shorter ones take less memory. */
    private static final int MANY_THREADS = 512;

    private static final int CHUNK_WORDS_OF_MANY = 1 << 12;
    private static final int KEPT_CHUNKS = 4096;

    /** The clients that run before on stages of another cluster, or null. */
    private final Map<ClientThread, StageClients> before;

    private final Mix mix;
    private final Workload workload;
    private final Items items;
    private final Placement placement;
    private final RunClock clock;
    private final ChunksInOrder history;
    private final ClusterObserver observer;
    private final HistoryChunkPool chunks;
    private final Turns lateTurns;
    private final Window window;
    private final List<Measured> measured;
    private final List<StageClients> clients = new ArrayList<>();
    private final List<StageOperations> operations = new ArrayList<>();
    private final Map<ClientThread, StageClients> byThread = new HashMap<>();

    private record ClientThread(int node, int thread) {}

    /**
     * @param workload null for a protocol that runs operations
     * @param clock of the run
     * @param history where the recorders' chunks go
     * @param observer sees what clients are asked and told
     */
    ClusterLoad(
            Mix mix,
            Workload workload,
            Items items,
            Placement placement,
            RunClock clock,
            ChunksInOrder history,
            ClusterObserver observer) {
        before = null;
        this.mix = mix;
        this.workload = workload;
        this.items = items;
        this.placement = placement;
        this.clock = clock;
        this.history = history;
        this.observer = observer;
        boolean many = mix.cluster().machines() * mix.cluster().threads() > MANY_THREADS;
        chunks = new HistoryChunkPool(many ? CHUNK_WORDS_OF_MANY : CHUNK_WORDS, KEPT_CHUNKS);
        lateTurns = new Turns();
        Mix.Time time = mix.time();
        window = mix.warmsUntilSteady() ? Window.later(time.measureNs()) : new Window(time.warmupNs(), time.endNs());
        measured = new ArrayList<>();
    }

    /**
     * A load whose clients are those of another one, on stages that take over from its.
     *
     * @param placement where records live now
     * @param observer sees what clients are asked and told from now on
     */
    ClusterLoad(ClusterLoad before, Placement placement, ClusterObserver observer) {
        this.before = before.byThread;
        mix = before.mix;
        workload = before.workload;
        items = before.items;
        this.placement = placement;
        clock = before.clock;
        history = before.history;
        chunks = before.chunks;
        lateTurns = before.lateTurns;
        window = before.window;
        measured = before.measured;
        this.observer = observer;
    }

    /** The clients of one more stage, which is this thread of a node, for the protocol to ask. */
    TransactionSource addClients(Stage stage, int node, int thread) {
        ClientThread at = new ClientThread(node, thread);
        if (before != null) {
            return taken(stage, at);
        }
        ClientShare share = ClientShare.of(mix, node, thread);
        SharedWorkload.Share tenant = SharedWorkload.share(workload, thread, placement);
        StageClients added = new StageClients(
                share.contexts(),
                workload.generator(share.generatorNode(), share.generatorThread(), placement),
                new SeededStream(mix.seed(), STREAMS + share.ordinal()),
                new Arrivals(
                        mix.load().ratePerNode() / mix.cluster().threads(),
                        mix.load().thinkNs(),
                        mix.load().phases(),
                        share.stagger(),
                        mix.mode().live() ? 0 : mix.time().warmupNs() / Window.WARM_LATENCIES,
                        window),
                mix.load().backoff(),
                new AttemptRecords(
                        measured(node),
                        recorder(share, node),
                        items,
                        clock.of(node),
                        share.firstClient(),
                        tenant.firstTable(),
                        tenant.firstType()));
        if (mix.load().untilDone()) {
            added.goOnUntilDone(lateTurns);
        }
        clients.add(added);
        byThread.put(at, added);
        return observer.clients(node, thread, share.firstClient(), tenant.placement(), told(stage, added));
    }

    private HistoryRecorder recorder(ClientShare share, int node) {
        HistorySink sink = history.of(node, clock.of(node));
        return new HistoryRecorder(clients.size(), share.firstClient(), share.contexts(), chunks, sink);
    }

    /** Clients who learn outcomes when the steps end that report them, where steps take time. */
    private static TransactionSource told(Stage stage, StageClients clients) {
        return stage instanceof StepEnds ends ? new OutcomesAtStepEnd(ends, clients) : clients;
    }

    private TransactionSource taken(Stage stage, ClientThread at) {
        StageClients own = before.get(at);
        if (own == null || byThread.putIfAbsent(at, own) != null) {
            throw new RefusedException("it has clients of its own on thread " + at.thread() + " of node " + at.node());
        }
        clients.add(own);
        own.moved(placement);
        SharedWorkload.Share tenant = SharedWorkload.share(workload, at.thread(), placement);
        return observer.clients(at.node(), at.thread(), own.firstClient(), tenant.placement(), told(stage, own));
    }

    /**
     * Checks that all clients of the load before run on the stages of this one.
     *
     * @throws RefusedException if some are left over
     */
    void checkTaken() {
        if (before != null && byThread.size() != before.size()) {
            throw new RefusedException(
                    "it has clients on " + byThread.size() + " threads, but the cluster has them on " + before.size());
        }
    }

    /** The operations of one more stage of a node. */
    StageOperations addOperations(int node) {
        StageOperations added = new StageOperations(window, measured(node), clock.of(node));
        operations.add(added);
        return added;
    }

    /**
     * Where one more stage of a node measures. In virtual time machines that may run at once have places of their own,
     * and those that never do share one, since each takes memory.
     */
    private Measured measured(int node) {
        boolean live = mix.mode().live();
        int place = live ? measured.size() : node % Engine.MOST_THREADS;
        while (measured.size() <= place) {
            int types = workload == null ? 1 : workload.transactions().size();
            int digits = live ? Measured.FEW_DIGITS : Measured.DIGITS;
            measured.add(new Measured(window, types, mix.load().phases(), digits));
        }
        return measured.get(place);
    }

    /** What all clients and operations measure. */
    List<Measured> allMeasured() {
        return measured;
    }

    Window window() {
        return window;
    }

    List<StageClients> clients() {
        return clients;
    }

    List<StageOperations> operations() {
        return operations;
    }

    HistoryChunkPool chunks() {
        return chunks;
    }
}
