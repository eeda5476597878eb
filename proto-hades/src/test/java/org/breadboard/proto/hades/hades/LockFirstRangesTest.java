// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.hw.htmbloom.HtmBloomPlugin;
import org.breadboard.proto.hades.table.RecordFormat;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a transaction locks that locks first: the lines that it touches (HADES VI, Table I: "operation at cache line
 * granularity").
 */
class LockFirstRangesTest {
    private static final int FIELD_BYTES = 100;
    private static final int VALUE_BYTES = 10 * FIELD_BYTES;

    /** Both hold their locks from their completion on, since neither ever finishes. */
    @ParameterizedTest
    @CsvSource({
        "false, 0, 4, false, 2",
        "true, 0, 4, false, 2",
        "true, 9, 0, false, 2",
        "false, 3, 3, false, 1",
        "true, 3, 3, false, 1",
        "true, 0, 4, true, 1"
    })
    void shouldLetWritersOfDifferentFieldsHoldTheirLocksAtOnce(
            boolean augmented, int first, int second, boolean whole, int holders) {
        RecordFormat format = augmented ? RecordFormat.augmented(VALUE_BYTES) : RecordFormat.plain(VALUE_BYTES);
        HardwareType type = new HtmBloomPlugin().hardware().get(0);
        DeviceBench bench = new DeviceBench(
                type, 3, DataSheets.settings(type, "hades-node", Map.of()), DeviceBench.Faults.NONE, 1, false);
        List<Stage> stages = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            Region region = bench.region("records" + node, 1 << 16);
            bench.capability(node, ConflictTracking.class).register(region, null);
            stages.add(bench.stage(node, "core", (step, message) -> {
                throw new AssertionError("nothing is sent here");
            }));
        }
        List<Locker> lockers = new ArrayList<>();
        for (int node = 0; node <= 2; node += 2) {
            Tracker[] tracker = new Tracker[1];
            Locker locker = new Locker(touched(format, node == 0 ? first : second, whole), tracker);
            tracker[0] = bench.capability(node, ConflictTracking.class).open(stages.get(node), locker);
            stages.get(node).add(locker);
            lockers.add(locker);
        }
        bench.run();
        assertEquals(holders, lockers.stream().filter(locker -> locker.holds).count());
    }

    private static Touched touched(RecordFormat format, int field, boolean whole) {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, new Nothing());
        transaction.context().overwrite(0, 17, field * FIELD_BYTES, FIELD_BYTES);
        Touched touched = new Touched();
        touched.of(transaction, 0, format, whole);
        return touched;
    }

    /** Locks what it would touch on node 1, and goes no further. */
    private static final class Locker extends Task {
        private final Touched touched;
        private final Tracker[] tracker;
        private boolean asked;
        private boolean holds;

        Locker(Touched touched, Tracker[] tracker) {
            this.touched = touched;
            this.tracker = tracker;
        }

        @Override
        protected Next step(Step step) {
            if (!asked) {
                asked = true;
                tracker[0].cover(1, "records1", touched.from(), touched.lengthBytes(), true);
                assertTrue(tracker[0].lockFirst(step, true, 9));
            }
            return Next.AWAIT;
        }

        @Override
        protected boolean completed(Step step, Message message) {
            holds = true;
            return false;
        }
    }

    private static final class Nothing implements TransactionLogic {
        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            return Decision.COMMIT;
        }
    }
}
