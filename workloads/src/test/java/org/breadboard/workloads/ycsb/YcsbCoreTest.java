// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.testkit.SpreadPlacement;
import org.breadboard.testkit.TestParts;
import org.breadboard.workloads.parts.QuickZipf;
import org.junit.jupiter.api.Test;

/** Fixed seeds: the bounds are four standard deviations wide or wider. */
class YcsbCoreTest {
    private static final int DRAWS = 40_000;
    private static final int RECORDS = 1_000;

    private final YcsbCore type = new YcsbCore();
    private final Placement placement = new SpreadPlacement(4, 1);
    private final RandomStream random = TestParts.random(1, 1);
    private final Settings defaults = Settings.defaultsOf(type.settings()).with("recordcount", RECORDS);

    private Settings only(String proportion, Object... more) {
        Settings settings =
                defaults.with("readproportion", 0).with("updateproportion", 0).with(proportion, 1);
        for (int i = 0; i < more.length; i += 2) {
            settings = settings.with((String) more[i], more[i + 1]);
        }
        return settings;
    }

    /** How often a client of node 1 draws each key. */
    private Map<Long, Integer> drawn(Settings settings) {
        Workload.Generator generator = type.create(settings, 4, 2, 1).generator(1, 0, placement);
        Transaction transaction = new Transaction();
        Map<Long, Integer> drawn = new TreeMap<>();
        for (int i = 0; i < DRAWS; i++) {
            generator.next(random, transaction.input());
            transaction.run(0);
            drawn.merge(transaction.key(0), 1, Integer::sum);
        }
        return drawn;
    }

    private static double share(Map<Long, Integer> drawn, long from, long to) {
        return drawn.entrySet().stream()
                        .filter(each -> each.getKey() >= from && each.getKey() < to)
                        .mapToInt(Map.Entry::getValue)
                        .sum()
                / (double) DRAWS;
    }

    @Test
    void shouldDrawOperationsByTheirProportions() {
        Settings settings = defaults.with("readproportion", 1)
                .with("updateproportion", 2)
                .with("insertproportion", 1)
                .with("scanproportion", 1)
                .with("readmodifywriteproportion", 3);
        Workload workload = type.create(settings, 4, 2, 1);
        Workload.Generator generator = workload.generator(1, 0, placement);
        Transaction transaction = new Transaction();
        Map<String, Integer> types = new TreeMap<>();
        for (int i = 0; i < DRAWS; i++) {
            generator.next(random, transaction.input());
            types.merge(transaction.logic().name(), 1, Integer::sum);
        }
        Map<String, Integer> parts = Map.of("read", 1, "update", 2, "insert", 1, "scan", 1, "read-modify-write", 3);
        parts.forEach((name, part) -> assertEquals(part / 8.0, types.get(name) / (double) DRAWS, 0.01, name));
    }

    @Test
    void shouldDrawKeysAsTheirDistributionHasThem() {
        Settings ordered = only("readproportion", "insertorder", "ordered");
        Map<Long, Integer> hotspot =
                drawn(ordered.with("requestdistribution", "hotspot").with("hotspotdatafraction", 0.1));
        assertEquals(0.8, share(hotspot, 0, RECORDS / 10), 0.01);
        Map<Long, Integer> exponential = drawn(ordered.with("requestdistribution", "exponential")
                .with("exponential.percentile", 90)
                .with("exponential.frac", 0.2));
        assertEquals(0.9, share(exponential, RECORDS * 8 / 10, RECORDS), 0.01, "the newest fifth");
        Map<Long, Integer> sequential = drawn(ordered.with("requestdistribution", "sequential"));
        assertTrue(sequential.values().stream().allMatch(times -> times == DRAWS / RECORDS), sequential.toString());
        Map<Long, Integer> latest = drawn(ordered.with("requestdistribution", "latest"));
        assertEquals(1 / QuickZipf.sum(RECORDS, 0.99), latest.get(RECORDS - 1L) / (double) DRAWS, 0.01);
        Map<Long, Integer> zipfian = drawn(ordered.with("requestdistribution", "zipfian"));
        assertEquals(1 / 26.469, zipfian.get(ScrambledRank.key(0, RECORDS)) / (double) DRAWS, 0.005);
        Map<Long, Integer> uniform = drawn(ordered);
        assertEquals(0.5, share(uniform, 0, RECORDS / 2), 0.01);
    }

    @Test
    void shouldDrawOldRecordsHoweverManyCameAfterThem() {
        CoreChoice latest = CoreChoice.of(defaults.with("requestdistribution", "latest"), 10, 1_000, 0);
        assertTrue(leastOf(latest, 1_000) < 20, "of 1,000 records, 10 of which were there first");
    }

    @Test
    void shouldFindAZipfianRecordSoonHoweverMuchRoomThereIs() {
        CoreChoice zipfian = CoreChoice.of(defaults.with("requestdistribution", "zipfian"), 10, 1L << 40, 0);
        assertTrue(leastOf(zipfian, 10) < 10);
        assertTrue(leastOf(zipfian, 1_000) < 20);
    }

    private long leastOf(CoreChoice choice, long known) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < DRAWS; i++) {
            long number = choice.next(random, known);
            assertTrue(number >= 0 && number < known, "" + number);
            least = Math.min(least, number);
        }
        return least;
    }

    @Test
    void shouldKnowAnInsertOnceItHasEnded() {
        Settings settings = only(
                "insertproportion", "readproportion", 1, "requestdistribution", "latest", "insertorder", "ordered");
        Workload.Generator generator = type.create(settings, 4, 2, 1).generator(1, 0, placement);
        Transaction open = new Transaction();
        do {
            generator.next(random, open.input());
        } while (!open.logic().name().equals("insert"));
        long inserted = open.input().number(0);
        assertTrue(inserted >= RECORDS, "a new key: " + inserted);
        Transaction other = new Transaction();
        for (int i = 0; i < 100; i++) {
            generator.next(random, other.input());
            assertTrue(other.logic().name().equals("insert") || other.input().number(0) < inserted, "read too early");
        }
        boolean read = false;
        for (int i = 0; i < 1_000; i++) {
            generator.next(random, i == 0 ? open.input() : other.input());
            read |= other.logic().name().equals("read") && other.input().number(0) == inserted;
        }
        assertTrue(read, "never read after it ended");
    }

    @Test
    void shouldScanTheShareOfItsNodeInAnOrderedTable() {
        Settings settings = only("scanproportion", "minscanlength", 5, "maxscanlength", 7);
        Workload workload = type.create(settings, 4, 2, 1);
        assertTrue(workload.tables().get(0).ordered());
        assertFalse(type.create(defaults, 4, 2, 1).tables().get(0).ordered());
        Workload.Generator generator = workload.generator(1, 1, placement);
        Transaction transaction = new Transaction();
        int[] lengths = new int[10];
        for (int i = 0; i < DRAWS; i++) {
            generator.next(random, transaction.input());
            transaction.run(0);
            assertEquals(AccessMode.RANGE, transaction.mode(0));
            assertEquals(1, workload.partition(0, transaction.key(0), 4));
            assertEquals(1, workload.partition(0, transaction.highKey(0), 4));
            lengths[transaction.limit(0)]++;
        }
        for (int length = 5; length <= 7; length++) {
            assertEquals(1 / 3.0, lengths[length] / (double) DRAWS, 0.02);
        }
    }

    @Test
    void shouldRefuseWhatCannotBeHad() {
        refused(defaults.with("readproportion", 0).with("updateproportion", 0), "give one of readproportion");
        refused(defaults.with("minscanlength", 9).with("maxscanlength", 8), "above workload.maxscanlength");
        refused(defaults.with("fieldcount", 1000), "take a lower fieldcount or fieldlength");
    }

    @Test
    void shouldDoSomethingElseAndSaySoWhenThereIsNoRoomForAnInsert() {
        assertEquals("read", behindTheRoom(only("insertproportion", "insertRoom", 3)));
        assertEquals("scan", behindTheRoom(only("insertproportion", "insertRoom", 3, "scanproportion", 1e-9)));
    }

    /** What a client that can insert three records does as its fourth operation. */
    private String behindTheRoom(Settings settings) {
        Workload workload = type.create(settings, 4, 2, 1);
        Workload.Generator generator = workload.generator(0, 0, placement);
        Transaction transaction = new Transaction();
        for (int i = 0; i < 3; i++) {
            generator.next(random, transaction.input());
            assertEquals("insert", transaction.logic().name());
        }
        assertEquals(List.of(), workload.remarks());
        generator.next(random, transaction.input());
        String drawn = transaction.logic().name();
        assertEquals(
                List.of("1 operations that were drawn as an insert became a " + drawn + ", since their threads had"
                        + " inserted all of the 3 records for which there is room; raise workload.insertRoom."),
                workload.remarks());
        workload.generator(0, 0, placement);
        assertEquals(List.of(), workload.remarks(), "of another run");
        return drawn;
    }

    private void refused(Settings settings, String words) {
        String refusal = assertThrows(RefusedException.class, () -> type.create(settings, 4, 2, 1))
                .getMessage();
        assertTrue(refusal.contains(words), refusal);
    }

    @Test
    void shouldLimitRecordsAfterScaling() {
        Settings many = defaults.with("recordcount", 20_000_000_000L);
        assertEquals(20_000, type.create(many, 4, 2, 1e-6).tables().get(0).capacity());
        refused(
                many,
                "20000000000 records are more than 1000000000; take a lower workload.recordcount or cluster.scale.");
    }

    @Test
    void shouldNameThePropertiesThatItDoesNotUse() {
        assertEquals(List.of(), type.create(defaults, 4, 2, 1).remarks());
        String remark = type.create(defaults.with("operationcount", 1000).with("target", 5), 4, 2, 1)
                .remarks()
                .get(0);
        assertTrue(remark.contains("not used: operationcount, target;"), remark);
        Settings all = defaults;
        for (String[] each : new String[][] {
            {"measurementtype", "hdrhistogram"}, {"hdrhistogram.percentiles", "95,99,99.9"}, {"zeropadding", "12"},
            {"dataintegrity", "true"}, {"discardscannedrecord", "false"}, {"insertcount", "10"}
        }) {
            all = all.with(each[0], each[1]);
        }
        assertTrue(type.create(all, 4, 2, 1)
                .remarks()
                .get(0)
                .startsWith("Of YCSB's properties not used: measurementtype, "));
        type.create(
                defaults.with("maxscanrate", "0").with("scanoptimelimit", "0").with("workload", "core"), 4, 2, 1);
        assertThrows(IllegalArgumentException.class, () -> defaults.with("maxscanrate", "5"));
        assertThrows(IllegalArgumentException.class, () -> defaults.with("readallfields", "false"));
        assertThrows(IllegalArgumentException.class, () -> defaults.with("fieldlengthdistribution", "zipfian"));
    }
}
