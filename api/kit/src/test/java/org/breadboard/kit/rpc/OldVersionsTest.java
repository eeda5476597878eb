// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.rpc.OldVersions.Found;
import org.breadboard.kit.table.ByteRegion;
import org.junit.jupiter.api.Test;

class OldVersionsTest {
    private static final int KEYS_PER_HEADER = 3;
    private static final int VALUE_BYTES = 12;
    private static final long BEGIN = 128;

    /** What a key was from an instant on, and which addition kept what was before; a value of null is no record. */
    private record Version(long stamp, byte[] value) {}

    private static final class Header {
        private final int table;
        private final int partition;
        private final long address;
        private final List<List<Version>> keys = new ArrayList<>();
        /** Of each of its stamps: the first addition that was made for it. */
        private final List<long[]> stamps = new ArrayList<>(List.of(new long[] {0, 0}));

        Header(int table, int partition, long address) {
            this.table = table;
            this.partition = partition;
            this.address = address;
            for (int key = 0; key < KEYS_PER_HEADER; key++) {
                keys.add(new ArrayList<>(List.of(new Version(0, new byte[VALUE_BYTES]))));
            }
        }

        long key(int number) {
            return address * 10 + number;
        }

        Version at(int key, long instant) {
            List<Version> all = keys.get(key);
            int last = all.size() - 1;
            while (all.get(last).stamp > instant) {
                last--;
            }
            return all.get(last);
        }
    }

    /** Headers of which two may share a chain, few slots, and looks at instants from the first to the last. */
    @Test
    void shouldFindWhatEachRecordWasForAsLongAsItIsKept() {
        Map<Found, Integer> seen = new EnumMap<>(Found.class);
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int slots = 1 + random.nextInt(40);
            Region region = new ByteRegion("versions", BEGIN + OldVersions.regionBytes(slots, VALUE_BYTES));
            OldVersions versions = new OldVersions(region, BEGIN, slots, VALUE_BYTES);
            Region records = new ByteRegion("records", 64);
            List<Header> headers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                headers.add(new Header(i % 2, i % 3, 64L + 8L * (i / 2)));
            }
            long added = 0;
            for (long now = 1; now <= 120; now++) {
                Header header = headers.get(random.nextInt(headers.size()));
                long[] last = header.stamps.get(header.stamps.size() - 1);
                long first = added + 1;
                for (int key = 0; key < KEYS_PER_HEADER; key++) {
                    if (random.nextBoolean() && !(key == KEYS_PER_HEADER - 1 && added < first)) {
                        continue;
                    }
                    byte[] old = header.at(key, now).value;
                    if (old != null) {
                        records.write(8, old, 0, VALUE_BYTES);
                    }
                    versions.add(
                            header.table,
                            header.partition,
                            header.address,
                            header.key(key),
                            added < first ? last[0] : now,
                            records,
                            old == null ? -1 : 8,
                            VALUE_BYTES);
                    added++;
                    byte[] value = random.nextInt(4) == 0 ? null : new byte[VALUE_BYTES];
                    if (value != null) {
                        random.nextBytes(value);
                    }
                    header.keys.get(key).add(new Version(now, value));
                }
                header.stamps.add(new long[] {now, first});
                look(versions, headers.get(random.nextInt(headers.size())), random, added - slots, seen, seed);
            }
        }
        assertTrue(seen.size() == Found.values().length, seen.toString());
        seen.forEach((found, times) -> assertTrue(times > 100, seen.toString()));
    }

    private static void look(
            OldVersions versions, Header header, Random random, long dropped, Map<Found, Integer> seen, long seed) {
        long newest = header.stamps.get(header.stamps.size() - 1)[0];
        if (newest == 0) {
            return;
        }
        long instant = random.nextInt((int) newest);
        int key = random.nextInt(KEYS_PER_HEADER);
        int next = 1;
        while (header.stamps.get(next)[0] <= instant) {
            next++;
        }
        Found found = versions.find(header.table, header.partition, header.address, header.key(key), instant);
        seen.merge(found, 1, Integer::sum);
        String where = "seed " + seed + ", instant " + instant;
        boolean gone = header.stamps.get(next)[1] <= dropped;
        assertEquals(gone, found == Found.GONE, where);
        if (gone) {
            return;
        }
        assertEquals(header.stamps.get(next - 1)[0], versions.stamp(), where);
        assertTrue(versions.steps() > 0);
        Version was = header.at(key, instant);
        boolean current = was.stamp == header.at(key, Long.MAX_VALUE).stamp;
        assertEquals(current, found == Found.CURRENT, where);
        if (!current) {
            assertEquals(was.value == null ? Found.ABSENT : Found.OLDER, found, where);
        }
        if (found == Found.OLDER) {
            assertArrayEquals(was.value, Arrays.copyOf(versions.value(), versions.valueBytes()), where);
        }
    }
}
