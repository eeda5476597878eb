// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.List;
import java.util.function.IntPredicate;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;

/**
 * Tries all orders of a small history's transactions, one after the other, and knows nothing of graphs, cycles or
 * indexes: it is what the checker is held against.
 *
 * <p>A history is explained if its committed transactions, and any of those of unknown outcome, can be executed in some
 * order on the initial state so that each sees what it says. What that means:
 *
 * <ul>
 *   <li>A read shows what its key held when its transaction began, or what the transaction has installed before it.
 *   <li>An install has a greater version than all that was read or installed before on its key.
 *   <li>Where versions are counted, a read has the very version that it shows, and no version is left out.
 *   <li>A shared version may run ahead of the last install of a key, so it may be greater.
 *   <li>With real time, whoever completed before another one began is executed before it.
 * </ul>
 *
 * <p>Keys are small numbers of table 0; there are no scans.
 */
final class SerialOrder {
    private static final int KEYS = 3;

    private final List<Tx> transactions;
    private final boolean realTime;
    private final boolean counted;
    private final List<Op> finals;
    private int chosen;

    private SerialOrder(HistoryModel model, boolean realTime, boolean counted, List<Op> finals) {
        transactions = model.transactions;
        this.realTime = realTime;
        this.counted = counted;
        this.finals = finals;
    }

    /** What each key holds, and the greatest version that anybody has seen of it. */
    private static final class State {
        final long[] version = new long[KEYS];
        final long[] hash = new long[KEYS];
        final boolean[] absent = new boolean[KEYS];
        final long[] seen = new long[KEYS];

        static State initial(HistoryModel model) {
            State state = new State();
            for (int key = 0; key < KEYS; key++) {
                state.absent[key] = true;
            }
            for (Op op : model.initial) {
                int key = (int) op.key;
                state.absent[key] = false;
                state.hash[key] = op.hash;
                state.version[key] = op.version;
                state.seen[key] = op.version;
            }
            return state;
        }

        State copy() {
            State copy = new State();
            for (int key = 0; key < KEYS; key++) {
                copy.version[key] = version[key];
                copy.hash[key] = hash[key];
                copy.absent[key] = absent[key];
                copy.seen[key] = seen[key];
            }
            return copy;
        }
    }

    /**
     * Whether some order explains the history.
     *
     * @param realTime whether it has to respect real time
     * @param counted whether versions are counted, or else shared
     * @param finals what the keys hold in the end, where they are present; or null if nobody has looked
     */
    static boolean exists(HistoryModel model, boolean realTime, boolean counted, List<Op> finals) {
        SerialOrder search = new SerialOrder(model, realTime, counted, finals);
        return search.anyChoice(chosen -> search.goOn(0, State.initial(model)));
    }

    /** Whether some order of starts and commits does, where who is first to commit wins. */
    static boolean snapshotsExist(HistoryModel model, boolean counted) {
        SerialOrder search = new SerialOrder(model, false, counted, null);
        return search.anyChoice(
                chosen -> search.goOnWithSnapshots(0, State.initial(model), new State[model.transactions.size()]));
    }

    private boolean anyChoice(IntPredicate explains) {
        int committed = 0;
        int unknown = 0;
        for (int t = 0; t < transactions.size(); t++) {
            committed |= transactions.get(t).outcome == Outcome.COMMITTED ? 1 << t : 0;
            unknown |= transactions.get(t).outcome == Outcome.UNKNOWN ? 1 << t : 0;
        }
        for (int of = unknown; ; of = of - 1 & unknown) {
            chosen = committed | of;
            if (explains.test(chosen)) {
                return true;
            }
            if (of == 0) {
                return false;
            }
        }
    }

    private boolean goOn(int done, State state) {
        if (done == chosen) {
            return endsRight(state);
        }
        for (int t = 0; t < transactions.size(); t++) {
            if (isNext(t, done)) {
                State after = state.copy();
                if (reads(t, state, after) && install(t, state, after) && goOn(done | 1 << t, after)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean goOnWithSnapshots(int done, State state, State[] began) {
        if (done == chosen) {
            return true;
        }
        for (int t = 0; t < transactions.size(); t++) {
            if ((chosen >>> t & 1) == 0 || (done >>> t & 1) != 0) {
                continue;
            }
            State of = began[t];
            State after = state.copy();
            if (of == null) {
                began[t] = state;
                if (reads(t, state, after) && goOnWithSnapshots(done, after, began)) {
                    return true;
                }
                began[t] = null;
            } else if (isFirst(t, of, state)
                    && install(t, of, after)
                    && goOnWithSnapshots(done | 1 << t, after, began)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFirst(int t, State began, State now) {
        for (Op op : transactions.get(t).ops) {
            if (installs(op) && began.version[(int) op.key] != now.version[(int) op.key]) {
                return false;
            }
        }
        return true;
    }

    private boolean isNext(int t, int done) {
        if ((chosen >>> t & 1) == 0 || (done >>> t & 1) != 0) {
            return false;
        }
        for (int other = 0; realTime && other < transactions.size(); other++) {
            Tx before = transactions.get(other);
            boolean waits = (chosen >>> other & 1) != 0 && (done >>> other & 1) == 0 && other != t;
            if (waits
                    && before.outcome == Outcome.COMMITTED
                    && before.completionNs < transactions.get(t).invocationNs) {
                return false;
            }
        }
        return true;
    }

    /** Whether what a transaction read is what there is, or its own; notes what it has seen. */
    private boolean reads(int t, State state, State after) {
        List<Op> ops = transactions.get(t).ops;
        for (int i = 0; i < ops.size(); i++) {
            Op read = ops.get(i);
            if (installs(read)) {
                continue;
            }
            int key = (int) read.key;
            boolean shown = sameValue(read, state.hash[key], state.absent[key])
                    && (counted ? read.version == state.version[key] : read.version >= state.version[key]);
            Op own = finalInstall(t, key);
            boolean before = shown && (own == null || read.version < own.version);
            if (!before && !isOwn(ops, i, own)) {
                return false;
            }
            after.seen[key] = Math.max(after.seen[key], before ? read.version : 0);
        }
        return true;
    }

    /**
     * Whether a read shows what its transaction has installed before it, to stay or for a while. A shared version may
     * have moved since, with another key.
     */
    private boolean isOwn(List<Op> ops, int at, Op last) {
        Op read = ops.get(at);
        boolean own = false;
        for (int i = 0; i < at; i++) {
            Op op = ops.get(i);
            own |= installs(op)
                    && op.key == read.key
                    && sameValue(read, op.hash, op.absent)
                    && (op.version == read.version || !counted && op == last && read.version > op.version);
        }
        return own;
    }

    private boolean install(int t, State before, State after) {
        for (int key = 0; key < KEYS; key++) {
            Op last = finalInstall(t, key);
            if (last == null) {
                continue;
            }
            boolean adds = counted
                    ? leavesNoVersionOut(t, key, before.version[key], last.version)
                    : last.version > after.seen[key];
            if (!adds || last.version <= before.version[key]) {
                return false;
            }
            after.version[key] = last.version;
            after.hash[key] = last.hash;
            after.absent[key] = last.absent;
            after.seen[key] = last.version;
            for (Op op : transactions.get(t).ops) {
                after.seen[key] = Math.max(after.seen[key], op.key == key ? op.version : 0);
            }
        }
        return true;
    }

    /** Whether a transaction has installed all versions of a key between one and its last. */
    private boolean leavesNoVersionOut(int t, int key, long before, long last) {
        for (long version = before + 1; version < last; version++) {
            boolean installed = false;
            for (Op op : transactions.get(t).ops) {
                installed |= op.key == key && op.version == version && installs(op);
            }
            if (!installed) {
                return false;
            }
        }
        return true;
    }

    private boolean endsRight(State state) {
        if (finals == null) {
            return true;
        }
        for (int key = 0; key < KEYS; key++) {
            Op shown = null;
            for (Op op : finals) {
                shown = op.key == key ? op : shown;
            }
            boolean right = !isMentioned(key)
                    || (shown == null
                            ? state.absent[key]
                            : sameValue(shown, state.hash[key], state.absent[key])
                                    && (counted
                                            ? shown.version == state.version[key]
                                            : shown.version >= state.version[key]));
            if (!right) {
                return false;
            }
        }
        return true;
    }

    /** Whether anybody read or wrote the key; the checker compares the copies of others with each other alone. */
    private boolean isMentioned(int key) {
        return transactions.stream().anyMatch(tx -> tx.ops.stream().anyMatch(op -> op.key == key));
    }

    private static boolean installs(Op op) {
        return op.kind != HistoryCodec.READ;
    }

    private static boolean sameValue(Op op, long hash, boolean absent) {
        return op.absent == absent && (absent || op.hash == hash);
    }

    /** Of several installs that with the greatest version, or the last of these. */
    private Op finalInstall(int t, int key) {
        Op last = null;
        for (Op op : transactions.get(t).ops) {
            if (installs(op) && op.key == key && (last == null || op.version >= last.version)) {
                last = op;
            }
        }
        return last;
    }
}
