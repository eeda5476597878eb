package com.example.transfer;

import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;

/** The workload for one cluster: one table, purse by number, with the coins in it as a 64-bit number. */
final class Purses implements Workload {
    /** How many purses, one behind the other, a count reads. */
    static final int COUNTED = 4;

    private static final int TABLE = 0;
    private static final int COINS = 0;
    private static final long FIRST_COINS = 100;
    private static final long MOST_MOVED = 10;

    private static final TransactionLogic MOVE = new Move();
    private static final TransactionLogic COUNT = new Count();

    private final long purses;
    private final double countShare;

    Purses(long purses, double countShare) {
        this.purses = purses;
        this.countShare = countShare;
    }

    @Override
    public List<TableSpec> tables() {
        return List.of(new TableSpec(TABLE, "purses", Long.BYTES, purses, false));
    }

    @Override
    public Population population(int table) {
        return new Full(purses);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return List.of(MOVE, COUNT);
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return this::draw;
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new CoinsConserved());
    }

    private void draw(RandomStream random, TransactionInput into) {
        if (random.nextDouble() < countShare) {
            into.begin(1, COUNT);
            into.put(random.nextLong(purses - COUNTED + 1));
            return;
        }
        into.begin(0, MOVE);
        long from = random.nextLong(purses);
        long to = random.nextLong(purses - 1);
        into.put(from);
        into.put(to < from ? to : to + 1);
        into.put(1 + random.nextLong(MOST_MOVED));
    }

    /** Moves coins. Input: from, to, how many. Aborts if there are not so many. */
    private static final class Move implements TransactionLogic {
        @Override
        public String name() {
            return "move";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            if (round == 0) {
                transaction.update(TABLE, transaction.input(0));
                transaction.update(TABLE, transaction.input(1));
                return Decision.FETCH;
            }
            long left = transaction.getLong(0, COINS) - transaction.input(2);
            if (left < 0) {
                return Decision.ABORT;
            }
            transaction.putLong(0, COINS, left);
            transaction.putLong(1, COINS, transaction.getLong(1, COINS) + transaction.input(2));
            return Decision.COMMIT;
        }
    }

    /** Reads a few purses. Input: the first. */
    private static final class Count implements TransactionLogic {
        @Override
        public String name() {
            return "count";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            if (round > 0) {
                return Decision.COMMIT;
            }
            for (int i = 0; i < COUNTED; i++) {
                transaction.read(TABLE, transaction.input(0) + i);
            }
            return Decision.FETCH;
        }
    }

    /** Every purse holds the same at first. */
    private record Full(long candidates) implements Population {
        @Override
        public long key(long index) {
            return index;
        }

        @Override
        public boolean value(long key, byte[] value) {
            Bytes.putLong(value, COINS, FIRST_COINS);
            return key >= 0 && key < candidates;
        }
    }

    /** There are as many purses and coins as at first: what has changed adds up to nothing. */
    private record CoinsConserved() implements Invariant {
        @Override
        public String name() {
            return "coins-conserved";
        }

        @Override
        public Check begin() {
            return new Changes() {
                private long purses;
                private long coins;

                @Override
                public void was(int table, long key, byte[] value) {
                    purses--;
                    coins -= Bytes.getLong(value, COINS);
                }

                @Override
                public void record(int table, long key, byte[] value) {
                    purses++;
                    coins += Bytes.getLong(value, COINS);
                }

                @Override
                public String violation(long account) {
                    return purses == 0 && coins == 0
                            ? null
                            : "there are " + purses + " purses and " + coins + " coins more than at first.";
                }
            };
        }
    }
}
