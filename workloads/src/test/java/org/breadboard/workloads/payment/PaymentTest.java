// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SerialBench;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;

class PaymentTest {
    private final Payments type = new Payments();
    private final Settings defaults = Settings.defaultsOf(type.settings());
    private final RandomStream random = TestParts.random(1, 1);
    private final Transaction transaction = new Transaction();

    @Test
    void shouldTouchThreeRecordsAndWriteHistoryBlindly() {
        Workload.Generator generator = type.create(defaults, 1, 2, 1).generator(0, 0, new SpreadPlacement(1, 1));
        generator.next(random, transaction.input());
        transaction.run(0);
        assertEquals(4, transaction.accesses());
        for (int access = 0; access < 3; access++) {
            assertEquals(AccessMode.UPDATE, transaction.mode(access));
            assertTrue(!transaction.isOverwrite(access));
        }
        assertTrue(transaction.isOverwrite(3));
        assertEquals(16, transaction.overwriteBytes(3));
    }

    @Test
    void shouldPayInTheCustomersDistrict() {
        Workload.Generator generator =
                type.create(defaults.with("warehouses", 3), 1, 1, 1).generator(0, 0, new SpreadPlacement(1, 1));
        Set<Long> customers = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            generator.next(random, transaction.input());
            assertEquals(
                    transaction.context().input(0), transaction.context().input(1) / 2, "warehouse of the district");
            assertEquals(
                    transaction.context().input(1), transaction.context().input(2) / 10, "district of the customer");
            assertTrue(transaction.context().input(4) >= 100
                    && transaction.context().input(4) <= 500_000);
            customers.add(transaction.context().input(2));
        }
        assertEquals(60, customers.size());
    }

    @Test
    void shouldGiveEachThreadRowsOfHistoryOfItsOwn() {
        Workload workload = type.create(defaults.with("historyRows", 3), 2, 2, 1);
        Set<Long> rows = new HashSet<>();
        for (int node = 0; node < 2; node++) {
            for (int thread = 0; thread < 2; thread++) {
                Workload.Generator generator = workload.generator(node, thread, new SpreadPlacement(2, 1));
                for (int i = 0; i < 3; i++) {
                    generator.next(random, transaction.input());
                    assertTrue(rows.add(transaction.context().input(3)));
                }
                generator.next(random, transaction.input());
                assertTrue(rows.contains(transaction.context().input(3)), "then they begin again");
            }
        }
        assertEquals(12, rows.size());
    }

    @Test
    void shouldMissAPaymentThatOnlyTheWarehouseKnows() {
        Workload workload = type.create(defaults, 1, 1, 1);
        SerialBench bench = new SerialBench(workload);
        Workload.Generator generator = workload.generator(0, 0, new SpreadPlacement(1, 1));
        generator.next(random, transaction.input());
        byte[] before =
                bench.value(Columns.DISTRICT, transaction.context().input(1)).clone();
        bench.execute(transaction);
        assertEquals(List.of(), bench.violations());
        byte[] after = bench.value(Columns.DISTRICT, transaction.context().input(1));
        System.arraycopy(before, 0, after, 0, before.length);
        assertTrue(
                bench.violations().toString().contains("table district tells of 0"),
                () -> bench.violations().toString());
    }
}
