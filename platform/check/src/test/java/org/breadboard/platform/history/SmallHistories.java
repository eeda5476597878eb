// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;

/**
 * All histories of so many transactions of two operations each on two keys: who reads and writes which key, how each
 * transaction ended, the order of the versions of each key, and what each read shows: the initial value, any value that
 * anybody wrote, or one that nobody wrote. All transactions overlap; {@link #intervals} are the other ways in which
 * they can lie in time.
 *
 * <p>Of histories that differ only in the numbers of transactions or in the names of the keys there is one at least,
 * and most often no other. A write of an aborted transaction has the version that the next one got, as where it was
 * never installed. One of unknown outcome has a version of its own.
 */
final class SmallHistories {
    private static final int OPERATIONS = 2;
    private static final int KEYS = 2;
    private static final int WRITE_BIT = 2;
    private static final int SHAPES = 16;
    private static final Outcome[] OUTCOMES = {Outcome.COMMITTED, Outcome.ABORTED, Outcome.UNKNOWN};
    private static final long NOBODYS = 99;

    private final HistoryModel model = new HistoryModel();
    private final ObjIntConsumer<HistoryModel> visitor;
    private final List<Op> all = new ArrayList<>();
    private final List<Tx> owners = new ArrayList<>();
    private final int oneOf;
    private int number;

    private SmallHistories(int number, int oneOf, ObjIntConsumer<HistoryModel> visitor) {
        this.number = number;
        this.oneOf = oneOf;
        this.visitor = visitor;
    }

    /**
     * Shows them on several threads; each model is changed when the visitor returns.
     *
     * @param oneOf 1 for all of them, or of how many to show one
     * @param visitor takes the histories, each with a number that is the same whenever it is shown
     */
    static void forEach(int transactions, int oneOf, ObjIntConsumer<HistoryModel> visitor) {
        int codes = SHAPES * OUTCOMES.length;
        int tuples = IntStream.range(0, transactions).reduce(1, (product, t) -> product * codes);
        IntStream.range(0, tuples).parallel().forEach(tuple -> {
            int[] shape = new int[transactions];
            for (int t = 0, rest = tuple; t < transactions; t++, rest /= codes) {
                shape[t] = rest % codes;
            }
            if (isFirstOfItsLike(shape)) {
                new SmallHistories(tuple, oneOf, visitor).fill(shape);
            }
        });
    }

    /** Whether the numbers ascend, and no fewer come before them where keys change places. */
    private static boolean isFirstOfItsLike(int[] shape) {
        for (int t = 1; t < shape.length; t++) {
            if (shape[t - 1] > shape[t]) {
                return false;
            }
        }
        int[] swapped = IntStream.of(shape).map(code -> code ^ 5).sorted().toArray();
        for (int t = 0; t < shape.length; t++) {
            if (shape[t] != swapped[t]) {
                return shape[t] < swapped[t];
            }
        }
        return true;
    }

    private void fill(int[] shapes) {
        for (int key = 0; key < KEYS; key++) {
            model.initially(0, key, 0, 1 + key);
        }
        for (int t = 0; t < shapes.length; t++) {
            Tx tx = model.tx(t + 1, 10, 90).outcome(OUTCOMES[shapes[t] / SHAPES]);
            tx.client = t;
            for (int i = 0; i < OPERATIONS; i++) {
                int code = shapes[t] % SHAPES >> 2 * i & 3;
                if ((code & WRITE_BIT) != 0) {
                    tx.write(0, code & 1, 0, 100 + 10 * t + i);
                } else {
                    tx.read(0, code & 1, 0, 0);
                }
                all.add(tx.ops.get(i));
                owners.add(tx);
            }
        }
        order(0, new ArrayList<>(), -1);
    }

    /** Puts the writes of a key, and of those behind it, into all orders. */
    private void order(int key, List<Integer> placed, int last) {
        if (key == KEYS) {
            read(0);
            return;
        }
        boolean any = false;
        for (int at = 0; at < all.size(); at++) {
            if (all.get(at).kind == HistoryCodec.READ || all.get(at).key != key || placed.contains(at)) {
                continue;
            }
            any = true;
            // Two that aborted side by side have the same version whichever of them comes first.
            if (aborted(at) && last >= 0 && aborted(last) && last > at) {
                continue;
            }
            placed.add(at);
            order(key, placed, at);
            placed.remove(placed.size() - 1);
        }
        if (!any) {
            long version = 0;
            for (int at : placed) {
                all.get(at).version = version + 1;
                version += aborted(at) ? 0 : 1;
            }
            order(key + 1, new ArrayList<>(), -1);
        }
    }

    private boolean aborted(int at) {
        return owners.get(at).outcome == Outcome.ABORTED;
    }

    /** Lets each read, from one on, show everything that it may. */
    private void read(int from) {
        int at = from;
        while (at < all.size() && all.get(at).kind != HistoryCodec.READ) {
            at++;
        }
        if (at == all.size()) {
            if (number++ % oneOf == 0) {
                visitor.accept(model, number / oneOf);
            }
            return;
        }
        Op read = all.get(at);
        show(read, 0, 1 + read.key, at);
        if (owners.get(at).outcome == Outcome.ABORTED) {
            // Nobody asks what it saw.
            return;
        }
        show(read, 1, NOBODYS, at);
        for (Op write : all) {
            if (write.kind != HistoryCodec.READ && write.key == read.key) {
                show(read, write.version, write.hash, at);
            }
        }
    }

    private void show(Op read, long version, long hash, int at) {
        read.version = version;
        read.hash = hash;
        read(at + 1);
    }

    /**
     * All ways in which so many transactions can lie in time, as far as who completed before whom began; the first is
     * that all overlap. Of each, the instants at which the transactions begin and complete.
     */
    static List<long[][]> intervals(int transactions) {
        List<long[][]> found = new ArrayList<>();
        List<Integer> known = new ArrayList<>();
        int instants = 2 * transactions;
        int ways = IntStream.range(0, 2 * transactions).reduce(1, (product, i) -> product * instants);
        for (int way = 0; way < ways; way++) {
            long[][] each = new long[transactions][2];
            for (int i = 0, rest = way; i < 2 * transactions; i++, rest /= instants) {
                each[i / 2][i % 2] = 10L + 10L * (rest % instants);
            }
            int order = 0;
            boolean right = true;
            for (int a = 0; a < transactions; a++) {
                right &= each[a][0] < each[a][1];
                for (int b = 0; b < transactions; b++) {
                    order |= each[a][1] < each[b][0] ? 1 << a * transactions + b : 0;
                }
            }
            if (right && !known.contains(order)) {
                known.add(order);
                found.add(order == 0 ? 0 : found.size(), each);
            }
        }
        return found;
    }
}
