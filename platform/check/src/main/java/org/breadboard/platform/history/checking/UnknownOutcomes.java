// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.platform.history.HistoryCodec;

/**
 * Decides which transactions of unknown outcome committed: those whose writes a committed transaction, or the final
 * state, saw.
 *
 * <p>Nothing is decided from what has another explanation too: where headers are shared, a value that the committed
 * install before it had as well; or a value that two unknown transactions would have installed. To assume less never
 * accuses wrongly; and whoever saw a value that some unknown transaction may have installed is not accused either.
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

    /**
     * Promotes what was observed, until nothing changes: a transaction found to have committed is an observer itself.
     * The final state is asked only when reads tell no more, so that what they show to be overwritten is not taken for
     * what it shows.
     */
    void resolve() {
        boolean changed = true;
        while (changed) {
            changed = promote(false) || finals != null && promote(true);
        }
    }

    private boolean promote(boolean byFinals) {
        boolean any = false;
        for (int i = 0; i < columns.unknowns; i++) {
            int t = columns.unknown[i];
            if (columns.status[t] == Columns.POSSIBLE && observed(t, byFinals)) {
                round.promote(t);
                any = true;
            }
        }
        return any;
    }

    private boolean observed(int t, boolean byFinals) {
        boolean observed = false;
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            observed |= columns.isInstall(op) && (byFinals ? shownInstall(op) : observedInstall(t, op));
        }
        return observed;
    }

    private boolean observedInstall(int t, int install) {
        int key = columns.key[install];
        long version = columns.version[install];
        if (round.keys.isOverwritten(key, version)) {
            // Whoever saw it before is forgotten too.
            return false;
        }
        int before = index.installAtOrBelow(key, version);
        int next = index.nextInstall(key, version);
        long nextVersion = next < 0 ? Long.MAX_VALUE : columns.version[next];
        boolean observed = false;
        for (int at = index.firstAtOrAbove(key, version); at < index.start[key + 1]; at++) {
            int op = index.order[at];
            if (next >= 0 && columns.version[op] >= nextVersion) {
                break;
            }
            long seenNs = columns.completionNs[columns.transaction[op]];
            if (witnesses(op, install) && isSole(install, before, columns.version[op], seenNs, counted(key))) {
                // Who is seen took effect before its observer completed; real-time order may build on that.
                columns.completionNs[t] =
                        Math.min(columns.completionNs[t], columns.completionNs[columns.transaction[op]]);
                observed = true;
            }
        }
        return observed || (counted(key) && fillsGap(install, before, next));
    }

    private boolean counted(int key) {
        return round.options.versions().apply(round.keys.table(key)) == Versions.COUNTED;
    }

    private boolean shownInstall(int install) {
        int key = columns.key[install];
        long version = columns.version[install];
        // A key that is absent in the end shows no version.
        boolean showsExactly = counted(key) && !columns.absent(install);
        return !round.keys.isOverwritten(key, version)
                && index.nextInstall(key, version) < 0
                && (!showsExactly || finals.version(key) == version)
                && finals.mayShow(key, version, columns.hash[install], columns.absent(install))
                && isSole(
                        install,
                        index.installAtOrBelow(key, version),
                        finals.version(key),
                        HistoryCodec.NEVER,
                        showsExactly);
    }

    private boolean witnesses(int read, int install) {
        int reader = columns.transaction[read];
        return !columns.isInstall(read)
                && reader != columns.transaction[install]
                && columns.status[reader] == Columns.COMMITTED
                && round.settled(reader)
                && columns.sameValue(read, install)
                && (!counted(columns.key[read]) || columns.version[read] == columns.version[install]);
    }

    /**
     * Whether only this install explains that its value was there at a version, exactly or gaps allowed, at an instant.
     */
    private boolean isSole(int install, int before, long atVersion, long atNs, boolean exactly) {
        int key = columns.key[install];
        boolean beforeFits = before >= 0 ? columns.sameValue(before, install) : baselineFits(key, install);
        long above = before < 0 ? round.keys.baseVersion[key] : columns.version[before];
        if (beforeFits && (!exactly || above == columns.version[install])) {
            return false;
        }
        for (int at = index.firstAtOrAbove(key, above);
                at < index.start[key + 1] && columns.version[index.order[at]] <= atVersion;
                at++) {
            int other = index.order[at];
            int t = columns.transaction[other];
            if (columns.isInstall(other)
                    && t != columns.transaction[install]
                    && columns.status[t] == Columns.POSSIBLE
                    && columns.version[other] > above
                    && columns.sameValue(other, install)
                    && (!exactly || columns.version[other] == columns.version[install])
                    && (!round.options.strict() || columns.invocationNs[t] <= atNs)) {
                return false;
            }
        }
        return true;
    }

    /** Where each install adds exactly one, a version that only one unknown transaction has must be its. */
    private boolean fillsGap(int install, int before, int next) {
        int key = columns.key[install];
        long version = columns.version[install];
        boolean gap = next >= 0
                && columns.version[next] == version + 1
                && (round.newlySettled(columns.transaction[next]) || round.fresh(columns.transaction[next]))
                && round.settled(columns.transaction[next])
                && hadBegun(columns.transaction[install], columns.transaction[next])
                && (before < 0
                        ? !round.keys.known(key) || round.keys.baseVersion[key] < version
                        : columns.version[before] < version);
        for (int at = index.firstAtOrAbove(key, version);
                gap && at < index.start[key + 1] && columns.version[index.order[at]] == version;
                at++) {
            int other = index.order[at];
            int t = columns.transaction[other];
            gap = !columns.isInstall(other)
                    || t == columns.transaction[install]
                    || columns.status[t] == Columns.ABORTED
                    || !hadBegun(t, columns.transaction[next]);
        }
        return gap;
    }

    /** Whether a transaction had begun when another one completed, where that counts. */
    private boolean hadBegun(int t, int other) {
        return !round.options.strict() || columns.invocationNs[t] <= columns.completionNs[other];
    }

    private boolean baselineFits(int key, int install) {
        return !round.keys.known(key) || round.keys.baseIs(key, columns.hash[install], columns.absent(install));
    }
}
