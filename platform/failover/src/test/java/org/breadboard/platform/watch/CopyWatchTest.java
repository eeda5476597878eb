// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.ProtocolType.Grain;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.load.StepAt;
import org.breadboard.platform.sim.SimEngine;
import org.junit.jupiter.api.Test;

/** Two nodes with a copy each of eight records of two parts. */
class CopyWatchTest {
    private static final int RECORDS = 8;
    private static final int VALUE_BYTES = 16;

    private final CopyWatch watch = new CopyWatch(new SimEngine(1, false));
    private final long[][][] copies = new long[2][RECORDS][2];
    private long nowNs;
    private boolean hasParts;
    private TransactionSource clients;

    private void begin(long capacity, int partBytes) {
        hasParts = partBytes > 0;
        begin(
                hasParts ? Grain.PART : Grain.RECORD,
                List.of(new TableSpec(0, "accounts", VALUE_BYTES, capacity, false, "", partBytes)));
    }

    private void begin(Grain grain, List<TableSpec> tables) {
        clients = watch.clients(0, 0, 0, new Both(), new Nobody());
        watch.built(null, List.of(node(copies[0]), node(copies[1])), new Both());
        watch.begin(tables, Items.of(tables, grain));
    }

    private ProtocolNode node(long[][] versions) {
        return (partition, visitor) -> {
            for (int key = 0; key < RECORDS; key++) {
                if (hasParts) {
                    visitor.parts(0, key, versions[key], new byte[VALUE_BYTES], VALUE_BYTES);
                } else {
                    visitor.record(0, key, versions[key][0], new byte[VALUE_BYTES], VALUE_BYTES);
                }
            }
        };
    }

    /** Enough transactions for a look. */
    private void goOn() {
        for (int i = 0; i < 100; i++) {
            nowNs++;
            clients.committed(new StepAt(nowNs), 0);
        }
    }

    @Test
    void shouldFindACopyThatWentBackThoughItGoesOn() {
        begin(RECORDS, 0);
        copies[1][3][0] = 7;
        goOn();
        copies[1][3][0] = 6;
        goOn();
        copies[1][3][0] = 8;
        goOn();
        assertEquals(
                List.of("Node 1's copy of accounts[3] had version 7, and at 112 ns it has version 6."),
                watch.violations());
    }

    @Test
    void shouldFindAPartThatWentBack() {
        begin(RECORDS, 8);
        copies[0][5][0] = 4;
        copies[0][5][1] = 4;
        goOn();
        copies[0][5][0] = 5;
        copies[0][5][1] = 3;
        goOn();
        assertEquals(1, watch.violations().size());
        assertEquals(
                "Node 0's copy of accounts[5 part 1] had version 4, and at 112 ns it has version 3.",
                watch.violations().get(0));
    }

    @Test
    void shouldBearCopiesThatLagBehind() {
        begin(RECORDS, 0);
        for (int version = 1; version < 50; version++) {
            copies[0][version % RECORDS][0] = version;
            goOn();
            copies[1][version % RECORDS][0] = version;
        }
        assertEquals(List.of(), watch.violations());
    }

    @Test
    void shouldNotLookAtManyRecords() {
        begin(CopyWatch.MOST_ITEMS, 0);
        assertNothingSeen();
    }

    @Test
    void shouldLookAtASmallTableBesideALargeOne() {
        TableSpec small = new TableSpec(0, "accounts", VALUE_BYTES, RECORDS, false, "", 0);
        TableSpec large = new TableSpec(1, "history", VALUE_BYTES, CopyWatch.MOST_ITEMS, true, "", 0);
        begin(Grain.RECORD, List.of(small, large));
        copies[0][0][0] = 2;
        for (int i = 0; i < 100; i++) {
            goOn();
        }
        copies[0][0][0] = 1;
        for (int i = 0; i < 100; i++) {
            goOn();
        }
        assertEquals(1, watch.violations().size());
    }

    /** It may take back what was applied and had not committed. */
    @Test
    void shouldLookAtANextConfigurationOnceItHasRecovered() {
        begin(RECORDS, 0);
        copies[0][0][0] = 3;
        goOn();
        watch.built(null, List.of(node(copies[0]), node(copies[1])), new Both());
        assertNothingSeen();
        watch.recovered();
        goOn();
        assertEquals(List.of(), watch.violations(), "what was taken back is not held against it");
        copies[0][0][0] = 0;
        goOn();
        assertEquals(1, watch.violations().size());
    }

    private void assertNothingSeen() {
        copies[0][0][0] = 2;
        goOn();
        copies[0][0][0] = 1;
        goOn();
        assertEquals(List.of(), watch.violations());
    }

    private record Both() implements Placement {
        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public int partition(int table, long key) {
            return 0;
        }

        @Override
        public int replicas() {
            return 2;
        }

        @Override
        public int node(int partition, int index) {
            return index;
        }
    }

    /** Clients of whom nothing is asked. */
    private static final class Nobody implements TransactionSource {
        @Override
        public int contexts() {
            return 1;
        }

        @Override
        public double next(Step step, int context) {
            return STOP;
        }

        @Override
        public Transaction transaction(int context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void committed(Step step, int context) {}

        @Override
        public void aborted(Step step, int context, AbortReason reason) {}

        @Override
        public void corrected(Step step, int context, AbortReason reason) {}

        @Override
        public void unknown(Step step, int context) {}
    }
}
