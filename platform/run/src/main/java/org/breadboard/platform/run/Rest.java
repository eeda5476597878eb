// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.breadboard.api.OutOfRoomException;
import org.breadboard.api.RefusedException;
import org.breadboard.api.UnavailableException;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.platform.cluster.Cluster;
import org.breadboard.platform.load.LateTries;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;

/** How a run ends whose admission has stopped: it comes to rest, and what was never answered is counted. */
public final class Rest {
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

    /**
     * How long a live run goes on after its last transaction, so that messages nobody waits for arrive, until it is
     * found quiet twice in a row: what was runnable at the first look has had its turn by the second.
     */
    private static final long SETTLE_NS = 25_000_000L;

    /** How long that is waited for. Protocols that send each other something all the time may never be quiet. */
    private static final long QUIET_NS = 1_000_000_000L;

    /**
     * The same in virtual time, for protocols that poll in the background: many times what any of them waits between
     * two looks.
     */
    private static final long SETTLE_VIRTUAL_NS = 1_000_000L;

    private final Mix mix;
    private final Engine engine;
    private final Supplier<Cluster> clusters;
    private boolean rested;
    private long restFromNs;
    private long restFromSteps;
    private long restedNs;
    /** Transactions that were tried again and again in vain. */
    private int hopeless;
    /** Transactions of which the protocol did not learn the outcome. */
    private int unknown;

    /** Of a run; a crash may put another cluster into the place of the first. */
    public Rest(Mix mix, Engine engine, Supplier<Cluster> clusters) {
        this.mix = mix;
        this.engine = engine;
        this.clusters = clusters;
    }

    /** Lets everything come to rest in a world in which nothing goes wrong on purpose any more. */
    public void reach() {
        clusters.get().heal(engine.nowNs());
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
        boolean clients = !clusters.get().clients().isEmpty();
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
        return progress == Engine.Progress.IDLE && engine.isSettled();
    }

    /**
     * Runs on for a while, and then for as long as a node has something to do in the background, or a transport has
     * something to send again; false if that does not end.
     */
    private boolean settles(long forNs) {
        long spanNs = forNs;
        long quietUntilNs = engine.nowNs() + QUIET_NS;
        int quietLooks = 0;
        while (true) {
            Engine.Progress progress = engine.runUntil(engine.nowNs() + spanNs, () -> false);
            if (progress == Engine.Progress.FAILED) {
                return false;
            }
            boolean atRest = nodesAtRest() && !engine.isWaiting() && engine.isSettled();
            quietLooks = atRest && engine.isQuiet() ? quietLooks + 1 : 0;
            boolean quiet = !mix.mode().live() || quietLooks == 2 || engine.nowNs() > quietUntilNs;
            if (atRest && quiet) {
                return true;
            }
            if (progress == Engine.Progress.IDLE || !mayGoOn()) {
                return false;
            }
            spanNs = engine.nowNs() - restFromNs < REST_NS ? forNs : 2 * spanNs;
        }
    }

    private boolean nodesAtRest() {
        for (ProtocolNode node : clusters.get().nodes()) {
            if (!node.isAtRest()) {
                return false;
            }
        }
        return true;
    }

    private boolean clientsDone() {
        if (!engine.isSettled()) {
            return false;
        }
        for (StageClients clients : clusters.get().clients()) {
            if (clients.running() > 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Ends the clients' histories.
     *
     * @return how many attempts were never answered
     */
    public int closeClients(RunHistory history) {
        int open = 0;
        for (StageClients clients : clusters.get().clients()) {
            hopeless += clients.hopeless();
            unknown += clients.unknown();
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

    /** What devices count of packets that they have dropped, as another sentence. */
    private String dropped() {
        String counts = clusters.get().counts().entrySet().stream()
                .filter(counter -> counter.getKey().contains(".dropped") && counter.getValue() > 0)
                .map(counter -> counter.getKey() + ": " + counter.getValue())
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "" : " Packets were dropped (" + counts + "), which nobody may have sent again.";
    }

    /**
     * Why the run failed, or null.
     *
     * @param open attempts that were never answered
     * @param code tells whose code it was
     */
    public RunFailure failure(int open, PluginCode code) {
        Engine.Failure f = engine.failure();
        if (f != null) {
            boolean room = f.cause() instanceof OutOfRoomException;
            return new RunFailure(room ? RunFailure.Kind.OUT_OF_ROOM : RunFailure.Kind.FAULT, described(f, code));
        }
        boolean losses = mix.faults().lose();
        if (!rested) {
            return neverAnswered("The run did not come to rest within " + Math.round(restedNs / 1e9) + " s"
                    + (losses ? " after losses stopped: " : ": ") + open + " transactions were never answered.");
        }
        if (open > 0 && !losses) {
            return neverAnswered(open + " transactions were never answered, although nothing was lost on purpose.");
        }
        // What has no outcome may hold for ever what they want.
        if (hopeless > 0 && open == 0 && unknown == 0) {
            return new RunFailure(
                    RunFailure.Kind.NEVER_COMMITTED,
                    hopeless + " transactions were tried " + LateTries.MOST
                            + " times more when no others began any more, and did not commit.");
        }
        return null;
    }

    private RunFailure neverAnswered(String sentence) {
        String dropped = dropped();
        return new RunFailure(RunFailure.Kind.NEVER_ANSWERED, !dropped.isEmpty(), sentence + dropped);
    }

    /** What went wrong in an engine, in one sentence. */
    public static String described(Engine.Failure f, PluginCode code) {
        Throwable cause = f.cause();
        if (cause instanceof UnavailableException) {
            return cause.getMessage();
        }
        String where = (f.node() < 0 ? "" : "Node " + f.node() + ", ") + f.where() + ": ";
        if (cause instanceof OutOfRoomException || cause instanceof RefusedException) {
            return where + cause.getMessage();
        }
        String what = cause instanceof Hang ? cause.getMessage() : cause.toString();
        return where
                + code.innermost(cause.getStackTrace())
                        .map(place -> what + " (plug-in '" + place.plugin() + "', " + place.method() + ")")
                        .orElse(what);
    }
}
