// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.tatp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SerialBench;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.ChiSquare;
import org.junit.jupiter.api.Test;

class TatpTest {
    private static final int TRANSACTIONS = 200_000;
    private static final long SUBSCRIBERS = 10_000;

    private final Tatp type = new Tatp();
    private final Workload workload = type.create(Settings.defaultsOf(type.settings()), 1, 1, 0.01);

    @Test
    void shouldSucceedAsOftenAsTheSpecificationSays() {
        SerialBench bench = new SerialBench(workload);
        Workload.Generator generator = workload.generator(0, 0, new SpreadPlacement(1, 1));
        RandomStream random = TestParts.random(9, 1);
        Transaction transaction = new Transaction();
        int[] drawn = new int[7];
        int[] committed = new int[7];
        for (int i = 0; i < TRANSACTIONS; i++) {
            generator.next(random, transaction.input());
            drawn[transaction.type()]++;
            committed[transaction.type()] += bench.execute(transaction) ? 1 : 0;
        }
        double[] expected = {1, 0.625, 0.205, 0.625, 1, 0.3125, 0.3125};
        for (int type = 0; type < expected.length; type++) {
            // Four standard deviations, and 1% for a population of 10,000.
            double tolerance = 4 * Math.sqrt(expected[type] * (1 - expected[type]) / drawn[type]) + 0.01;
            String name = workload.transactions().get(type).name();
            assertEquals(expected[type], (double) committed[type] / drawn[type], tolerance, name);
            assertEquals(
                    TatpTransactions.WEIGHTS.usual()[type] / 100.0, (double) drawn[type] / TRANSACTIONS, 0.005, name);
        }
        assertEquals(0, bench.violations().size());
        int forwardings = bench.records(Schema.CALL_FORWARDING);
        assertEquals(3.75, (double) forwardings / SUBSCRIBERS, 0.1, "inserts and deletes keep the balance");
    }

    @Test
    void shouldFollowTheMixAndTheNonUniformSubscribersOfTheSpecification() {
        // A is 65535, however few subscribers there are; the definition is added up over all pairs.
        Workload whole = type.create(Settings.defaultsOf(type.settings()).with("subscribersPerNode", 2_000), 1, 1, 1);
        Workload.Generator generator = whole.generator(0, 0, new SpreadPlacement(1, 1));
        RandomStream random = TestParts.random(4, 1);
        Transaction transaction = new Transaction();
        long[] types = new long[7];
        long[] subscribers = new long[2_000];
        for (int i = 0; i < TRANSACTIONS; i++) {
            generator.next(random, transaction.input());
            types[transaction.type()]++;
            boolean byNumber = transaction.type() >= TatpTransactions.UPDATE_LOCATION;
            long input = transaction.context().input(0);
            subscribers[(int) (byNumber ? Schema.subscriber(input) : input) - 1]++;
        }
        ChiSquare.assertFollows(new double[] {.35, .35, .1, .02, .14, .02, .02}, types, "types");
        double[] expected = new double[2_000];
        for (int bits = 0; bits < 65_536; bits++) {
            for (int uniform = 1; uniform <= expected.length; uniform++) {
                expected[(bits | uniform) % expected.length] += 1.0 / 65_536 / expected.length;
            }
        }
        ChiSquare.assertFollows(expected, subscribers, "subscribers");
    }

    @Test
    void shouldPopulateAsTheSpecificationSays() {
        long[] accessInfos = new long[5];
        long[] facilities = new long[5];
        long[] forwardings = new long[4];
        long active = 0;
        byte[] value = new byte[Schema.SPECIAL_FACILITY_BYTES];
        for (long subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
            int rows = 0;
            int facilityRows = 0;
            for (int type = 1; type <= Schema.TYPES; type++) {
                long key = Schema.typedKey(subscriber, type);
                rows += workload.population(Schema.ACCESS_INFO).value(key, new byte[Schema.ACCESS_INFO_BYTES]) ? 1 : 0;
                if (workload.population(Schema.SPECIAL_FACILITY).value(key, value)) {
                    facilityRows++;
                    active += value[Schema.IS_ACTIVE];
                    forwardings[forwardings(key)]++;
                }
            }
            accessInfos[rows]++;
            facilities[facilityRows]++;
        }
        long facilityRows = 0;
        for (int n = 1; n <= 4; n++) {
            assertEquals(0.25, (double) accessInfos[n] / SUBSCRIBERS, 0.02, n + " access infos");
            assertEquals(0.25, (double) facilities[n] / SUBSCRIBERS, 0.02, n + " special facilities");
            facilityRows += n * facilities[n];
        }
        for (int n = 0; n < 4; n++) {
            assertEquals(0.25, (double) forwardings[n] / facilityRows, 0.02, n + " call forwardings");
        }
        assertEquals(0.85, (double) active / facilityRows, 0.01, "active facilities");
    }

    @Test
    void shouldSpellNumbersInDecimalDigits() {
        assertEquals(0x12345L, Schema.number(12_345));
        assertEquals(12_345, Schema.subscriber(0x12345L));
        assertEquals(-1, Schema.subscriber(0x1a), "a is no decimal digit");
        assertEquals(-1, Schema.subscriber(1L << 60), "sixteen digits");
    }

    @Test
    void shouldSayWhichReferenceIsBroken() {
        SerialBench bench = new SerialBench(workload);
        assertTrue(bench.value(Schema.SECONDARY_SUBSCRIBER, Schema.number(7)) != null);
        bench.value(Schema.SECONDARY_SUBSCRIBER, Schema.number(7))[0] = 8;
        assertEquals(
                "[rows-intact: table secondary subscriber has changed data that no transaction changes under key 7.]",
                bench.violations().toString());
    }

    private int forwardings(long facility) {
        int rows = 0;
        for (int start = 0; start < Schema.STARTS; start++) {
            long key = Schema.forwardingKey(facility, start);
            byte[] value = new byte[Schema.CALL_FORWARDING_BYTES];
            if (workload.population(Schema.CALL_FORWARDING).value(key, value)) {
                rows++;
                assertTrue(value[Schema.END_HOUR] >= 1 && value[Schema.END_HOUR] <= 24, "it ends at no hour");
            }
        }
        return rows;
    }

    /** Results of other versions are comparable only while the same seed draws the same. */
    @Test
    void shouldDrawWhatItAlwaysDrew() {
        Workload.Generator generator = new Tatp()
                .create(Settings.defaultsOf(new Tatp().settings()), 3, 2, 0.01)
                .generator(1, 1, new SpreadPlacement(3, 2));
        RandomStream random = TestParts.random(5, 1);
        Transaction transaction = new Transaction();
        long drawn = 0;
        for (int i = 0; i < 10_000; i++) {
            generator.next(random, transaction.input());
            drawn = 31 * drawn + transaction.type();
            for (int input = 0; input < transaction.input().lengthBytes() / Long.BYTES; input++) {
                drawn = 31 * drawn + transaction.context().input(input);
            }
        }
        assertEquals(365481694606693564L, drawn);
    }

    @Test
    void shouldKeepASubscriberTogetherIfMostOfThemShallBeLocal() {
        Settings settings = Settings.defaultsOf(new Tatp().settings()).with("local", 0.8);
        Workload near = new Tatp().create(settings, 4, 1, 0.01);
        Placement placement = new Placement() {
            @Override
            public int partitions() {
                return 4;
            }

            @Override
            public int partition(int table, long key) {
                return near.partition(table, key, 4);
            }

            @Override
            public int replicas() {
                return 1;
            }

            @Override
            public int node(int partition, int index) {
                return partition;
            }
        };
        SerialBench bench = new SerialBench(near);
        Transaction transaction = new Transaction();
        RandomStream random = TestParts.random(6, 1);
        Workload.Generator generator = near.generator(2, 0, placement);
        double local = 0;
        double all = 0;
        for (int i = 0; i < 20_000; i++) {
            generator.next(random, transaction.input());
            bench.execute(transaction);
            int home = placement.primary(transaction.table(0), transaction.key(0));
            for (int access = 0; access < transaction.accesses(); access++) {
                assertEquals(home, placement.primary(transaction.table(access), transaction.key(access)));
                local += home == 2 ? 1 : 0;
                all++;
            }
        }
        assertEquals(0.8, local / all, 0.015);
    }
}
