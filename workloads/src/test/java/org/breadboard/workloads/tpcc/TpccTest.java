// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.testkit.SerialBench;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.ChiSquare;
import org.breadboard.workloads.tpcc.schema.Schema;
import org.junit.jupiter.api.Test;

/** Fixed seeds: the bounds are four standard deviations wide or wider. */
class TpccTest {
    private static final int DRAWS = 100_000;
    private static final int NODES = 3;

    private final Settings defaults =
            Settings.defaultsOf(Tpcc.fullMix().settings()).with("warehousesPerNode", 2);
    private final TpccWorkload full = (TpccWorkload) Tpcc.fullMix().create(defaults, NODES, 2, 0.005);
    private final RandomStream random = TestParts.random(1, 1);
    private final Transaction transaction = new Transaction();

    @Test
    void shouldMixAsTheStandardSays() {
        Terminal terminal = terminal(full);
        int[] drawn = new int[5];
        for (int i = 0; i < DRAWS; i++) {
            terminal.next(random, transaction.input());
            drawn[transaction.type()]++;
        }
        double whole = drawn[0] + drawn[1] + drawn[2] + drawn[3] / 10.0 + drawn[4] / 4.0;
        double[] shares = {0.45, 0.43, 0.04, 0.04, 0.04};
        int[] parts = {1, 1, 1, 10, 4};
        for (int type = 0; type < shares.length; type++) {
            assertEquals(shares[type], (double) drawn[type] / parts[type] / whole, 0.008, "share of type " + type);
        }
    }

    @Test
    void shouldChopDeliveriesByDistrictAndStockLevelsByOrders() {
        Terminal terminal = terminal(full);
        int deliveries = 0;
        int stockLevels = 0;
        for (int i = 0; i < 5_000; i++) {
            terminal.next(random, transaction.input());
            if (transaction.type() == TpccMix.DELIVERY) {
                assertEquals(deliveries++ % 10, transaction.context().input(0) % 10, "one district after another");
            } else if (transaction.type() == TpccMix.STOCK_LEVEL) {
                assertEquals(20 - 5 * (stockLevels++ % 4), transaction.context().input(2), "five orders after five");
                assertEquals(5, transaction.context().input(3));
            }
        }
        assertTrue(deliveries > 100 && stockLevels > 100);
    }

    @Test
    void shouldReachOtherWarehousesAsOftenAsTheStandardSays() {
        Terminal terminal = terminal(full);
        long lines = 0;
        long remoteLines = 0;
        long orders = 0;
        long remoteOrders = 0;
        long rolledBack = 0;
        long payments = 0;
        long remotePayments = 0;
        long byName = 0;
        for (int i = 0; i < DRAWS; i++) {
            terminal.next(random, transaction.input());
            if (transaction.type() == TpccMix.NEW_ORDER) {
                long remote = remoteLines(transaction);
                long ofOrder = transaction.context().input(3) & 0xff;
                orders++;
                lines += ofOrder;
                remoteLines += remote;
                remoteOrders += remote > 0 ? 1 : 0;
                rolledBack += NewOrder.item(transaction.context().input(NewOrder.HEAD + (int) ofOrder - 1))
                                > full.size().items()
                        ? 1
                        : 0;
            } else if (transaction.type() == TpccMix.PAYMENT) {
                payments++;
                byName += transaction.context().input(2);
                remotePayments += transaction.context().input(0) / 10
                                == transaction.context().input(3) / 10
                        ? 0
                        : 1;
            }
        }
        assertEquals(10, (double) lines / orders, 0.1, "5 to 15 lines");
        assertEquals(0.01, (double) remoteLines / lines, 0.001, "remote items");
        assertEquals(0.095, (double) remoteOrders / orders, 0.01, "new-orders with a remote item");
        assertEquals(0.01, (double) rolledBack / orders, 0.003, "rollbacks");
        assertEquals(0.15, (double) remotePayments / payments, 0.01, "remote payments");
        assertEquals(0.6, (double) byName / payments, 0.015, "by last name");
    }

    @Test
    void shouldDrawItemsOfTheVariantFromAllWarehousesUniformly() {
        Settings settings = Settings.defaultsOf(Tpcc.newOrder().settings()).with("warehousesPerNode", 2);
        TpccWorkload variant = (TpccWorkload) Tpcc.newOrder().create(settings, NODES, 2, 0.005);
        Terminal terminal = terminal(variant);
        int[] suppliers = new int[6];
        long lines = 0;
        for (int i = 0; i < 20_000; i++) {
            terminal.next(random, transaction.input());
            assertEquals(TpccMix.NEW_ORDER, transaction.type());
            for (int line = 0; line < (transaction.context().input(3) & 0xff); line++) {
                suppliers[(int) NewOrder.supplier(transaction.context().input(NewOrder.HEAD + line))]++;
                lines++;
            }
        }
        for (int supplier : suppliers) {
            assertEquals(1 / 6.0, (double) supplier / lines, 0.005);
        }
        assertTrue(variant.tables().get(Schema.ORDER_LINE).ordered());
        TpccWorkload hashed = (TpccWorkload) Tpcc.newOrder().create(settings.with("localTables", "unordered"), 3, 2, 1);
        assertTrue(hashed.tables().stream().noneMatch(TableSpec::ordered));
    }

    @Test
    void shouldKeepAllButStockAndPaymentsAtHome() {
        Terminal terminal = terminal(full);
        SerialBench bench = new SerialBench(full);
        Set<Integer> remoteTables = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            terminal.next(random, transaction.input());
            bench.execute(transaction);
            for (int access = 0; access < transaction.accesses(); access++) {
                int table = transaction.table(access);
                if (full.partition(table, transaction.key(access), NODES) != 1) {
                    remoteTables.add(table);
                }
            }
        }
        assertEquals(Set.of(Schema.WAREHOUSE, Schema.DISTRICT, Schema.STOCK), remoteTables);
        assertEquals(List.of(), bench.violations());
    }

    @Test
    void shouldHaveTheStandardsSizesAtFullScale() {
        TpccWorkload testbed = (TpccWorkload)
                Tpcc.fullMix().create(Settings.defaultsOf(Tpcc.fullMix().settings()), 6, 16, 1);
        assertEquals(432, testbed.population(Schema.WAREHOUSE).candidates());
        assertEquals(43_200_000, testbed.population(Schema.STOCK).candidates());
        assertEquals(600_000, testbed.population(Schema.ITEM).candidates(), "a copy on each node");
        assertEquals(12_960_000, testbed.population(Schema.CUSTOMER).candidates());
        assertEquals(3_888_000, testbed.population(Schema.NEW_ORDER).candidates(), "900 of 3000 orders");
        TpccWorkload tenth = (TpccWorkload)
                Tpcc.fullMix().create(Settings.defaultsOf(Tpcc.fullMix().settings()), 6, 16, 0.1);
        assertEquals(4320, tenth.population(Schema.DISTRICT).candidates(), "the hot set keeps its size");
        assertEquals(1_296_000, tenth.population(Schema.CUSTOMER).candidates());
    }

    @Test
    void shouldDrawLastNamesWithOtherConstantsThanItWasFilledWith() {
        // NURand(255, 0, 999) by its definition, with C = 0.
        double[] drawn = new double[1000];
        for (int bits = 0; bits < 256; bits++) {
            for (int uniform = 0; uniform < 1000; uniform++) {
                drawn[(bits | uniform) % 1000] += 1 / 256.0 / 1000;
            }
        }
        Size size = Size.of(1, 1, 1);
        long[] asked = new long[1000];
        for (int i = 0; i < 300_000; i++) {
            asked[(int) size.nonUniformNames().next(random)]++;
        }
        ChiSquare.assertFollows(shifted(drawn, 157), asked, "names that are asked for");
        long[] loaded = new long[1000];
        for (int district = 0; district < 100; district++) {
            for (int customer = 1001; customer <= 3000; customer++) {
                loaded[(int) size.name(district, customer)]++;
            }
        }
        ChiSquare.assertFollows(shifted(drawn, 57), loaded, "names of customers");
        double matches = 0;
        double matchesOfOneConstant = 0;
        for (int name = 0; name < 1000; name++) {
            matches += shifted(drawn, 157)[name] * (1 + 2000 * shifted(drawn, 57)[name]);
            matchesOfOneConstant += drawn[name] * (1 + 2000 * drawn[name]);
        }
        assertEquals(2.96, matches, 0.01, "customers of a name that is asked for");
        assertEquals(12.3, matchesOfOneConstant, 0.05, "with one constant for both");
    }

    private static double[] shifted(double[] probabilities, int by) {
        double[] shifted = new double[probabilities.length];
        for (int i = 0; i < shifted.length; i++) {
            shifted[(i + by) % shifted.length] = probabilities[i];
        }
        return shifted;
    }

    @Test
    void shouldDrawCustomersAndItemsByTheDefinition() {
        Size size = Size.of(1, 1, 1);
        double[] customers = new double[3000];
        for (int bits = 0; bits < 1024; bits++) {
            for (int uniform = 1; uniform <= 3000; uniform++) {
                customers[(bits | uniform) % 3000] += 1 / 1024.0 / 3000;
            }
        }
        long[] drawn = new long[3000];
        for (int i = 0; i < 300_000; i++) {
            drawn[(int) size.nonUniformCustomers().next(random) - 1]++;
        }
        ChiSquare.assertFollows(customers, drawn, "customers");
        assertEquals(8191, size.nonUniformItems().mask());
    }

    @Test
    void shouldHaveACustomerOfEachNameAndNoNameAlone() {
        Size size = Size.of(1, 1, 1);
        int[] customers = new int[1000];
        for (int customer = 1; customer <= 3000; customer++) {
            customers[(int) size.name(3, customer)]++;
        }
        int most = 0;
        for (int name = 0; name < 1000; name++) {
            assertTrue(customers[name] >= 1, "nobody is called " + name);
            most = Math.max(most, customers[name]);
        }
        assertTrue(most > 10, "names are drawn non-uniformly: at most " + most);
    }

    @Test
    void shouldRefuseMoreWarehousesThanKeysHaveRoomFor() {
        RefusedException refused = assertThrows(
                RefusedException.class,
                () -> Tpcc.fullMix().create(defaults.with("warehousesPerNode", 10_000), 11, 1, 1));
        assertTrue(refused.getMessage().contains("110000 warehouses"), refused.getMessage());
        assertThrows(RefusedException.class, () -> Tpcc.fullMix().create(defaults, 3, 1, 0.0001));
    }

    private static Terminal terminal(TpccWorkload workload) {
        return (Terminal) workload.generator(1, 0, new SpreadPlacement(NODES, 1));
    }

    private static long remoteLines(Transaction transaction) {
        long remote = 0;
        for (int line = 0; line < (transaction.context().input(3) & 0xff); line++) {
            long supplier = NewOrder.supplier(transaction.context().input(NewOrder.HEAD + line));
            remote += supplier == transaction.context().input(0) / Schema.DISTRICTS ? 0 : 1;
        }
        return remote;
    }
}
