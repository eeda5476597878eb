// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.platform.cluster.ClusterObserver;
import org.breadboard.platform.load.WatchedClients;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.Membership;

/**
 * Sees from outside of a protocol how a run comes back from crashes: what its clients are told, and what its membership
 * says. What recovery tells clients of attempts from before a crash is not counted, since nothing has served these.
 *
 * <p>Commits are counted by the stages' threads, each in a place of its own; all else is done by the thread that
 * controls the run, while they stand still.
 */
public final class CrashWatch implements ClusterObserver {
    private static final int DIGITS = 3;

    private final boolean shared;
    private final Map<Integer, Commits> commits = new LinkedHashMap<>();
    private final List<Crash> crashes = new ArrayList<>();
    /** Those whose shard had not committed again when the last one happened, and the last one. */
    private List<Crash> waiting = List.of();

    private Window window;
    /** Since when all machines are members that have all copies and have recovered; the greatest number if not so. */
    private long wholeSinceNs;

    private long lastCrashNs;

    /** {@code live} says whether stages have threads of their own. */
    public CrashWatch(boolean live) {
        shared = !live;
    }

    /** A crash that was seen. */
    private static final class Crash {
        private final List<Integer> machines;
        private final long atNs;
        private final int epoch;
        private final BitSet partitions = new BitSet();
        /** The rate before it of the clients that stay; NaN if unknown. */
        private final double ratePerNs;

        private final AtomicLong shardCommitNs = new AtomicLong(Long.MAX_VALUE);
        private double fullSpeedNs = Double.NaN;
        private long fullReplicationNs = Long.MAX_VALUE;

        Crash(BitSet machines, long atNs, Configuration before, double ratePerNs) {
            this.machines = machines.stream().boxed().toList();
            this.atNs = atNs;
            this.ratePerNs = ratePerNs;
            epoch = before.epoch();
            for (int partition = 0; partition < before.machines(); partition++) {
                partitions.set(partition, machines.get(before.node(partition, 0)));
            }
        }

        boolean isWaiting() {
            return shardCommitNs.get() == Long.MAX_VALUE;
        }

        /** Some thread's transaction has committed. */
        void committed(Transaction transaction, Placement placement, long beganNs, long nowNs) {
            if (nowNs < shardCommitNs.get() && beganNs > atNs && touches(transaction, placement)) {
                shardCommitNs.accumulateAndGet(nowNs, Math::min);
            }
        }

        private boolean touches(Transaction transaction, Placement placement) {
            for (int access = 0; access < transaction.accesses(); access++) {
                boolean answered = transaction.answered(access)
                        && !transaction.mode(access).ranges();
                if ((answered || transaction.written(access))
                        && partitions.get(placement.partition(transaction.table(access), transaction.key(access)))) {
                    return true;
                }
            }
            return false;
        }

        private double sinceNs(long ns, long untilNs) {
            return ns <= untilNs ? ns - atNs : Double.NaN;
        }

        double shardCommitNs(long untilNs) {
            return sinceNs(shardCommitNs.get(), untilNs);
        }

        AfterCrash outcome(long untilNs) {
            return new AfterCrash(
                    machines, atNs, shardCommitNs(untilNs), fullSpeedNs, sinceNs(fullReplicationNs, untilNs));
        }
    }

    /** What the clients of one stage, or of all of a machine, have committed. One thread. */
    private final class Commits {
        private final int machine;
        /** While the cluster was whole and measured. */
        private long before;
        /** By ns since the last crash; null before the first, and of machines that are not looked at. */
        private Histogram since;

        Commits(int machine) {
            this.machine = machine;
        }

        void add(long nowNs) {
            if (nowNs >= baseNs()) {
                before++;
            }
            if (since != null) {
                since.recordValue(Math.max(0, nowNs - lastCrashNs));
            }
        }
    }

    private final class Watched extends WatchedClients {
        private final Commits own;
        private final Placement placement;
        private final long[] beganNs;

        Watched(Commits own, Placement placement, TransactionSource clients) {
            super(clients);
            this.own = own;
            this.placement = placement;
            beganNs = new long[clients.contexts()];
        }

        @Override
        public double next(Step step, int context) {
            double wait = super.next(step, context);
            if (wait == NOW) {
                beganNs[context] = step.nowNs();
            }
            return wait;
        }

        @Override
        public void committed(Step step, int context) {
            long nowNs = step.nowNs();
            own.add(nowNs);
            for (Crash crash : waiting) {
                crash.committed(transaction(context), placement, beganNs[context], nowNs);
            }
            super.committed(step, context);
        }
    }

    @Override
    public TransactionSource clients(
            int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
        Commits own = commits.computeIfAbsent(shared ? node : firstClient, key -> new Commits(node));
        return new Watched(own, placement, clients);
    }

    @Override
    public void built(Protocol protocol, List<ProtocolNode> nodes, Placement placement) {}

    /** The run is measured in this window. Before it begins. */
    void measures(Window in) {
        window = in;
    }

    private long baseNs() {
        return Math.max(wholeSinceNs, window.fromNs());
    }

    /** Some members have crashed, at the same instant, in this configuration. */
    void crashed(BitSet machines, long nowNs, Configuration in) {
        endLast(Math.min(nowNs, window.toNs()));
        double sinceNs = nowNs - baseNs();
        Predicate<Commits> stays = each -> !machines.get(each.machine);
        if (commits.values().stream().noneMatch(stays)) {
            stays = each -> true;
        }
        long before = 0;
        for (Commits each : commits.values()) {
            boolean counts = stays.test(each);
            before += counts ? each.before : 0;
            each.before = 0;
            each.since = counts ? new Histogram(DIGITS) : null;
        }
        lastCrashNs = nowNs;
        wholeSinceNs = Long.MAX_VALUE;
        if (nowNs >= window.fromNs() && nowNs < window.toNs()) {
            crashes.add(new Crash(machines, nowNs, in, sinceNs > 0 ? before / sinceNs : Double.NaN));
            waiting = crashes.stream().filter(Crash::isWaiting).toList();
        }
    }

    /** The present configuration has recovered. */
    void recovered(long nowNs, Membership membership) {
        Configuration present = membership.configuration();
        if (present.isReplicated(membership::isUp)) {
            crashes.stream()
                    .filter(crash -> crash.fullReplicationNs == Long.MAX_VALUE && crash.epoch < present.epoch())
                    .forEach(crash -> crash.fullReplicationNs = nowNs);
        }
        if (membership.isSettled() && present.members() == present.machines()) {
            wholeSinceNs = nowNs;
        }
    }

    /** Whatever comes now, the last crash has nothing to do with it. */
    private void endLast(long untilNs) {
        Crash last = crashes.isEmpty() ? null : crashes.get(crashes.size() - 1);
        if (last != null && last.atNs == lastCrashNs) {
            Histogram since = new Histogram(DIGITS);
            commits.values().stream()
                    .map(each -> each.since)
                    .filter(Objects::nonNull)
                    .forEach(since::add);
            last.fullSpeedNs =
                    FullSpeed.afterNs(since, last.ratePerNs, last.shardCommitNs(untilNs), (double) untilNs - last.atNs);
        }
    }

    /**
     * How it came back from each crash of the measured time. When the run stands still, and goes on no more.
     *
     * @param untilNs when it was not measured any more; what happened after that is not told
     */
    List<AfterCrash> outcomes(long untilNs) {
        endLast(untilNs);
        return crashes.stream().map(crash -> crash.outcome(untilNs)).toList();
    }
}
