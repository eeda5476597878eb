package org.breadboard.platform.history;

/** How long a windowed check has to care about transactions of unknown outcome whose writes nobody saw. */
final class UnknownLifetimes {
    private final CheckRound round;
    private final Columns columns;
    private final boolean[] overwritten;

    UnknownLifetimes(CheckRound round) {
        this.round = round;
        this.columns = round.columns;
        overwritten = new boolean[columns.unknowns == 0 ? 0 : columns.transactions];
        boolean changed = columns.unknowns > 0;
        while (changed) {
            changed = false;
            for (int i = 0; i < columns.unknowns; i++) {
                int t = columns.unknown[i];
                if (columns.status[t] == Columns.POSSIBLE && !overwritten[t] && areOverwritten(t)) {
                    overwritten[t] = true;
                    changed = true;
                }
            }
        }
    }

    /**
     * Whether it will never be found to have committed without contradicting real time: all that it would have installed was overwritten
     * by transactions that are settled, and no undecided transaction at hand may have seen it. It holds back nothing any more.
     */
    boolean isOverwritten(int t) {
        return overwritten[t];
    }

    private boolean areOverwritten(int t) {
        boolean all = true;
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            all &= !columns.isInstall(op) || (isOverwrittenInstall(op) && !isRead(op, true));
        }
        return all;
    }

    /** Whether, besides, no transaction at hand needs it as an explanation of what it saw or missed. */
    boolean isObsolete(int t) {
        boolean obsolete = isOverwritten(t);
        for (int op = columns.firstOperation[t]; obsolete && op < columns.firstOperation[t + 1]; op++) {
            obsolete = !columns.isInstall(op)
                    || isForgotten(op)
                    || (!isRead(op, false) && !(columns.absent(op) && isScanned(op)));
        }
        return obsolete;
    }

    private boolean isOverwrittenInstall(int install) {
        int next = round.index.nextInstall(columns.key[install], columns.version[install]);
        return next >= 0 ? round.settled(columns.transaction[next]) : isForgotten(install);
    }

    private boolean isForgotten(int install) {
        int key = columns.key[install];
        return round.keys.forgotten(key) && round.keys.baseVersion[key] >= columns.version[install];
    }

    /** Whether a read at hand, or one by a transaction that is not decided yet, shows the value before it was overwritten. */
    private boolean isRead(int install, boolean byUndecided) {
        int key = columns.key[install];
        int next = round.index.nextInstall(key, columns.version[install]);
        boolean read = false;
        for (int at = round.index.firstAtOrAbove(key, columns.version[install]);
                at < round.index.start[key + 1];
                at++) {
            int op = round.index.order[at];
            if (op == next) {
                break;
            }
            int reader = columns.transaction[op];
            boolean undecided =
                    columns.status[reader] == Columns.POSSIBLE ? !overwritten[reader] : !round.settled(reader);
            read |= !columns.isInstall(op)
                    && reader != columns.transaction[install]
                    && columns.sameValue(op, install)
                    && (undecided || !byUndecided);
        }
        return read;
    }

    /** Whether a scan at hand looked at the key, and began before it was overwritten. */
    private boolean isScanned(int install) {
        int key = columns.key[install];
        int next = round.index.nextInstall(key, columns.version[install]);
        long byNs = next < 0 ? Long.MAX_VALUE : columns.completionNs[columns.transaction[next]];
        boolean scanned = false;
        for (int p = 0; p < columns.predicates; p++) {
            scanned |= columns.predicateTable[p] == round.keys.table[key]
                    && columns.lowest[p] <= round.keys.key[key]
                    && round.keys.key[key] <= columns.highest[p]
                    && columns.invocationNs[columns.predicateTransaction[p]] <= byNs;
        }
        return scanned;
    }
}
