// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import java.util.List;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.TransactionInput;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.workloads.parts.Hash64;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.Zipf;

/**
 * The fight in one cluster. Keys of the hash table are numbered from 0; those of the ordered table are
 * {@link SortedKeys}, whose numbers count in steps of 1, or of as many keys as have header words in a row.
 */
final class ContendedWorkload implements Workload {
    private static final int HASH = 0;
    static final int SORTED = 1;
    /** Log of the step of ordered keys that are apart: a B+-tree has header words in a row for so many in a row. */
    private static final int APART_BITS = 6;

    private static final int READ_ONLY = 0;
    private static final int READ_WRITE = 1;

    private final Shape shape;
    private final int nodes;
    /** How many records the hash table is built for, at most as many as it has keys. */
    private final int room;

    private final boolean absent;
    private final boolean fixed;
    private final boolean ordered;
    private final boolean again;
    private final boolean pairs;
    private final boolean twice;
    private final boolean follows;
    private final SortedKeys sortedKeys;
    private final SignedValue signed;
    private final List<TableSpec> tables;
    private final List<TransactionLogic> transactions;

    /** A workload of a shape, whose settings fit it. */
    ContendedWorkload(Shape shape, int nodes, Settings settings) {
        this.shape = shape;
        this.nodes = nodes;
        absent = settings.get(Contended.ABSENT);
        fixed = settings.get(Contended.FIXED);
        ordered = settings.get(Contended.ORDERED);
        again = settings.get(Contended.AGAIN);
        pairs = settings.get(Contended.PAIRS);
        twice = settings.get(Contended.TWICE);
        follows = settings.get(Contended.FOLLOWS);
        boolean spread = settings.get(Contended.SPREAD);
        sortedKeys = new SortedKeys(nodes, settings.get(Contended.APART) ? APART_BITS : 0, spread);
        signed = new SignedValue(shape.valueBytes(), settings.get(Contended.SIGNED_AT_END));
        int asked = settings.get(Contended.ROOM);
        room = asked == 0 ? shape.keys() : Math.min(asked, shape.keys());
        double roundNs = settings.get(NamedLogic.ROUND_NS);
        TableSpec hash = new TableSpec(HASH, "contended", shape.valueBytes(), room, false);
        TableSpec sorted = new TableSpec(SORTED, "sorted", shape.valueBytes(), (long) nodes * shape.keys(), true);
        tables = ordered ? List.of(hash, spread ? sorted.withSpreadRanges() : sorted) : List.of(hash);
        boolean shippable = !(ordered && absent) && !follows;
        transactions = List.of(
                new ContendedTransaction("read-only", shape, signed, shippable, follows, sortedKeys, roundNs),
                new ContendedTransaction("read-write", shape, signed, shippable, follows, sortedKeys, roundNs));
    }

    @Override
    public List<TableSpec> tables() {
        return tables;
    }

    @Override
    public Population population(int table) {
        return new Population() {
            @Override
            public long candidates() {
                return table == HASH ? shape.keys() : tables.get(table).capacity();
            }

            @Override
            public long key(long index) {
                long place = SortedKeys.place((int) (index / shape.keys()), index % shape.keys());
                return table == HASH ? index : sortedKeys.key(place);
            }

            @Override
            public boolean value(long key, byte[] value) {
                boolean there = isThereAtFirst(table, key);
                if (there) {
                    signed.fill(key, value);
                }
                return there;
            }
        };
    }

    @Override
    public boolean removes(int table) {
        return absent && !(fixed && table == HASH);
    }

    /** Where records come and go, a third of them is to come, and all that there would be no room for. */
    private boolean isThereAtFirst(int table, long key) {
        long node = table == HASH ? 0 : sortedKeys.node(key);
        long number = table == HASH ? key : SortedKeys.number(sortedKeys.place(key));
        return node < nodes
                && (table == HASH || sortedKeys.key(sortedKeys.place(key)) == key)
                && number >= 0
                && number < (table == HASH ? room : shape.keys())
                && !(removes(table) && Hash64.below(3, Hash64.of(key)) == 0);
    }

    @Override
    public int partition(int table, long key, int partitions) {
        return table == HASH ? BY_HASH : (int) (sortedKeys.node(key) * partitions / nodes);
    }

    @Override
    public List<TransactionLogic> transactions() {
        return transactions;
    }

    @Override
    public Generator generator(int node, int thread, Placement placement) {
        return new Draws(node, placement);
    }

    @Override
    public List<Invariant> invariants() {
        return List.of(new CountersKept(signed));
    }

    @Override
    public List<String> remarks() {
        return List.of("Its transactions are made to collide, " + shape.keys() + " keys a table, up to "
                + shape.accesses() + " accesses in up to " + shape.rounds()
                + " rounds: its figures say nothing of a protocol's speed.");
    }

    /** Draws transactions for one context. */
    private final class Draws implements Generator {
        /** A key of one's own, or an access beside the others, that is not found in so many draws is done without. */
        private static final int PATIENCE = 32;

        /** How many accesses are to a record that the transaction has named before, where there are any. */
        private static final int AGAIN_PERCENT = 30;

        /** How many accesses are to the other one of a pair of which the transaction has named one. */
        private static final int PAIR_PERCENT = 50;

        /** How many accesses update what the transaction has updated before, where there are any. */
        private static final int TWICE_PERCENT = 30;

        /** How many transactions that access pairs read in a round before they write. */
        private static final int SKEW_PERCENT = 75;

        /** How many accesses to an ordered table are ranges at least, where they are over all nodes. */
        private static final int SPREAD_PERCENT = 60;

        private final int node;
        private Placement placement;
        /**
         * Whose keys of the ordered table have this node as their primary now: at first its own, later others', too.
         */
        private final int[] owners = new int[nodes];

        private int owned;
        private final int rangePercent =
                sortedKeys.spread() ? Math.max(SPREAD_PERCENT, shape.rangePercent()) : shape.rangePercent();
        private final Zipf ranks = new Zipf(shape.keys(), shape.exponent());
        private final long[] drawn = new long[shape.accesses()];

        Draws(int node, Placement placement) {
            this.node = node;
            moved(placement);
        }

        @Override
        public void moved(Placement now) {
            placement = now;
            owned = 0;
            for (int owner = 0; ordered && owner < nodes; owner++) {
                if (isOwn(SortedKeys.place(owner, 0))) {
                    owners[owned++] = owner;
                }
            }
        }

        private boolean isOwn(long place) {
            return placement.primary(SORTED, sortedKeys.key(place)) == node;
        }

        @Override
        public boolean fits(TransactionInput drawn) {
            for (int i = 0; i < ContendedTransaction.inputs(drawn); i++) {
                long access = ContendedTransaction.access(drawn, i);
                boolean anywhere = Access.table(access) == HASH || sortedKeys.spread() && Access.isRange(access);
                if (!anywhere && !isOwn(Access.key(access))) {
                    return false;
                }
            }
            return true;
        }

        /** The place of a number among keys whose primary is this node. */
        private long place(RandomStream random, long number) {
            return SortedKeys.place(owners[owned == 1 ? 0 : random.nextInt(owned)], number);
        }

        @Override
        public void next(RandomStream random, TransactionInput into) {
            boolean readOnly = happens(random, shape.readOnlyPercent());
            boolean local = happens(random, shape.localPercent());
            int most = 1 + random.nextInt(shape.accesses());
            int accesses = 0;
            for (int i = 0; i < most; i++) {
                if (draw(random, readOnly, local, accesses)) {
                    accesses++;
                }
            }
            int rounds = 1 + random.nextInt(Math.min(shape.rounds(), accesses));
            if (pairs && happens(random, SKEW_PERCENT)) {
                rounds = Math.min(shape.rounds(), accesses);
                readFirst(accesses);
            }
            int type = readOnly ? READ_ONLY : READ_WRITE;
            into.begin(type, transactions.get(type));
            into.put(random.nextLong());
            into.put(ContendedTransaction.head(accesses, rounds, happens(random, shape.abortPercent())));
            for (int i = 0; i < accesses; i++) {
                into.put(drawn[i]);
            }
            if (follows) {
                into.put(insteadOf(random, local, accesses - 1));
            }
        }

        /** The same as the last access, to another record that is beside all others; itself if none is found. */
        private long insteadOf(RandomStream random, boolean local, int last) {
            for (int tries = 0; tries < PATIENCE; tries++) {
                long other = Access.elsewhere(drawn[last], key(random, Access.table(drawn[last]), local));
                if (isFree(other, last)) {
                    return other;
                }
            }
            return drawn[last];
        }

        private static boolean happens(RandomStream random, int percent) {
            return random.nextInt(100) < percent;
        }

        /** Draws one more access; false if it finds none beside those that there are. */
        private boolean draw(RandomStream random, boolean readOnly, boolean local, int before) {
            for (int tries = 0; tries < PATIENCE; tries++) {
                long access;
                if (twice && !readOnly && before > 0 && happens(random, TWICE_PERCENT)) {
                    access = Access.again(Access.UPDATE, drawn[random.nextInt(before)]);
                } else if (again && before > 0 && happens(random, AGAIN_PERCENT)) {
                    // Which table's record it is is drawn behind what is done to it.
                    int kind = readOnly ? Access.READ : kind(random, HASH);
                    access = Access.again(kind, drawn[random.nextInt(before)]);
                } else if (pairs && before > 0 && happens(random, PAIR_PERCENT)) {
                    access = other(random, readOnly, drawn[random.nextInt(before)]);
                    if (local && isRemote(access)) {
                        continue;
                    }
                } else {
                    access = access(random, readOnly, local);
                }
                if (isFree(access, before)) {
                    drawn[before] = access;
                    return true;
                }
            }
            return false;
        }

        private long access(RandomStream random, boolean readOnly, boolean local) {
            int table = ordered && random.nextInt(2) == 0 && owned > 0 ? SORTED : HASH;
            if (table == SORTED && happens(random, rangePercent)) {
                return range(random, ranks.next(random));
            }
            return Access.record(readOnly ? Access.READ : kind(random, table), table, key(random, table, local));
        }

        private boolean isRemote(long access) {
            return Access.table(access) == HASH && placement.primary(HASH, Access.key(access)) != node;
        }

        /** An access to the other one of a pair; of a range, that of a key whose insert would change what it finds. */
        private long other(RandomStream random, boolean readOnly, long access) {
            long key = Access.telling(access, random);
            boolean reads = readOnly || Access.writes(access);
            int table = owned > 0 && Access.table(access) == HASH ? SORTED : HASH;
            if (table == SORTED) {
                return reads && happens(random, rangePercent)
                        ? around(random, key)
                        : Access.record(reads ? Access.READ : write(random, SORTED), SORTED, place(random, key));
            }
            long number = ordered ? SortedKeys.number(key) : Math.min(key ^ 1, shape.keys() - 1);
            return Access.record(reads ? Access.READ : write(random, HASH), HASH, number);
        }

        /**
         * What is only read comes before what may be written, and local reads, which take no time, before remote ones;
         * what is alike keeps its order.
         */
        private void readFirst(int accesses) {
            for (int i = 1; i < accesses; i++) {
                long access = drawn[i];
                int at = i;
                while (at > 0 && rank(drawn[at - 1]) > rank(access)) {
                    drawn[at] = drawn[at - 1];
                    at--;
                }
                drawn[at] = access;
            }
        }

        private static int rank(long access) {
            return Access.writes(access) ? 2 : Access.table(access) == SORTED ? 0 : 1;
        }

        private boolean isFree(long access, int before) {
            for (int i = 0; i < before; i++) {
                boolean taken = again ? Access.clash(access, drawn[i]) : Access.collide(access, drawn[i]);
                if (taken && !(twice && Access.updateOne(access, drawn[i]))) {
                    return false;
                }
            }
            return true;
        }

        private int kind(RandomStream random, int table) {
            int write = write(random, table);
            return write != Access.UPDATE || happens(random, shape.updatePercent()) ? write : Access.READ;
        }

        private int write(RandomStream random, int table) {
            if (removes(table) && happens(random, shape.churnPercent())) {
                return random.nextInt(2) == 0 ? Access.INSERT : Access.DELETE;
            }
            return Access.UPDATE;
        }

        private long range(RandomStream random, long number) {
            int width = random.nextInt((int) Math.min(shape.keys() - 1 - number, 7) + 1);
            int kind = Access.MIN + random.nextInt(3);
            return Access.range(kind, SORTED, place(random, number), width, 1 + random.nextInt(4));
        }

        /** A range in which a record of that number would be found. */
        private long around(RandomStream random, long number) {
            int kind = Access.MIN + random.nextInt(3);
            int below = kind == Access.MIN ? 0 : random.nextInt((int) Math.min(number, 3) + 1);
            int above = kind == Access.MAX ? 0 : random.nextInt((int) Math.min(shape.keys() - 1 - number, 3) + 1);
            long lowest = place(random, number - below);
            return Access.range(kind, SORTED, lowest, below + above, 1 + below + random.nextInt(4));
        }

        private long key(RandomStream random, int table, boolean local) {
            if (table == SORTED) {
                return place(random, ranks.next(random));
            }
            long key = ranks.next(random);
            for (int tries = 0; local && placement.primary(HASH, key) != node && tries < PATIENCE; tries++) {
                key = ranks.next(random);
            }
            return key;
        }
    }
}
