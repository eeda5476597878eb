// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.function.Supplier;
import org.breadboard.platform.history.verdict.AnomalyKind;

/**
 * Judges single operations: does a read show what was installed at its version, and does an install add to what was
 * there.
 */
final class OperationJudge {
    private final CheckRound round;
    private final Columns columns;
    private final KeyTable keys;
    private final VersionIndex index;

    OperationJudge(CheckRound round) {
        this.round = round;
        this.columns = round.columns;
        this.keys = round.keys;
        this.index = round.index;
    }

    /**
     * Judges a final install of a committed transaction.
     *
     * @param current the final install before it on its key, or -1 for the baseline
     */
    void install(int op, int current) {
        int key = columns.key[op];
        int t = columns.transaction[op];
        long version = columns.version[op];
        if (current >= 0) {
            int before = columns.transaction[current];
            if (version == columns.version[current] && (round.fresh(t) || round.fresh(before))) {
                round.findings.add(
                        AnomalyKind.LOST_UPDATE,
                        () -> round.narrator.name(before) + " installed version " + version + " of " + name(op)
                                + ", as did " + round.narrator.name(t) + "; one of the two is lost.",
                        columns.id[before],
                        columns.id[t]);
            }
            reportGap(op, columns.version[current], columns.absent(current));
        } else if (keys.known(key)) {
            if (round.fresh(t)) {
                installOverBaseline(op);
            }
            if (version > keys.baseVersion[key]) {
                reportGap(op, keys.baseVersion[key], keys.gone(key));
            }
        }
    }

    private void installOverBaseline(int op) {
        int key = columns.key[op];
        long version = columns.version[op];
        long base = keys.baseVersion[key];
        if (version == base || version < base && !keys.forgotten(key)) {
            add(
                    AnomalyKind.LOST_UPDATE,
                    op,
                    () -> installed(op) + ", although version " + base + " of it was there before.");
        } else if (version < base || version <= keys.floor(key)) {
            add(
                    AnomalyKind.REAL_TIME,
                    op,
                    () -> installed(op)
                            + ", although a transaction that completed before it began had installed or read version "
                            + Math.max(base, keys.floor(key)) + ".");
        }
    }

    private String installed(int op) {
        return round.narrator.name(columns.transaction[op]) + " installed version " + columns.version[op] + " of "
                + name(op);
    }

    /** Reports a gap between a version, at which the key was absent or not, and that of an install. */
    private void reportGap(int op, long before, boolean wasAbsent) {
        long version = columns.version[op];
        if (isExact(op, wasAbsent)
                && before != Long.MIN_VALUE
                && version > before + 1
                && round.settled(columns.transaction[op])
                && installedBetween(op, before) < version - before - 1
                && !mayBeFilled(op)) {
            if (!round.newlySettled(columns.transaction[op]) && !round.hasPromoted(columns.key[op], version)) {
                return;
            }
            int other = interrupted(op, before);
            if (other >= 0) {
                int t = columns.transaction[other];
                add(
                        AnomalyKind.G0,
                        op,
                        other,
                        () -> round.narrator.name(t) + " had installed version " + columns.version[other] + " of "
                                + name(op) + ", and not yet version "
                                + columns.version[columns.finalInstall(t, columns.key[op])] + ", when "
                                + round.narrator.name(columns.transaction[op]) + " installed version " + version + ".");
                return;
            }
            add(
                    AnomalyKind.LOST_WRITE,
                    op,
                    () -> "A version between " + before + " and " + version + " of " + name(op)
                            + " is missing, although " + round.narrator.name(columns.transaction[op])
                            + " installed the latter.");
        }
    }

    /** What another committed transaction installed for a while, between a version and an install; or -1. */
    private int interrupted(int install, long before) {
        int key = columns.key[install];
        for (int at = index.firstAtOrAbove(key, before + 1);
                at < index.start[key + 1] && columns.version[index.order[at]] < columns.version[install];
                at++) {
            int op = index.order[at];
            boolean committed = columns.status[columns.transaction[op]] == Columns.COMMITTED;
            if (committed && columns.isInstall(op) && columns.transaction[op] != columns.transaction[install]) {
                return op;
            }
        }
        return -1;
    }

    /**
     * Judges a read of a committed transaction; one that fits nothing, or is its own, is marked astray.
     *
     * @param current the final install at or before its version, or -1 for the baseline
     */
    void read(int op, int current) {
        int key = columns.key[op];
        int t = columns.transaction[op];
        columns.info[op] &= ~Columns.ASTRAY;
        boolean fits;
        if (current >= 0) {
            boolean versionFits = !isExact(op, columns.absent(op)) || columns.version[op] == columns.version[current];
            fits = versionFits && !foresees(op, current) && (columns.sameValue(op, current) || twin(op, current) >= 0);
        } else if (keys.known(key)) {
            boolean versionFits = isExact(op, columns.absent(op))
                    ? columns.version[op] == keys.baseVersion[key]
                    : columns.version[op] >= keys.baseVersion[key];
            fits = versionFits && keys.baseIs(key, columns.hash[op], columns.absent(op));
        } else {
            // Not even the state before all installs is known: whoever may have seen an unknown transaction teaches
            // nothing about it.
            fits = !mayBeUnknown(op, current);
            if (fits && round.settled(t)) {
                long version = isExact(op, columns.absent(op)) ? columns.version[op] : Long.MIN_VALUE;
                keys.learn(key, version, columns.hash[op], columns.absent(op));
            }
        }
        if (!fits || isOwn(op)) {
            columns.info[op] |= Columns.ASTRAY;
            boolean late = current >= 0 && round.settled(t) && round.fresh(columns.transaction[current]);
            if ((round.newlySettled(t) || late) && !isExcused(op, current)) {
                reportAstray(op, current);
            }
        }
    }

    /** Whether a read that fits no install saw what is its transaction's own, or may be that of an unknown one. */
    boolean isExcused(int read, int current) {
        return isOwn(read) || mayBeUnknown(read, current);
    }

    /** Whether a read shows what its own transaction installed only later. */
    private boolean foresees(int read, int current) {
        return current > read && columns.transaction[current] == columns.transaction[read];
    }

    /** Whether a transaction read what it had installed itself for a while. */
    private boolean isOwn(int read) {
        boolean own = false;
        for (int op = columns.firstOperation[columns.transaction[read]]; op < read; op++) {
            own |= columns.key[op] == columns.key[read]
                    && columns.isInstall(op)
                    && columns.version[op] == columns.version[read]
                    && columns.sameValue(op, read);
        }
        return own;
    }

    /** Another final install at the version of the current one that shows what was read, or -1. */
    int twin(int op, int current) {
        int key = columns.key[op];
        for (int at = index.firstAtOrAbove(key, columns.version[current]); at < index.start[key + 1]; at++) {
            int other = index.order[at];
            if (columns.version[other] != columns.version[current] || !columns.isInstall(other)) {
                break;
            }
            if (index.isCommittedFinal(other) && columns.sameValue(op, other)) {
                return other;
            }
        }
        return -1;
    }

    /** Whether a transaction of unknown outcome may have installed what was read, after the current install. */
    private boolean mayBeUnknown(int read, int current) {
        int key = columns.key[read];
        long version = columns.version[read];
        long above = current >= 0 ? columns.version[current] : keys.baseVersion[key];
        boolean may = false;
        for (int at = index.firstAtOrAbove(key, above);
                at < index.start[key + 1] && columns.version[index.order[at]] <= version;
                at++) {
            int op = index.order[at];
            may |= mayPrecede(columns.transaction[op], columns.transaction[read])
                    && columns.isInstall(op)
                    && columns.sameValue(op, read)
                    && columns.version[op] > above
                    && (!isExact(read, columns.absent(read)) || columns.version[op] == version);
        }
        return may;
    }

    /**
     * Whether a transaction of unknown outcome may have installed something before a version: where, its client may not
     * have heard.
     */
    private boolean mayBeFilled(int install) {
        int key = columns.key[install];
        long version = columns.version[install];
        boolean may = keys.mayHaveMore(key, version);
        int end = index.firstAtOrAbove(key, version);
        for (int at = index.start[key]; at < end; at++) {
            int op = index.order[at];
            may |= columns.isInstall(op) && mayPrecede(columns.transaction[op], columns.transaction[install]);
        }
        return may;
    }

    /** Whether a transaction is of unknown outcome, and had begun when another one completed, where that counts. */
    private boolean mayPrecede(int t, int other) {
        return columns.status[t] == Columns.POSSIBLE
                && (!round.options.strict() || columns.invocationNs[t] <= columns.completionNs[other]);
    }

    /**
     * How many versions between one and an install have installs of the same transaction, or of one that may have
     * committed.
     */
    private long installedBetween(int install, long before) {
        int key = columns.key[install];
        long installed = 0;
        long last = before;
        for (int at = index.firstAtOrAbove(key, before + 1);
                at < index.start[key + 1] && columns.version[index.order[at]] < columns.version[install];
                at++) {
            int op = index.order[at];
            int t = columns.transaction[op];
            boolean counts = columns.isInstall(op)
                    && (t == columns.transaction[install] || mayPrecede(t, columns.transaction[install]));
            if (counts && columns.version[op] > last) {
                installed++;
                last = columns.version[op];
            }
        }
        return installed;
    }

    private void reportAstray(int op, int current) {
        int key = columns.key[op];
        long version = columns.version[op];
        Supplier<String> saw = () -> round.narrator.name(columns.transaction[op]) + " read " + name(op) + " at version "
                + version + " and saw ";
        if (current < 0 && keys.forgotten(key) && version < keys.baseVersion[key]) {
            add(
                    AnomalyKind.REAL_TIME,
                    op,
                    () -> saw.get() + "a stale value: version " + keys.baseVersion[key]
                            + " had been installed by a transaction that completed before it began.");
            return;
        }
        int source = explanation(op);
        if (source >= 0 && foresees(op, source)) {
            add(AnomalyKind.G1B, op, () -> saw.get() + "the value that it installed itself only later.");
            return;
        }
        if (isLostUpdate(op, current, source)) {
            add(
                    AnomalyKind.LOST_UPDATE,
                    op,
                    current,
                    () -> saw.get()
                            + (source < 0
                                    ? "the value from before all installs"
                                    : "the value that " + round.narrator.name(columns.transaction[source])
                                            + " installed at version " + columns.version[source])
                            + "; it installed version "
                            + columns.version[columns.finalInstall(columns.transaction[op], key)]
                            + " without having seen version " + columns.version[current] + " by "
                            + round.narrator.name(columns.transaction[current]) + ".");
            return;
        }
        Supplier<String> whose = () -> round.narrator.name(columns.transaction[source]);
        switch (source < 0 ? 0 : rank(source, version)) {
            case INTERMEDIATE ->
                add(
                        AnomalyKind.G1B,
                        op,
                        source,
                        () -> saw.get() + "an intermediate value, which " + whose.get()
                                + " overwrote itself before it committed.");
            case ABORTED_SAME, ABORTED_OTHER ->
                add(AnomalyKind.G1A, op, source, () -> saw.get() + "the value of " + whose.get() + ", which aborted.");
            case COMMITTED_OTHER ->
                add(
                        AnomalyKind.G1B,
                        op,
                        source,
                        () -> saw.get() + "the value that " + whose.get() + " installed at version "
                                + columns.version[source] + ".");
            default -> {
                boolean initial = keys.known(key) && keys.baseIs(key, columns.hash[op], columns.absent(op));
                String value = initial ? "the value from before all installs" : "a value that nobody installed";
                add(
                        AnomalyKind.G1B,
                        op,
                        () -> saw.get() + (columns.absent(op) && !initial ? "no value, which nobody left so" : value)
                                + ".");
            }
        }
    }

    /** The install that explains best a read that fits none: it has the same value. -1 if none has. */
    int explanation(int read) {
        int key = columns.key[read];
        int source = -1;
        int rank = 0;
        for (int at = index.start[key]; at < index.start[key + 1]; at++) {
            int other = index.order[at];
            if (columns.isInstall(other) && columns.sameValue(read, other)) {
                int otherRank = rank(other, columns.version[read]);
                if (otherRank > rank) {
                    rank = otherRank;
                    source = other;
                }
            }
        }
        return source;
    }

    /**
     * Whether a read that fits no install saw an older value than the current one, and its transaction then overwrote
     * the current one: its client takes what was there before its own install for what it read.
     *
     * @param source what explains it, or -1
     */
    boolean isLostUpdate(int read, int current, int source) {
        int key = columns.key[read];
        int own = columns.finalInstall(columns.transaction[read], key);
        if (own < 0 || current < 0 || columns.version[own] <= columns.version[read]) {
            return false;
        }
        return source < 0
                ? keys.known(key) && keys.baseIs(key, columns.hash[read], columns.absent(read))
                : index.isCommittedFinal(source) && columns.version[source] < columns.version[current];
    }

    private boolean isExact(int op, boolean absent) {
        return round.options.isExact(keys.table(columns.key[op]), absent);
    }

    private static final int ABORTED_OTHER = 1;
    private static final int COMMITTED_OTHER = 2;
    private static final int ABORTED_SAME = 3;
    private static final int INTERMEDIATE = 4;

    /** How well an install with the same value explains a read: the greater the better, 0 for not at all. */
    private int rank(int install, long version) {
        byte status = columns.status[columns.transaction[install]];
        if (status == Columns.ABORTED) {
            return columns.version[install] == version ? ABORTED_SAME : ABORTED_OTHER;
        }
        if (status == Columns.POSSIBLE) {
            return 0;
        }
        return !columns.isFinalInstall(install) && columns.version[install] <= version ? INTERMEDIATE : COMMITTED_OTHER;
    }

    private String name(int op) {
        return round.narrator.keyName(columns.key[op]);
    }

    private void add(AnomalyKind kind, int op, Supplier<String> sentence) {
        round.findings.add(kind, sentence, columns.id[columns.transaction[op]]);
    }

    private void add(AnomalyKind kind, int op, int source, Supplier<String> sentence) {
        round.findings.add(
                kind, sentence, columns.id[columns.transaction[op]], columns.id[columns.transaction[source]]);
    }
}
