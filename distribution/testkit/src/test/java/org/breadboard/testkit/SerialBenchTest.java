// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.BiFunction;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Invariant;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.rules.LogicRules;
import org.junit.jupiter.api.Test;

class SerialBenchTest {
    /** Ten records, 0 to 90 in tens, in an ordered table of 8 B values and in an unordered one of two parts each. */
    private final SerialBench bench = new SerialBench(new Tens());

    private boolean shippable;

    @Test
    void shouldApplyWhatCommits() {
        assertTrue(run((round, t) -> {
            if (round == 0) {
                t.update(0, 10);
                t.insert(0, 15);
                t.delete(0, 20);
                return Decision.FETCH;
            }
            t.putLong(0, 0, t.getLong(0, 0) + 1);
            t.newValue(1, 8);
            t.remove(2);
            return Decision.COMMIT;
        }));
        assertArrayEquals(new byte[] {11, 0, 0, 0, 0, 0, 0, 0}, bench.value(0, 10));
        assertArrayEquals(new byte[8], bench.value(0, 15));
        assertEquals(null, bench.value(0, 20));
        assertEquals(10, bench.records(0));
    }

    @Test
    void shouldLeaveNothingOfWhatAborts() {
        assertFalse(run((round, t) -> {
            if (round == 0) {
                t.update(0, 10);
                return Decision.FETCH;
            }
            t.putLong(0, 0, 99);
            return Decision.ABORT;
        }));
        assertEquals(10, bench.value(0, 10)[0]);
    }

    @Test
    void shouldAnswerRangesInOrderAndUpToTheirLimit() {
        assertTrue(run((round, t) -> {
            if (round == 0) {
                t.range(0, 15, 60, 3);
                t.max(0, 15, 65);
                t.min(0, 91, 99);
                return Decision.FETCH;
            }
            assertTrue(t.found(0) && t.found(1) && !t.found(2));
            assertEquals(7, t.accesses(), "three accesses, and four rows");
            assertEquals(20, t.key(3));
            assertEquals(30, t.key(4));
            assertEquals(40, t.key(5));
            assertEquals(60, t.key(6));
            assertEquals(1, t.rangeOf(6));
            assertEquals(60, t.getLong(6, 0));
            return Decision.COMMIT;
        }));
    }

    @Test
    void shouldRefuseAccessesThatTheTablesDoNotAllow() {
        assertBroken("touches a table that the workload does not declare", (round, t) -> fetch(t.read(2, 0)));
        assertBroken("asks for an order that table plain does not declare", (round, t) -> fetch(t.min(1, 0, 9)));
        assertBroken("asks for an empty range", (round, t) -> fetch(t.range(0, 9, 8, 1)));
        assertBroken("declares a record twice", (round, t) -> fetch(t.read(0, 10) + t.update(0, 10)));
    }

    @Test
    void shouldRefuseWritesThatNoProtocolCouldCommit() {
        assertBroken("commits before it was answered", (round, t) -> {
            t.read(0, 10);
            return Decision.COMMIT;
        });
        assertBroken("writes 9 B into a table of values of 8 B", (round, t) -> {
            if (round == 0) {
                return fetch(t.update(0, 10));
            }
            t.newValue(0, 9);
            return Decision.COMMIT;
        });
        assertBroken("inserts a record that exists", (round, t) -> {
            if (round == 0) {
                return fetch(t.insert(0, 10));
            }
            t.newValue(0, 8);
            return Decision.COMMIT;
        });
        assertBroken("writes a record that does not exist", (round, t) -> {
            if (round == 0) {
                return fetch(t.delete(0, 11));
            }
            t.remove(0);
            return Decision.COMMIT;
        });
        assertBroken("has not decided after", (round, t) -> Decision.FETCH);
    }

    @Test
    void shouldApplyOverwritesAndSayWhatTheyOverwrite() {
        assertTrue(run((round, t) -> {
            if (round == 0) {
                int access = t.overwrite(1, 30, 4, 4);
                t.putInt(access, 4, 0x01020304);
                return fetch(access);
            }
            return Decision.COMMIT;
        }));
        assertArrayEquals(new byte[] {30, 0, 0, 0, 4, 3, 2, 1}, bench.value(1, 30));
        Transaction described = new Transaction();
        described.input().begin(0, null);
        described.context().overwrite(1, 30, 4, 4);
        assertEquals("UPDATE table 1 key 30, 4 B at 4", LogicRules.describe(described, 0));
    }

    @Test
    void shouldRefuseOverwritesOfWhatIsNoPart() {
        assertBroken("overwrites what is no whole part", (round, t) -> fetch(t.overwrite(1, 30, 2, 4)));
        assertBroken("overwrites what is no whole part", (round, t) -> fetch(t.overwrite(1, 30, 4, 8)));
        shippable = true;
        assertBroken("says that it may be shipped", (round, t) -> fetch(t.overwrite(1, 30, 4, 4)));
    }

    private static Decision fetch(int access) {
        assertTrue(access >= 0);
        return Decision.FETCH;
    }

    private void assertBroken(String sentence, BiFunction<Integer, LogicContext, Decision> logic) {
        AssertionError error = assertThrows(AssertionError.class, () -> run(logic));
        assertTrue(error.getMessage().contains(sentence), error.getMessage());
    }

    private boolean run(BiFunction<Integer, LogicContext, Decision> logic) {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, new TransactionLogic() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public Decision run(int round, LogicContext running) {
                return logic.apply(round, running);
            }

            @Override
            public boolean shippable() {
                return shippable;
            }
        });
        return bench.execute(transaction);
    }

    /** The workload under the bench. */
    private static final class Tens implements Workload {
        @Override
        public List<TableSpec> tables() {
            return List.of(new TableSpec(0, "ordered", 8, 20, true), new TableSpec(1, "plain", 8, 20, false, "", 4));
        }

        @Override
        public Population population(int table) {
            return new Population() {
                @Override
                public long candidates() {
                    return 10;
                }

                @Override
                public long key(long index) {
                    return index * 10;
                }

                @Override
                public boolean value(long key, byte[] value) {
                    value[0] = (byte) key;
                    return true;
                }
            };
        }

        @Override
        public List<TransactionLogic> transactions() {
            return List.of();
        }

        @Override
        public Generator generator(int node, int thread, Placement placement) {
            throw new UnsupportedOperationException("nothing is drawn here");
        }

        @Override
        public List<Invariant> invariants() {
            return List.of();
        }
    }
}
