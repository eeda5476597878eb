// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.verdict.Anomaly;
import org.breadboard.platform.history.verdict.AnomalyKind;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.HistoryEnd;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * Counts what goes into a check and the anomalies that come out, and makes the verdict. The first few anomalies are
 * kept as examples, at least one of each kind; sentences are only made for examples.
 *
 * <p>Sentences have names that plug-ins give, so they wait until {@link #tell}, on a thread that may call plug-ins.
 */
final class Findings {
    // What is kept of a client.
    private static final int ID = 0;
    private static final int BEGAN = 1;
    private static final int ENDED = 2;
    private static final int LATEST = 3;

    private final int maxExamples;
    private final Promise promise;
    private final List<Anomaly> examples = new ArrayList<>();
    private final List<Supplier<Anomaly>> untold = new ArrayList<>();
    private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
    private final Map<AnomalyKind, Long> allowed = new EnumMap<>(AnomalyKind.class);
    private long transactions;
    private long operations;
    private long committed;
    private long aborted;
    private long unknown;
    private long unknownCommitted;
    private long[] accountSums = {};
    private boolean installs;
    private boolean conflicts;
    private long forgottenUnknown;
    private long unnamed;
    private final Set<AnomalyKind> possible = EnumSet.noneOf(AnomalyKind.class);
    private boolean ranges;
    private boolean forgets;
    /** Of each client: the last transaction that ended, and when the latest began. */
    private long[][] clients = {};

    Findings(CheckOptions options) {
        maxExamples = options.maxExamples();
        promise = options.promise();
    }

    /** Counts a record that is checked, and looks at its times. */
    void count(TransactionView view) {
        // With real-time order, which is looked at later, it is found there.
        if (promise != Promise.STRICT_SERIALIZABLE && view.completionNs() < view.invocationNs()) {
            long id = view.transactionId();
            long completionNs = view.completionNs();
            long invocationNs = view.invocationNs();
            add(
                    AnomalyKind.REAL_TIME,
                    () -> "The transaction with the id " + id + " completed at " + completionNs
                            + " ns, before it began at " + invocationNs + " ns.",
                    id);
        }
        transactions++;
        operations += view.operations();
        switch (view.outcome()) {
            case COMMITTED -> {
                committed++;
                account(view.type(), view.account());
            }
            case ABORTED -> aborted++;
            case UNKNOWN -> unknown++;
        }
    }

    /**
     * Looks at transactions whose clients had another one under way when they began. One whose outcome its client does
     * not know is over when that begins the next.
     *
     * @param from the first that was not looked at before; those are compared with the last of the others
     */
    void follow(Columns columns, int from) {
        int[] order = inOrder(columns, from) ? null : byInvocation(columns, from);
        for (int i = from; i < columns.transactions; i++) {
            int t = order == null ? i : order[i - from];
            int client = columns.client[t];
            long beganNs = columns.invocationNs[t];
            long endedNs = columns.completionNs[t] == HistoryCodec.NEVER
                    ? beganNs
                    : Math.max(beganNs, columns.completionNs[t]);
            long[] last = lastOf(client);
            if (beganNs < last[ENDED] && endedNs > last[BEGAN]) {
                overlap(client, columns.id[t], beganNs, last[ID], last[ENDED]);
            }
            if (endedNs >= last[ENDED]) {
                last[ID] = columns.id[t];
                last[BEGAN] = beganNs;
                last[ENDED] = endedNs;
            }
        }
    }

    private long[] lastOf(int client) {
        if (client >= clients.length) {
            clients = Arrays.copyOf(clients, Math.max(client + 1, 2 * clients.length));
        }
        if (clients[client] == null) {
            clients[client] = new long[] {0, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE};
        }
        return clients[client];
    }

    /** Writers that took over from each other have records of one client, which may come in any order. */
    private boolean inOrder(Columns columns, int from) {
        boolean inOrder = true;
        for (int t = from; t < columns.transactions; t++) {
            long[] of = lastOf(columns.client[t]);
            inOrder &= columns.invocationNs[t] >= of[LATEST];
            of[LATEST] = Math.max(of[LATEST], columns.invocationNs[t]);
        }
        return inOrder;
    }

    private static int[] byInvocation(Columns columns, int from) {
        int[] indices = new int[columns.transactions - from];
        Arrays.setAll(indices, i -> from + i);
        return LongOrder.sort(columns.invocationNs, indices, indices.length);
    }

    private void overlap(int client, long id, long beganNs, long otherId, long otherEndedNs) {
        add(
                AnomalyKind.REAL_TIME,
                () -> "Client " + client + " began the transaction with the id " + id + " at " + beganNs
                        + " ns, while that with the id " + otherId + ", which ended at " + otherEndedNs
                        + " ns, was under way.",
                otherId,
                id);
    }

    /**
     * Counts transactions of unknown outcome that were found to have committed; they are not of unknown outcome any
     * more.
     */
    void countSeenCommitted(Columns columns) {
        int kept = 0;
        for (int i = 0; i < columns.unknowns; i++) {
            int t = columns.unknown[i];
            if (columns.status[t] == Columns.COMMITTED) {
                unknownCommitted++;
                account(columns.type[t], columns.unknownAccount[i]);
            } else {
                columns.unknown[kept] = t;
                columns.unknownAccount[kept++] = columns.unknownAccount[i];
            }
        }
        columns.unknowns = kept;
    }

    private void account(int type, long account) {
        if (type >= accountSums.length) {
            accountSums = Arrays.copyOf(accountSums, type + 1);
        }
        accountSums[type] += account;
    }

    /** Notes that a committed transaction installed something. */
    void noteInstall() {
        installs = true;
    }

    /** Notes that one transaction installed what another read or installed. */
    void noteConflict() {
        conflicts = true;
    }

    /** Notes that transactions met in a way from which, had they been kept apart worse, such an anomaly could come. */
    void notePossible(AnomalyKind kind) {
        possible.add(kind);
    }

    /** Whether that is known already. */
    boolean isPossible(AnomalyKind kind) {
        return possible.contains(kind);
    }

    /** Notes that a range was read. */
    void noteRange() {
        ranges = true;
    }

    /** Counts a transaction that named no instants, though they were promised. */
    void countUnnamed() {
        unnamed++;
    }

    void countForgottenUnknown() {
        forgottenUnknown++;
    }

    /** Whether finding such an anomaly breaks what was promised. */
    boolean excludes(AnomalyKind kind) {
        return kind.isExcludedBy(promise);
    }

    /** Counts what the promise allows. */
    void allow(AnomalyKind kind, long count) {
        possible.add(kind);
        allowed.merge(kind, count, Long::sum);
    }

    /** Notes an anomaly; if the promise allows it, it is only counted. */
    void add(AnomalyKind kind, Supplier<String> sentence, long... ofTransactions) {
        possible.add(kind);
        if (!excludes(kind)) {
            allow(kind, 1);
            return;
        }
        long before = counts.merge(kind, 1L, Long::sum) - 1;
        if (before == 0 || examples.size() + untold.size() < maxExamples) {
            List<Long> ids = new ArrayList<>();
            for (long id : ofTransactions) {
                ids.add(id);
            }
            untold.add(() -> new Anomaly(kind, sentence.get(), ids));
        }
    }

    /** Makes the sentences that are not made yet, while the transactions that they speak of are at hand. */
    void tell() {
        untold.forEach(example -> examples.add(example.get()));
        untold.clear();
    }

    /** Notes that transactions are forgotten: how those that come met them will not be seen. */
    void noteForgetting() {
        forgets = true;
    }

    private Set<AnomalyKind> impossible() {
        if (forgets) {
            return Set.of();
        }
        Set<AnomalyKind> impossible = EnumSet.of(AnomalyKind.LOST_UPDATE, AnomalyKind.G2_ITEM);
        if (ranges) {
            impossible.add(AnomalyKind.PHANTOM);
        }
        impossible.removeAll(possible);
        return impossible;
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /**
     * What was found. Tells what is not told yet.
     *
     * @param replicasChecked whether there was a final state to look at
     * @param unjudged keys of it that could not be judged
     * @param left what the last writes leave of each table
     */
    Verdict verdict(
            CheckOptions options,
            boolean replicasChecked,
            boolean replicasEqual,
            long unjudged,
            List<HistoryEnd.OfTable> left) {
        tell();
        boolean serializable = counts.keySet().stream().allMatch(AnomalyKind::leavesSerializable) && allowed.isEmpty();
        Map<Integer, Long> sums = new TreeMap<>();
        for (int type = 0; type < accountSums.length; type++) {
            sums.put(type, accountSums[type]);
        }
        return new Verdict(
                serializable,
                options.promise(),
                options.strict() && serializable && !counts.containsKey(AnomalyKind.REAL_TIME),
                replicasChecked,
                replicasEqual,
                unjudged,
                transactions,
                operations,
                committed,
                aborted,
                unknown,
                unknownCommitted,
                sums,
                installs && !conflicts,
                forgottenUnknown,
                unnamed,
                impossible(),
                examples.stream().sorted(Comparator.comparing(Anomaly::kind)).toList(),
                counts,
                allowed,
                new HistoryEnd(transactions, operations, left));
    }
}
