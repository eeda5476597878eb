// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.breadboard.api.runtime.Step;
import org.junit.jupiter.api.Test;

class NamedSourceTest {
    private static final String WHY =
            ": a log or a table is not what its protocol takes it for, or the protocol has a mistake: ";

    /** A source whose log ends in garbage, and that has no table 9. */
    private static final class Garbled implements RecoverySource {
        private final long[] tables = new long[3];

        @Override
        public boolean release(Step step) {
            return true;
        }

        @Override
        public boolean scan(Step step, LogSink sink) {
            sink.transaction(4, 17, 230, 1);
            return tables[9] == 0;
        }

        @Override
        public long lockUnit(int table, long key) {
            return tables[table] + key;
        }

        @Override
        public void lock(Step step, int table, int partition, long lockUnit) {
            throw new IllegalStateException("a sentence of its own");
        }

        @Override
        public void unlock(Step step, int table, int partition, long lockUnit) {}

        @Override
        public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
            throw new NullPointerException();
        }

        @Override
        public void finished(Step step) {}
    }

    private final RecoverySource source = new NamedSource(new Garbled(), 2);

    private static void says(String sentence, Runnable deed) {
        assertEquals(
                sentence, assertThrows(IllegalStateException.class, deed::run).getMessage());
    }

    @Test
    void shouldSayWhatItCouldNotDoAndToWhichTransaction() {
        RecoverySource.LogSink nobody = new RecoverySource.LogSink() {
            @Override
            public void transaction(long epoch, long idHigh, long idLow, int writes) {}

            @Override
            public void over(long epoch, long idHigh, long idLow) {}

            @Override
            public void write(
                    int table, long key, long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {}
        };
        says(
                "recovery of node 2 cannot read its log at or behind transaction 230 of coordinator 17 in configuration 4"
                        + WHY + "Index 9 out of bounds for length 3",
                () -> source.scan(null, nobody));
        says(
                "recovery of node 2 cannot find the lock of 9[5]" + WHY + "Index 9 out of bounds for length 3",
                () -> source.lockUnit(9, 5));
        says(
                "recovery of node 2 cannot apply transaction 7 of coordinator 1 in configuration 3" + WHY
                        + "NullPointerException",
                () -> source.apply(null, new RecoveryId(3, 1, 7), 1, List.of()));
    }

    @Test
    void shouldKeepASentenceOfThePlugins() {
        says("a sentence of its own", () -> source.lock(null, 1, 0, 5));
        assertEquals(6, source.lockUnit(1, 6));
    }
}
