package org.breadboard.platform.history;

/** What one pass of the checker works on: the transactions at hand, their keys, and which of them can be judged already. */
final class CheckRound {
    final Columns columns;
    final KeyTable keys;
    final CheckOptions options;
    final Findings findings;
    /** Whether more transactions may come. */
    final boolean windowed;
    /** All transactions that began before this instant are at hand. */
    final long settledBeforeNs;

    private final int carried;
    private final long judgedBeforeNs;
    private boolean[] promoted = {};

    VersionIndex index;
    DependencyGraph graph;
    Narrator narrator;
    PredicateWalk predicates;

    /**
     * @param carried        how many of the transactions were at hand in the round before
     * @param judgedBeforeNs that round's {@link #settledBeforeNs}
     */
    CheckRound(
            Columns columns,
            KeyTable keys,
            CheckOptions options,
            Findings findings,
            boolean windowed,
            long settledBeforeNs,
            int carried,
            long judgedBeforeNs) {
        this.columns = columns;
        this.keys = keys;
        this.options = options;
        this.findings = findings;
        this.windowed = windowed;
        this.settledBeforeNs = settledBeforeNs;
        this.carried = carried;
        this.judgedBeforeNs = judgedBeforeNs;
    }

    /** Whether everything that the transaction can have seen is at hand. */
    boolean settled(int t) {
        return settledBeforeNs == Long.MAX_VALUE || columns.completionNs[t] < settledBeforeNs;
    }

    /** Whether the transaction is settled, and was not in the round before. */
    boolean newlySettled(int t) {
        return settled(t) && !(t < carried && columns.completionNs[t] < judgedBeforeNs);
    }

    /** Whether the transaction came, or was found to have committed, since the round before. */
    boolean fresh(int t) {
        return t >= carried || (promoted.length > 0 && promoted[t]);
    }

    /** Notes that a transaction of unknown outcome was found to have committed. */
    void promote(int t) {
        if (promoted.length == 0) {
            promoted = new boolean[columns.transactions];
        }
        promoted[t] = true;
        columns.status[t] = Columns.COMMITTED;
    }

    /**
     * Judges reads, installs and scans one by one, and builds the graph.
     *
     * @param finals what the final state showed, or null if there is none yet
     */
    void build(FinalStateCheck finals) {
        narrator = new Narrator(this);
        reportDuplicates();
        index = new VersionIndex(columns, keys.size());
        new UnknownOutcomes(this, finals).resolve();
        RealTimeWalk realTime = options.strict() ? new RealTimeWalk(columns) : null;
        graph = new DependencyGraph(columns.transactions + (realTime == null ? 0 : realTime.instants()));
        DependencyWalk dependencies = new DependencyWalk(this);
        predicates = new PredicateWalk(this);
        for (boolean counting = true; ; counting = false) {
            dependencies.walk(counting);
            predicates.walk(counting);
            if (realTime != null) {
                realTime.walk(graph);
            }
            if (!counting) {
                return;
            }
            graph.store();
        }
    }

    /** Finds and explains cycles; true if there is any. */
    boolean findCycles() {
        int[] left = graph.peel(DependencyGraph.ALL_MASK, null);
        int remaining = 0;
        for (int incoming : left) {
            remaining += incoming >= 0 ? 1 : 0;
        }
        return remaining > 0 && new CycleClassifier(this, left).classify();
    }

    private void reportDuplicates() {
        int[] all = new int[columns.transactions];
        for (int t = 0; t < all.length; t++) {
            all[t] = t;
        }
        int[] byId = LongOrder.sort(columns.id, all, all.length);
        for (int i = 1; i < all.length; i++) {
            long id = columns.id[byId[i]];
            if (id == columns.id[byId[i - 1]] && (fresh(byId[i]) || fresh(byId[i - 1]))) {
                findings.add(AnomalyKind.DUPLICATE, () -> "Two records carry the transaction id " + id + ".", id);
            }
        }
    }
}
