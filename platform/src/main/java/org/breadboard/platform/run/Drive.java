package org.breadboard.platform.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;

/** The phases of a run on its engine: warm-up, measurement, coming to rest. */
final class Drive {
    private static final int SLICES = 50;
    /**
     * How long a run may take to come to rest. In virtual time it may take longer if it does little:
     * {@link #REST_STEPS}.
     */
    private static final long REST_NS = 5_000_000_000L;

    /**
     * In virtual time waiting costs nothing, and a protocol may wait for long: a run that does little goes on until it
     * has made so many steps.
     */
    private static final long REST_STEPS = 1_000_000;

    /** How long a live run goes on after its last transaction, so that messages nobody waits for arrive. */
    private static final long SETTLE_NS = 50_000_000L;

    /**
     * The same in virtual time, for protocols that poll in the background: many times what any of them waits between
     * two looks.
     */
    private static final long SETTLE_VIRTUAL_NS = 1_000_000L;

    private final Mix mix;
    private final Engine engine;
    private final Cluster cluster;
    private final RunHistory history;
    private final Runner.Progress progress;
    private final BooleanSupplier cancelled;
    private WarmUp warmUp;
    private List<Engine.Usage> atWarm = List.of();
    private List<Engine.Usage> atEnd = List.of();
    private long measuredNs;
    private long sentBytes;
    private double backgroundLag;
    private boolean partial;
    private boolean rested;
    private long restFromNs;
    private long restFromSteps;
    private long restedNs;
    private volatile boolean told;

    Drive(
            Mix mix,
            Engine engine,
            Cluster cluster,
            RunHistory history,
            Runner.Progress progress,
            BooleanSupplier cancelled) {
        this.mix = mix;
        this.engine = engine;
        this.cluster = cluster;
        this.history = history;
        this.progress = progress;
        this.cancelled = cancelled;
    }

    void run() {
        engine.start();
        if (mix.warmsUntilSteady()) {
            warmUntilSteady();
        } else {
            advance(Runner.Phase.WARMING, 0, mix.time().warmupNs());
        }
        atWarm = engine.usage();
        long sentBefore = cluster.sentBytes();
        ProtocolNode.Background before = background();
        long fromNs = engine.nowNs();
        advance(
                Runner.Phase.MEASURING,
                cluster.window().fromNs(),
                cluster.window().toNs());
        atEnd = engine.usage();
        sentBytes = cluster.sentBytes() - sentBefore;
        backgroundLag = lag(before, background());
        measuredNs = partial ? Math.max(0, engine.nowNs() - fromNs) : mix.time().measureNs();
        if (engine.failure() == null) {
            rest();
        }
    }

    private ProtocolNode.Background background() {
        ProtocolNode.Background sum = ProtocolNode.Background.NONE;
        for (ProtocolNode node : cluster.nodes()) {
            sum = sum.plus(node.background());
        }
        return sum;
    }

    private static double lag(ProtocolNode.Background before, ProtocolNode.Background after) {
        double added = after.added() - before.added();
        return added == 0 ? Double.NaN : Math.max(0, 1 - (after.done() - before.done()) / added);
    }

    /** Lets a live run go on until its rate is steady, or for as long as that may take, and then opens the window. */
    private void warmUntilSteady() {
        warmUp = new WarmUp();
        while (!warmUp.isOver() && !partial && engine.failure() == null) {
            stopIf(isCutShort(engine.nowNs() + WarmUp.SLICE_NS));
            warmUp.add(allCommitted(), engine.nowNs());
            progress.at(Runner.Phase.WARMING, warmUp.share(), allCommitted());
        }
        if (!partial && engine.failure() == null) {
            cluster.window().begin(engine.nowNs());
        }
    }

    private void stopIf(boolean cutShort) {
        if (cutShort) {
            partial = true;
            cluster.clients().forEach(StageClients::stop);
            cluster.operations().forEach(StageOperations::stop);
        }
    }

    private void advance(Runner.Phase phase, long fromNs, long toNs) {
        for (int slice = 1; slice <= SLICES && !partial && engine.failure() == null; slice++) {
            long untilNs = fromNs + (toNs - fromNs) * slice / SLICES;
            stopIf(isCutShort(untilNs));
            progress.at(phase, (double) slice / SLICES, committed());
        }
    }

    /** Runs on, standing still whenever enough was recorded; true if the user wanted it to stop. */
    private boolean isCutShort(long untilNs) {
        while (true) {
            Engine.Progress reached = engine.runUntil(untilNs, this::isToStop);
            if (reached == Engine.Progress.FAILED) {
                return false;
            }
            history.takeSlice();
            if (reached != Engine.Progress.STOPPED || told) {
                return reached == Engine.Progress.STOPPED;
            }
        }
    }

    private boolean isToStop() {
        if (cancelled.getAsBoolean()) {
            told = true;
        }
        return told || history.gather();
    }

    private long committed() {
        return mix.mode().live() ? 0 : allCommitted();
    }

    /** How many have committed so far; live, only while the threads stand still. */
    private long allCommitted() {
        long sum = 0;
        for (StageClients clients : cluster.clients()) {
            sum += clients.measured().allCommitted();
        }
        for (StageOperations operations : cluster.operations()) {
            sum += operations.measured().allCommitted();
        }
        return sum;
    }

    /**
     * Lets everything come to rest in a world in which nothing goes wrong any more: from now on the network loses,
     * duplicates and reorders nothing. That is all that is healed, for nothing else fails in a run yet; nodes that are
     * down would be started here.
     */
    private void rest() {
        cluster.heal();
        restFromNs = engine.nowNs();
        restFromSteps = steps();
        if (mix.mode().live()) {
            rested = engine.runUntil(restFromNs + REST_NS, this::clientsDone) == Engine.Progress.STOPPED;
            rested &= settles(SETTLE_NS);
        } else {
            rested = restsInVirtualTime();
        }
        restedNs = engine.nowNs() - restFromNs;
    }

    /** Whether a run that has not come to rest may go on. */
    private boolean mayGoOn() {
        boolean inTime = engine.nowNs() - restFromNs < REST_NS;
        return inTime || !mix.mode().live() && steps() - restFromSteps < REST_STEPS;
    }

    private long steps() {
        return engine.usage().stream()
                .filter(Engine.Usage::stage)
                .mapToLong(Engine.Usage::served)
                .sum();
    }

    /**
     * Nothing happens any more; or all clients are done, and what protocols do in the background (who polls, polls for
     * ever) has had its time.
     */
    private boolean restsInVirtualTime() {
        boolean clients = !cluster.clients().isEmpty();
        Engine.Progress progress;
        long forNs = REST_NS;
        do {
            progress = engine.runUntil(engine.nowNs() + forNs, () -> clients && clientsDone());
            // The engine asks only now and then, and not where little happens.
            if (progress == Engine.Progress.STOPPED
                    || progress == Engine.Progress.REACHED && clients && clientsDone()) {
                return settles(SETTLE_VIRTUAL_NS);
            }
            forNs *= 2;
        } while (progress == Engine.Progress.REACHED && mayGoOn());
        return progress == Engine.Progress.IDLE;
    }

    /**
     * Runs on for a while, and then for as long as a node has something to do in the background; false if that does not
     * end.
     */
    private boolean settles(long forNs) {
        long spanNs = forNs;
        while (true) {
            Engine.Progress progress = engine.runUntil(engine.nowNs() + spanNs, () -> false);
            if (progress == Engine.Progress.FAILED) {
                return false;
            }
            if (nodesAtRest()) {
                return true;
            }
            if (progress == Engine.Progress.IDLE || !mayGoOn()) {
                return false;
            }
            spanNs = engine.nowNs() - restFromNs < REST_NS ? forNs : 2 * spanNs;
        }
    }

    private boolean nodesAtRest() {
        for (ProtocolNode node : cluster.nodes()) {
            if (!node.isAtRest()) {
                return false;
            }
        }
        return true;
    }

    private boolean clientsDone() {
        for (StageClients clients : cluster.clients()) {
            if (clients.running() > 0) {
                return false;
            }
        }
        return true;
    }

    /** What is to be said of how it warmed up, if that depended on its rate. */
    Optional<String> warmUpRemark() {
        return Optional.ofNullable(warmUp).filter(WarmUp::isOver).map(WarmUp::remark);
    }

    /** How long it warmed up, and was to be measured. */
    Mix.Time time() {
        return new Mix.Time(cluster.window().fromNs(), mix.time().measureNs());
    }

    long measuredNs() {
        return measuredNs;
    }

    /** Bytes that all machines put on their links while it was measured. */
    long sentBytes() {
        return sentBytes;
    }

    /** Which share of the background's work of that time was not done in it; NaN if there was none. */
    double backgroundLag() {
        return backgroundLag;
    }

    boolean partial() {
        return partial;
    }

    /**
     * Ends the clients' histories.
     *
     * @return how many attempts were never answered
     */
    int closeClients() {
        int open = 0;
        for (StageClients clients : cluster.clients()) {
            try {
                open += clients.close(history::gather);
            } catch (IllegalStateException halfway) {
                // A plug-in that threw, or hangs, may have left a record half written; then that is what is told.
                if (engine.failure() == null) {
                    throw halfway;
                }
            }
        }
        return open;
    }

    /**
     * One sentence, or null.
     *
     * @param open attempts that were never answered
     * @param code tells whose code it was
     */
    String failure(int open, PluginCode code) {
        Engine.Failure f = engine.failure();
        if (f != null) {
            return described(f, code);
        }
        boolean losses = mix.network().loss() > 0;
        if (!rested) {
            return "The run did not come to rest within " + Math.round(restedNs / 1e9) + " s"
                    + (losses ? " after losses stopped: " : ": ") + open + " transactions were never answered.";
        }
        if (open > 0 && !losses) {
            return open + " transactions were never answered, although nothing was lost.";
        }
        return null;
    }

    /** One sentence, but for its full stop. */
    static String described(Engine.Failure failure, PluginCode code) {
        Throwable cause = failure.cause();
        String where = (failure.node() < 0 ? "" : "Node " + failure.node() + ", ") + failure.where() + ": ";
        String what = where + (cause instanceof Hang ? cause.getMessage() : cause.toString());
        return code.innermost(cause.getStackTrace())
                .map(place -> what + " (plug-in '" + place.plugin() + "', " + place.method() + ")")
                .orElse(what);
    }

    List<RunResult.Utilisation> utilisation() {
        List<RunResult.Utilisation> shares = new ArrayList<>();
        for (int i = 0; i < atEnd.size() && i < atWarm.size(); i++) {
            Engine.Usage end = atEnd.get(i);
            double busy = end.busyNs() - atWarm.get(i).busyNs();
            shares.add(new RunResult.Utilisation(
                    where(end), end.stage() ? "stage" : "resource", measuredNs == 0 ? 0 : busy / measuredNs));
        }
        return shares;
    }

    private String where(Engine.Usage usage) {
        int machines = mix.cluster().machines();
        if (usage.node() < 0) {
            return usage.name();
        }
        return (usage.node() < machines ? "node" + usage.node() : "switch" + (usage.node() - machines)) + "/"
                + usage.name();
    }

    long messagesDelivered() {
        long sum = 0;
        for (Engine.Usage usage : engine.usage()) {
            sum += usage.received();
        }
        return sum;
    }
}
