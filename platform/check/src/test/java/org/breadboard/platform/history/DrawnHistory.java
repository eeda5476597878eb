// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.breadboard.platform.history.HistoryModel.Op;
import org.breadboard.platform.history.HistoryModel.Tx;

/**
 * A small history that a seed draws, of two to six transactions on two or three keys, for {@link SerialOrder} to try
 * all orders of. One half was executed one after the other, and then up to two of its operations, outcomes or instants
 * were changed. In the other half any read shows what anybody may have written.
 */
final class DrawnHistory {
    private static final int NOBODYS = 999;

    final HistoryModel model = new HistoryModel();
    /** Whether a key may hold one value, or none, at two versions, so that who saw it may have seen either. */
    final boolean valuesRepeat;

    private final Random random;
    private final int keys;
    private final boolean counted;
    private final boolean presence;
    private final boolean few;
    private int values = 10;

    private DrawnHistory(long seed, boolean counted) {
        random = new Random(seed);
        this.counted = counted;
        keys = 2 + random.nextInt(2);
        few = random.nextInt(4) == 0;
        presence = random.nextInt(3) == 0;
        valuesRepeat = few || presence;
        for (int key = 0; key < keys; key++) {
            if (!presence || random.nextBoolean()) {
                model.initially(0, key, 0, 1);
            }
        }
        int transactions = 2 + random.nextInt(5);
        if (random.nextBoolean()) {
            execute(transactions);
        } else {
            mix(transactions);
        }
    }

    /** Of keys whose versions are counted, or shared with others. */
    static DrawnHistory of(long seed, boolean counted) {
        return new DrawnHistory(seed, counted);
    }

    boolean hasUnknown() {
        return model.transactions.stream().anyMatch(tx -> tx.outcome == Outcome.UNKNOWN);
    }

    private Outcome outcome() {
        int luck = random.nextInt(10);
        return luck == 0 ? Outcome.ABORTED : luck == 1 ? Outcome.UNKNOWN : Outcome.COMMITTED;
    }

    private long value() {
        return few && random.nextBoolean() ? 1 + random.nextInt(3) : values++;
    }

    private static Op read(long key, long version, Op of) {
        return new Op(HistoryCodec.READ, 0, key, version, of.hash, of.absent);
    }

    private Op install(long key, Op before) {
        if (presence && before.absent) {
            return new Op(HistoryCodec.INSERT, 0, key, 0, value(), false);
        }
        return presence && random.nextInt(3) == 0
                ? new Op(HistoryCodec.DELETE, 0, key, 0, 0, true)
                : new Op(HistoryCodec.WRITE, 0, key, 0, value(), false);
    }

    // One after the other, then damaged.

    private void execute(int transactions) {
        Op[] state = new Op[keys];
        long[] version = new long[keys];
        initial(state);
        int spread = 1 + random.nextInt(40);
        for (int t = 0; t < transactions; t++) {
            long at = 100 + 10L * t;
            Tx tx = model.tx(t + 1, at - random.nextInt(spread), at + 1 + random.nextInt(spread));
            tx.outcome = outcome();
            tx.client = t;
            boolean takesEffect =
                    tx.outcome == Outcome.COMMITTED || tx.outcome == Outcome.UNKNOWN && random.nextBoolean();
            Op[] after = state.clone();
            long[] versionAfter = version.clone();
            for (int ops = 1 + random.nextInt(3); ops > 0; ops--) {
                int key = random.nextInt(keys);
                if (random.nextBoolean()) {
                    boolean own = after[key] != state[key] && random.nextBoolean();
                    tx.ops.add(read(key, own ? versionAfter[key] : version[key], own ? after[key] : state[key]));
                } else {
                    Op install = install(key, after[key]);
                    versionAfter[key] += counted ? 1 : 1 + random.nextInt(2);
                    install.version = versionAfter[key];
                    after[key] = install;
                    tx.ops.add(install);
                }
            }
            if (takesEffect) {
                state = after;
                version = versionAfter;
            }
            if (!counted && random.nextInt(4) == 0) {
                // Another key moves the version that they share.
                version[random.nextInt(keys)]++;
            }
        }
        for (int key = 0; key < keys; key++) {
            if (!state[key].absent) {
                model.finallyHolds(0, key, version[key], state[key].hash);
            }
        }
        for (int damages = random.nextInt(3); damages > 0; damages--) {
            damage();
        }
    }

    private void initial(Op[] state) {
        for (int key = 0; key < keys; key++) {
            state[key] = new Op(HistoryCodec.READ, 0, key, 0, 0, true);
        }
        for (Op op : model.initial) {
            state[(int) op.key] = op;
        }
    }

    private void damage() {
        Tx tx = model.transactions.get(random.nextInt(model.transactions.size()));
        Op op = tx.ops.get(random.nextInt(tx.ops.size()));
        switch (random.nextInt(9)) {
            case 0 -> op.version = Math.max(op.kind == HistoryCodec.READ ? 0 : 1, op.version - 1);
            case 1 -> op.version++;
            case 2 -> op.hash = op.absent ? 0 : NOBODYS;
            case 3 -> {
                if (tx.ops.size() > 1) {
                    tx.ops.remove(op);
                }
            }
            case 4 -> tx.outcome = outcome();
            case 5 -> {
                tx.completionNs = tx.invocationNs + 1 + random.nextInt(30);
                tx.recordedNs = tx.completionNs;
            }
            case 6 -> Collections.swap(tx.ops, 0, tx.ops.size() - 1);
            case 7 -> {
                if (!model.finalRows.isEmpty()) {
                    Op row = model.finalRows.get(random.nextInt(model.finalRows.size()));
                    row.version = Math.max(0, row.version + random.nextInt(3) - 1);
                    row.hash = random.nextBoolean() ? row.hash : 1;
                }
            }
            default -> showAnother(op);
        }
    }

    /** Lets a read show what another operation on its key shows or leaves. */
    private void showAnother(Op read) {
        List<Op> others = new ArrayList<>(model.initial);
        model.transactions.forEach(tx -> others.addAll(tx.ops));
        others.removeIf(op -> op.key != read.key);
        Op other = others.get(random.nextInt(others.size()));
        if (read.kind == HistoryCodec.READ) {
            read.version = other.version;
            read.hash = other.hash;
            read.absent = other.absent;
        }
    }

    // Anything that might be.

    private void mix(int transactions) {
        for (int t = 0; t < transactions; t++) {
            long from = 100L + random.nextInt(60);
            Tx tx = model.tx(t + 1, from, from + 1 + random.nextInt(60)).outcome(outcome());
            tx.client = t;
            for (int ops = 1 + random.nextInt(3); ops > 0; ops--) {
                long key = random.nextInt(keys);
                Op there = new Op(HistoryCodec.READ, 0, key, 0, 0, random.nextBoolean());
                tx.ops.add(random.nextBoolean() ? there : install(key, there));
            }
        }
        for (int key = 0; key < keys; key++) {
            order(key);
        }
        for (Tx tx : model.transactions) {
            for (Op op : tx.ops) {
                if (op.kind == HistoryCodec.READ) {
                    showAny(op);
                }
            }
        }
        for (int key = 0; key < keys; key++) {
            Op shown = new Op(HistoryCodec.READ, 0, key, 0, 0, false);
            showAny(shown);
            if (!shown.absent) {
                model.finalRows.add(shown);
            }
        }
    }

    private void order(int key) {
        List<Op> installs = new ArrayList<>();
        List<Op> unmade = new ArrayList<>();
        for (Tx tx : model.transactions) {
            for (Op op : tx.ops) {
                if (op.key == key && op.kind != HistoryCodec.READ) {
                    installs.add(random.nextInt(installs.size() + 1), op);
                    if (tx.outcome == Outcome.ABORTED || tx.outcome == Outcome.UNKNOWN && random.nextBoolean()) {
                        unmade.add(op);
                    }
                }
            }
        }
        long version = 0;
        for (Op op : installs) {
            op.version = version + 1;
            boolean again = unmade.contains(op) || random.nextInt(30) == 0;
            version += again ? 0 : counted ? 1 : 1 + random.nextInt(2);
            op.version = again ? op.version : version;
        }
    }

    private void showAny(Op read) {
        List<Op> shown = new ArrayList<>();
        model.transactions.forEach(tx -> tx.ops.forEach(op -> {
            if (op.key == read.key && op.kind != HistoryCodec.READ) {
                shown.add(op);
            }
        }));
        Op initially = new Op(HistoryCodec.READ, 0, read.key, 0, 0, true);
        for (Op op : model.initial) {
            initially = op.key == read.key ? op : initially;
        }
        shown.add(initially);
        Op of = shown.get(random.nextInt(shown.size()));
        int luck = random.nextInt(40);
        read.version = luck == 0 ? shown.get(random.nextInt(shown.size())).version : of.version;
        read.hash = luck == 1 ? NOBODYS : of.hash;
        read.absent = luck != 1 && of.absent;
        if (!counted && random.nextInt(8) == 0) {
            read.version++;
        }
    }
}
