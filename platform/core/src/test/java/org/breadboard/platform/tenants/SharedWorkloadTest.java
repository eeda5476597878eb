// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.tenants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.runtime.SeededStream;
import org.junit.jupiter.api.Test;

final class SharedWorkloadTest {
    private final Ledger first = new Ledger(2, 1);
    private final Ledger second = new Ledger(3, 2);
    private final SharedWorkload shared = new SharedWorkload(List.of(
            new SharedWorkload.Tenant("a", first, List.of(0, 3)),
            new SharedWorkload.Tenant("b", second, List.of(1, 2))));

    @Test
    void shouldNumberTablesAndTypesThrough() {
        assertEquals(
                List.of("a.t0", "a.t1", "b.t0", "b.t1", "b.t2"),
                shared.tables().stream().map(TableSpec::name).toList());
        for (int table = 0; table < 5; table++) {
            assertEquals(table, shared.tables().get(table).id());
        }
        assertEquals(
                List.of("a.move0", "b.move0", "b.move1"),
                shared.transactions().stream().map(TransactionLogic::name).toList());
        assertEquals(1, shared.tenantOfType(2));
        assertEquals(2, shared.population(4).candidates(), "the table's own number within its tenant");
        assertEquals(1, shared.partition(3, 77, 5));
    }

    @Test
    void shouldDrawEachThreadsTransactionsFromItsTenant() {
        Transaction transaction = new Transaction();
        int[] tenants = {0, 1, 1, 0};
        int[] threads = {0, 0, 1, 1};
        for (int core = 0; core < tenants.length; core++) {
            shared.generator(4, core, new Whole()).next(new SeededStream(1, 1), transaction.input());
            assertEquals(tenants[core], shared.tenantOfType(transaction.type()));
            assertEquals(shared.transactions().get(transaction.type()), transaction.logic());
            assertEquals(threads[core], transaction.context().input(0), "the thread as the tenant numbers it");
            int home = (tenants[core] == 0 ? 0 : 2) + 1;
            assertEquals(home, transaction.context().input(1), "the placement of the tenant's own table 1");
        }
    }

    @Test
    void shouldShowLogicItsOwnTablesAndProtocolsTheRuns() {
        Transaction transaction = new Transaction();
        shared.generator(0, 1, new Whole()).next(new SeededStream(1, 1), transaction.input());
        assertEquals(Decision.FETCH, transaction.run(0));
        assertEquals(3, transaction.table(0), "as the protocol sees it");
        transaction.fetched(0, 0, new byte[8], 0, 8);
        assertEquals(Decision.COMMIT, transaction.run(1));
        assertEquals(List.of(1), second.seenTables, "as the logic sees it");
        assertEquals(3, transaction.table(0));
        transaction.reset();
        assertEquals(Decision.FETCH, transaction.run(0));
        assertEquals(3, transaction.table(0), "in another attempt");
    }

    @Test
    void shouldShowProtocolsTheRunsTablesAfterALogicThrew() {
        Transaction transaction = new Transaction();
        shared.generator(0, 1, new Whole()).next(new SeededStream(1, 1), transaction.input());
        assertThrows(IllegalStateException.class, () -> transaction.run(9));
        transaction.input().begin(0, transaction.logic());
        transaction.context().read(0, 1);
        assertEquals(0, transaction.table(0));
    }

    @Test
    void shouldGiveEachInvariantItsOwnSumAndRecords() {
        Invariant ofFirst = shared.invariants().get(0);
        Invariant ofSecond = shared.invariants().get(1);
        assertEquals("a.sum", ofFirst.name());
        assertEquals("b.sum", ofSecond.name());
        assertTrue(ofFirst.accounts(0));
        assertFalse(ofFirst.accounts(1));
        assertFalse(ofSecond.accounts(0));
        assertTrue(ofSecond.accounts(1) && ofSecond.accounts(2));
        Invariant.Check check = ofSecond.begin();
        check.record(1, 7, new byte[0]);
        check.record(2, 7, new byte[0]);
        assertNull(check.violation(7));
        check.record(4, 1, new byte[0]);
        assertEquals("8 instead of 7", check.violation(7));
    }

    @Test
    void shouldRefuseCoresThatDoNotAddUp() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new SharedWorkload(List.of(
                        new SharedWorkload.Tenant("a", first, List.of(0)),
                        new SharedWorkload.Tenant("b", second, List.of(0)))));
        assertThrows(
                IllegalArgumentException.class,
                () -> new SharedWorkload(List.of(new SharedWorkload.Tenant("a", first, List.of(1)))));
    }

    /** Every record of table n lives at node n. */
    private record Whole() implements Placement {
        @Override
        public int partitions() {
            return 9;
        }

        @Override
        public int partition(int table, long key) {
            return table;
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int node(int partition, int index) {
            return partition;
        }
    }

    /**
     * Some tables and types, each of which touches table 1; keys of all records should add up to what was accounted.
     */
    private static final class Ledger implements Workload {
        private final int tables;
        private final int types;
        private final List<Integer> seenTables = new ArrayList<>();

        Ledger(int tables, int types) {
            this.tables = tables;
            this.types = types;
        }

        @Override
        public List<TableSpec> tables() {
            List<TableSpec> specs = new ArrayList<>();
            for (int table = 0; table < tables; table++) {
                specs.add(new TableSpec(table, "t" + table, 8, 10, false));
            }
            return specs;
        }

        @Override
        public Population population(int table) {
            return new Population() {
                @Override
                public long candidates() {
                    return table;
                }

                @Override
                public long key(long index) {
                    return index;
                }

                @Override
                public boolean value(long key, byte[] value) {
                    return true;
                }
            };
        }

        @Override
        public List<TransactionLogic> transactions() {
            List<TransactionLogic> logics = new ArrayList<>();
            for (int type = 0; type < types; type++) {
                logics.add(new Move("move" + type));
            }
            return logics;
        }

        private final class Move implements TransactionLogic {
            private final String name;

            Move(String name) {
                this.name = name;
            }

            @Override
            public String name() {
                return name;
            }

            @Override
            public Decision run(int round, LogicContext transaction) {
                if (round > 1) {
                    throw new IllegalStateException("there are two rounds");
                }
                if (round == 0) {
                    transaction.update(1, 5);
                    return Decision.FETCH;
                }
                seenTables.add(transaction.table(0));
                return Decision.COMMIT;
            }
        }

        @Override
        public Generator generator(int node, int thread, Placement placement) {
            List<TransactionLogic> logics = transactions();
            return (random, into) -> {
                into.begin(types - 1, logics.get(types - 1));
                into.put(thread);
                into.put(placement.primary(1, 0));
            };
        }

        @Override
        public List<Invariant> invariants() {
            return List.of(new Invariant() {
                @Override
                public String name() {
                    return "sum";
                }

                @Override
                public Check begin() {
                    return new Check() {
                        private long sum;

                        @Override
                        public void record(int table, long key, byte[] value) {
                            sum += key;
                        }

                        @Override
                        public String violation(long account) {
                            return sum == account ? null : sum + " instead of " + account;
                        }
                    };
                }
            });
        }

        @Override
        public int partition(int table, long key, int partitions) {
            return table;
        }
    }
}
