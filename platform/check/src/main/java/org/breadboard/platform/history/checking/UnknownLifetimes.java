// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

/** How long a windowed check has to care about transactions of unknown outcome whose writes nobody saw. */
final class UnknownLifetimes {
    private final CheckRound round;
    private final Columns columns;
    private final boolean[] observable;

    UnknownLifetimes(CheckRound round) {
        this.round = round;
        this.columns = round.columns;
        observable = new boolean[columns.unknowns == 0 ? 0 : columns.transactions];
        boolean changed = columns.unknowns > 0;
        while (changed) {
            changed = false;
            for (int i = 0; i < columns.unknowns; i++) {
                int t = columns.unknown[i];
                if (isPossible(t) && !observable[t] && isObservable(t)) {
                    observable[t] = true;
                    changed = true;
                }
            }
        }
    }

    /**
     * Whether it will never be found to have committed without contradicting real time: all that it would have
     * installed was overwritten by transactions that are settled, no undecided transaction at hand may have seen it,
     * and none that may itself be found to have committed installed something beside it, which would tell what was seen
     * of either apart. It holds back nothing any more.
     */
    boolean isOverwritten(int t) {
        return !observable[t];
    }

    private boolean isObservable(int t) {
        boolean any = false;
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1] && !any; op++) {
            any = columns.isInstall(op) && (!isOverwrittenInstall(op) || isRead(op, true) || isBesideObservable(op));
        }
        return any;
    }

    private boolean isPossible(int t) {
        return columns.status[t] == Columns.POSSIBLE;
    }

    /**
     * Whether one that may yet be found to have committed installed the key between what was there before and what
     * overwrote it.
     */
    private boolean isBesideObservable(int install) {
        int key = columns.key[install];
        int before = round.index.installAtOrBelow(key, columns.version[install]);
        int next = round.index.nextInstall(key, columns.version[install]);
        long above = before < 0 ? round.keys.baseVersion[key] : columns.version[before];
        boolean beside = false;
        for (int at = round.index.firstAtOrAbove(key, above); at < round.index.start[key + 1]; at++) {
            int op = round.index.order[at];
            if (op == next) {
                break;
            }
            int other = columns.transaction[op];
            beside |= columns.isInstall(op) && isPossible(other) && observable[other];
        }
        return beside;
    }

    /** Whether, besides, no transaction at hand needs it as an explanation of what it saw or missed. */
    boolean isObsolete(int t) {
        boolean obsolete = isOverwritten(t);
        for (int op = columns.firstOperation[t]; obsolete && op < columns.firstOperation[t + 1]; op++) {
            obsolete = !columns.isInstall(op)
                    || round.keys.isOverwritten(columns.key[op], columns.version[op])
                    || (!isRead(op, false) && !(columns.absent(op) && isScanned(op)));
        }
        return obsolete;
    }

    private boolean isOverwrittenInstall(int install) {
        int key = columns.key[install];
        int next = round.index.nextInstall(key, columns.version[install]);
        return next >= 0
                ? round.settled(columns.transaction[next])
                : round.keys.isOverwritten(key, columns.version[install]);
    }

    /**
     * Whether a read at hand, or one by a transaction that is not decided yet, shows the value before it was
     * overwritten.
     */
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
            boolean undecided = isPossible(reader) ? observable[reader] : !round.settled(reader);
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
