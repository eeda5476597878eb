// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.junit.jupiter.api.Test;

class FixedRecordsTest {
    private static final TableSpec HASHED = new TableSpec(0, "toys", 8, 10, false);
    private static final TableSpec ORDERED = new TableSpec(0, "toys", 8, 10, true);

    private static String refusal(TableSpec table, boolean removes, long absent) {
        return assertThrows(
                        RefusedException.class,
                        () -> FixedRecords.refuseOthers(new Of(table, removes, absent), table, "the tables of x", ""))
                .getMessage();
    }

    @Test
    void shouldRefuseTablesThatLoseRecords() {
        assertTrue(refusal(HASHED, true, -1)
                .startsWith(
                        "transactions remove records of table toys, and the tables of x hold a fixed set of records"));
    }

    @Test
    void shouldRefuseTablesThatGainRecords() {
        assertTrue(refusal(HASHED, false, 9).startsWith("table toys has keys without a record, and the tables of x"));
    }

    @Test
    void shouldTakeTablesThatStayAsTheyAreAndOrderedOnes() {
        assertDoesNotThrow(() -> FixedRecords.refuseOthers(new Of(HASHED, false, -1), HASHED, "x", ""));
        assertDoesNotThrow(() -> FixedRecords.refuseOthers(new Of(ORDERED, true, 9), ORDERED, "x", ""));
    }

    /** A run on one table of ten keys, of which one has no record. */
    private record Of(TableSpec table, boolean removes, long absent) implements ProtocolContext {
        @Override
        public int nodes() {
            return 1;
        }

        @Override
        public int threads() {
            return 1;
        }

        @Override
        public int contexts() {
            return 1;
        }

        @Override
        public Settings settings() {
            return Settings.defaultsOf(List.of());
        }

        @Override
        public Placement placement() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<TableSpec> tables() {
            return List.of(table);
        }

        @Override
        public boolean removes(int number) {
            return removes;
        }

        @Override
        public List<TransactionLogic> transactions() {
            return List.of();
        }

        @Override
        public Population population(int number) {
            return new Population() {
                @Override
                public long candidates() {
                    return 10;
                }

                @Override
                public long key(long index) {
                    return index;
                }

                @Override
                public boolean value(long key, byte[] value) {
                    return key != absent;
                }
            };
        }

        @Override
        public List<StoreType> stores() {
            return List.of();
        }

        @Override
        public <T> T initial(String name, Supplier<T> make) {
            return make.get();
        }

        @Override
        public Image image(long sizeBytes, Layout layout, Fill fill) {
            throw new UnsupportedOperationException();
        }
    }
}
