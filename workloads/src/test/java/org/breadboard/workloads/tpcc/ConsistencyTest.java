// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.Settings;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Invariant;
import org.breadboard.testkit.SerialBench;
import org.breadboard.workloads.tpcc.schema.Column;
import org.breadboard.workloads.tpcc.schema.RowLayout;
import org.breadboard.workloads.tpcc.schema.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What transactions do to rows, and that each consistency condition sees it, whatever rows look like. */
@ParameterizedClass
@ValueSource(strings = {"specification", "drtmh"})
class ConsistencyTest {
    private static final int NODES = 3;

    private final RowLayout rows;
    private final TpccWorkload full;
    private final Transaction transaction = new Transaction();

    ConsistencyTest(String choice) {
        Settings settings = Settings.defaultsOf(Tpcc.fullMix().settings())
                .with("warehousesPerNode", 2)
                .with("rows", choice);
        rows = RowLayout.named(choice);
        full = (TpccWorkload) Tpcc.fullMix().create(settings, NODES, 2, 0.005);
    }

    @Test
    void shouldPayTheCustomerInTheMiddle() {
        SerialBench bench = new SerialBench(full);
        long name = full.size().name(0, full.size().customers());
        transaction.input().begin(TpccMix.PAYMENT, full.transactions().get(TpccMix.PAYMENT));
        put(0, name, 1, 13, 500, 7);
        long before = rows.get(bench.value(Schema.WAREHOUSE, 1), Column.WAREHOUSE_YTD);
        assertTrue(bench.execute(transaction));
        assertEquals(before + 500, rows.get(bench.value(Schema.WAREHOUSE, 1), Column.WAREHOUSE_YTD));
        long key = transaction.key(TpccLogic.writing(transaction.context(), Schema.CUSTOMER));
        assertEquals(-1500, rows.get(bench.value(Schema.CUSTOMER, key), Column.BALANCE));
        assertNotNull(bench.value(Schema.HISTORY, Schema.historyKey(key, 2)));
        assertEquals(List.of(), bench.violations());
    }

    @Test
    void shouldDeliverTheOldestAndRollBackWhatDoesNotExist() {
        SerialBench bench = new SerialBench(full);
        long oldest = Schema.orderKey(4, full.size().delivered() + 1L);
        assertNotNull(bench.value(Schema.NEW_ORDER, oldest));
        transaction.input().begin(TpccMix.DELIVERY, full.transactions().get(TpccMix.DELIVERY));
        put(4, 9, 77);
        assertTrue(bench.execute(transaction));
        assertNull(bench.value(Schema.NEW_ORDER, oldest));
        assertEquals(9, rows.get(bench.value(Schema.ORDER, oldest), Column.ORDER_CARRIER));
        transaction.input().begin(TpccMix.NEW_ORDER, full.transactions().get(TpccMix.NEW_ORDER));
        put(4, 1, 5, NewOrder.shape(0, 1), NewOrder.line(full.size().items() + 1L, 0, 3));
        assertFalse(bench.execute(transaction));
        assertEquals(List.of(), bench.violations());
    }

    @Test
    void shouldEnterAnOrderWithWhatRowsHave() {
        SerialBench bench = new SerialBench(full);
        long stock = Schema.itemKey(3, 7);
        rows.put(bench.value(Schema.STOCK, stock), Column.STOCK_QUANTITY, 12);
        // District 4 is of the first warehouse, the item of the fourth.
        transaction.input().begin(TpccMix.NEW_ORDER, full.transactions().get(TpccMix.NEW_ORDER));
        put(4, 1, 5, NewOrder.shape(0, 1), NewOrder.line(7, 3, 3));
        assertTrue(bench.execute(transaction));
        byte[] taken = bench.value(Schema.STOCK, stock);
        assertEquals(12 - 3 + 91, rows.get(taken, Column.STOCK_QUANTITY));
        assertEquals(3, rows.get(taken, Column.STOCK_YTD));
        assertEquals(1, rows.get(taken, Column.STOCK_ORDERS));
        assertEquals(1, rows.get(taken, Column.STOCK_REMOTE));
        long order = Schema.orderKey(4, full.size().customers() + 1L);
        byte[] line = bench.value(Schema.ORDER_LINE, Schema.lineKey(order, 1));
        assertEquals(7, rows.get(line, Column.LINE_ITEM));
        assertEquals(3, rows.get(line, Column.LINE_SUPPLIER));
        int text = rows.lengthBytes(Column.LINE_DISTRICT);
        int from = rows.offset(Column.STOCK_DISTRICTS) + 4 * text;
        int to = rows.offset(Column.LINE_DISTRICT);
        assertArrayEquals(Arrays.copyOfRange(taken, from, from + text), Arrays.copyOfRange(line, to, to + text));
    }

    @Test
    void shouldAbortWhatWouldOverflowASum() {
        SerialBench bench = new SerialBench(full);
        byte[] customer = bench.value(Schema.CUSTOMER, Schema.customerKey(0, 1));
        boolean wide = rows.lengthBytes(Column.BALANCE) == Long.BYTES;
        rows.put(customer, Column.BALANCE, Integer.MIN_VALUE + 499);
        transaction.input().begin(TpccMix.PAYMENT, full.transactions().get(TpccMix.PAYMENT));
        put(0, 1, 0, 0, 500, 7);
        assertEquals(wide, bench.execute(transaction), "a balance below what it has room for");
        rows.put(customer, Column.BALANCE, 0);
        rows.put(customer, Column.PAID, Integer.MAX_VALUE - 499);
        transaction.input().begin(TpccMix.PAYMENT, full.transactions().get(TpccMix.PAYMENT));
        put(0, 1, 0, 0, 500, 7);
        assertEquals(wide, bench.execute(transaction), "a sum of payments above it");
    }

    @Test
    void shouldNoticeEachBrokenCondition() {
        SerialBench bench = new SerialBench(full);
        byte[] warehouse = bench.value(Schema.WAREHOUSE, 1);
        assertNoticed(bench, warehouse, Column.WAREHOUSE_YTD, "tpcc-consistency-1: warehouse 1 was paid");
        byte[] district = bench.value(Schema.DISTRICT, 12);
        assertNoticed(bench, district, Column.NEXT_ORDER, "tpcc-consistency-2: district 12 has given out order");
        byte[] order = bench.value(Schema.ORDER, Schema.orderKey(12, 1));
        assertNoticed(bench, order, Column.ORDER_LINES, "tpcc-consistency-4: the orders of district 12 have");
        assertNoticed(bench, order, Column.ORDER_LINES, "tpcc-consistency-5-to-7: order 1 of district 12 says that it");
        long first = Schema.orderKey(12, 1);
        long open = Schema.orderKey(12, full.size().delivered() + 1L);
        byte[] carried = bench.value(Schema.ORDER, open);
        assertNoticed(
                bench, carried, Column.ORDER_CARRIER, "tpcc-consistency-5-to-7: order 11 of district 12 is a new");
        byte[] line = bench.value(Schema.ORDER_LINE, Schema.lineKey(first, 1));
        assertNoticed(
                bench, line, Column.LINE_DELIVERED, "tpcc-consistency-5-to-7: order 1 of district 12 has a carrier");
        byte[] history = bench.value(Schema.HISTORY, Schema.historyKey(Schema.customerKey(12, 3), 1));
        assertNoticed(bench, history, Column.HISTORY_AMOUNT, "tpcc-consistency-8: warehouse 1 was paid");
        assertNoticed(bench, history, Column.HISTORY_AMOUNT, "tpcc-consistency-9: district 12 was paid");
        assertNoticed(bench, history, Column.HISTORY_DISTRICT, "tpcc-consistency-9: district 12 was paid");
        byte[] customer = bench.value(Schema.CUSTOMER, Schema.customerKey(12, 3));
        assertNoticed(bench, customer, Column.BALANCE, "tpcc-consistency-10-and-12: customer 3 of district 12 has");
        assertNoticed(bench, customer, Column.PAID, "tpcc-consistency-10-and-12: customer 3 of district 12 has");
        assertNoticed(bench, customer, Column.DELIVERIES, "tpcc-consistency-11:");
    }

    @Test
    void shouldNoticeAGapAmongNewOrders() {
        long gap = Schema.orderKey(12, full.size().customers() - 1L);
        List<String> violated = full.invariants().stream()
                .filter(invariant -> violationWithout(invariant, gap) != null)
                .map(Invariant::name)
                .toList();
        assertEquals(
                List.of("tpcc-consistency-3", "tpcc-consistency-11", "tpcc-consistency-5-to-7", "changes-accounted"),
                violated);
    }

    private String violationWithout(Invariant invariant, long newOrder) {
        Invariant.Changes check = (Invariant.Changes) invariant.begin();
        byte[] value = new byte[rows.rowBytes(Schema.NEW_ORDER)];
        full.population(Schema.NEW_ORDER).value(newOrder, value);
        check.was(Schema.NEW_ORDER, newOrder, value);
        return check.violation(0);
    }

    private void assertNoticed(SerialBench bench, byte[] value, Column column, String violation) {
        value[rows.offset(column)] ^= 1;
        List<String> found = bench.violations();
        assertNotEquals(
                0, found.stream().filter(each -> each.startsWith(violation)).count(), found.toString());
        value[rows.offset(column)] ^= 1;
    }

    private void put(long... input) {
        for (long number : input) {
            transaction.input().put(number);
        }
    }
}
