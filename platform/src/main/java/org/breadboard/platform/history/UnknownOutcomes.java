package org.breadboard.platform.history;

/**
 * Decides which transactions of unknown outcome committed: those whose writes a committed transaction, or the final state, saw.
 *
 * <p>Where a read at a later version (headers may be shared) fits both the unknown write and the committed one before it, nothing is
 * decided from it: to assume less never accuses wrongly.
 */
final class UnknownOutcomes {
    private final CheckRound round;
    private final Columns columns;
    private final VersionIndex index;
    private final FinalStateCheck finals;

    UnknownOutcomes(CheckRound round, FinalStateCheck finals) {
        this.round = round;
        this.columns = round.columns;
        this.index = round.index;
        this.finals = finals;
    }

    /** Promotes what was observed, until nothing changes: a transaction found to have committed is an observer itself. */
    void resolve() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < columns.unknowns; i++) {
                int t = columns.unknown[i];
                if (columns.status[t] == Columns.POSSIBLE && observed(t)) {
                    columns.status[t] = Columns.COMMITTED;
                    changed = true;
                }
            }
        }
    }

    private boolean observed(int t) {
        boolean observed = false;
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            observed |= columns.isInstall(op) && observedInstall(t, op);
        }
        return observed;
    }

    private boolean observedInstall(int t, int install) {
        int key = columns.key[install];
        long version = columns.version[install];
        int before = index.installAtOrBelow(key, version);
        int next = index.nextInstall(key, version);
        long nextVersion = next < 0 ? Long.MAX_VALUE : columns.version[next];
        if (before >= 0 && columns.version[before] == version && columns.sameValue(before, install)) {
            return false;
        }
        boolean distinct = before >= 0 ? !columns.sameValue(before, install) : !baselineIs(key, install);
        boolean observed = false;
        for (int at = index.firstAtOrAbove(key, version); at < index.start[key + 1]; at++) {
            int op = index.order[at];
            if (columns.version[op] >= nextVersion && next >= 0) {
                break;
            }
            int reader = columns.transaction[op];
            if (!columns.isInstall(op)
                    && reader != t
                    && columns.status[reader] == Columns.COMMITTED
                    && (distinct || columns.version[op] == version)
                    && columns.sameValue(op, install)) {
                // Who is seen took effect before its observer completed; real-time order may build on that.
                columns.completionNs[t] = Math.min(columns.completionNs[t], columns.completionNs[reader]);
                observed = true;
            }
        }
        return observed
                || next < 0
                        && finals != null
                        && finals.shows(key, version, columns.hash[install], columns.absent(install), distinct)
                || !round.options.sharedHeaders() && fillsGap(key, version, before, next);
    }

    /** Where each install adds exactly one, a version that only the unknown transaction has must be its. */
    private boolean fillsGap(int key, long version, int before, int next) {
        return next >= 0
                && columns.version[next] == version + 1
                && (before < 0 || columns.version[before] < version)
                && !(before < 0 && round.keys.known(key) && round.keys.baseVersion[key] >= version);
    }

    private boolean baselineIs(int key, int install) {
        return round.keys.known(key) && round.keys.baseIs(key, columns.hash[install], columns.absent(install));
    }
}
