// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.rpc.LockTable.Grant;
import org.breadboard.kit.table.ByteRegion;
import org.junit.jupiter.api.Test;

class LockTableTest {
    private static final long BEGIN = 128;

    /** A request as a list has it, which is looked through from one end to the other. */
    private static final class Request {
        private final long header;
        private final long who;
        private final long order;
        private boolean holdsShared;
        private boolean holdsExclusive;
        private boolean wantsShared;
        private boolean wantsExclusive;
        private boolean named;

        Request(long header, long who, long order) {
            this.header = header;
            this.who = who;
            this.order = order;
        }

        boolean mayHold(List<Request> all) {
            return all.stream().allMatch(other -> other == this || other.header != header || !blocks(other));
        }

        private boolean blocks(Request other) {
            return inTheWay(other)
                    || other.order < order && (other.wantsExclusive || wantsExclusive && other.wantsShared);
        }

        boolean inTheWay(Request other) {
            return other.holdsExclusive || wantsExclusive && other.holdsShared;
        }
    }

    /** Few headers, few slots, and requests that are added, made exclusive, granted, named and removed in any order. */
    @Test
    void shouldGrantWhatAListWouldGrant() {
        int[] seen = new int[Grant.values().length];
        int named = 0;
        int full = 0;
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int slots = 4 + random.nextInt(20);
            Region region = new ByteRegion("locks", BEGIN + LockTable.regionBytes(slots));
            LockTable table = new LockTable(region, BEGIN, slots);
            List<Request> all = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                String where = "seed " + seed + ", step " + i;
                long header = 8L * (1 + random.nextInt(4));
                long who = 1L + random.nextInt(8);
                Request mine = find(all, header, who);
                switch (random.nextInt(5)) {
                    case 0, 1 -> {
                        boolean exclusive = random.nextBoolean();
                        boolean room = mine != null || all.size() < slots;
                        assertEquals(room, add(table, header, who, exclusive), where);
                        full += room ? 0 : 1;
                        if (mine == null && room) {
                            mine = new Request(header, who, who * 7 % 8);
                            all.add(mine);
                        }
                        if (room && !mine.holdsExclusive && (exclusive || !mine.holdsShared)) {
                            mine.wantsShared |= !exclusive;
                            mine.wantsExclusive |= exclusive;
                        }
                    }
                    case 2, 3 -> {
                        Set<Long> victims = new HashSet<>();
                        Grant wanted = hold(all, mine, victims);
                        seen[wanted.ordinal()]++;
                        assertEquals(wanted, table.hold(1, 2, header, who), where);
                        Set<Long> told = new HashSet<>();
                        for (int victim = 0; victim < table.victims(); victim++) {
                            assertTrue(told.add(table.victim(victim)), where);
                        }
                        assertEquals(victims, told, where);
                        named += told.size();
                    }
                    default -> {
                        assertEquals(mine != null, table.remove(1, 2, header, who), where);
                        all.remove(mine);
                    }
                }
            }
        }
        for (Grant grant : Grant.values()) {
            assertTrue(seen[grant.ordinal()] > 500, grant + " was seen " + seen[grant.ordinal()] + " times");
        }
        assertTrue(named > 500 && full > 500, named + " named, " + full + " without room");
    }

    private static Request find(List<Request> all, long header, long who) {
        return all.stream()
                .filter(each -> each.header == header && each.who == who)
                .findAny()
                .orElse(null);
    }

    private static boolean add(LockTable table, long header, long who, boolean exclusive) {
        return table.add(1, 2, header, who, who * 7 % 8, exclusive);
    }

    private static Grant hold(List<Request> all, Request mine, Set<Long> victims) {
        if (mine == null) {
            return Grant.ABSENT;
        }
        if (!mine.wantsShared && !mine.wantsExclusive) {
            return Grant.HELD;
        }
        if (mine.mayHold(all)) {
            mine.holdsExclusive = mine.wantsExclusive;
            mine.holdsShared = !mine.wantsExclusive;
            mine.wantsShared = false;
            mine.wantsExclusive = false;
            return Grant.HELD;
        }
        for (Request other : all) {
            if (other != mine && other.header == mine.header && mine.inTheWay(other)) {
                if (other.order > mine.order && !other.named) {
                    other.named = true;
                    victims.add(other.who);
                }
            }
        }
        return Grant.WAITS;
    }

    @Test
    void shouldTellTheSameHeaderInOtherPartitionsAndTablesApart() {
        LockTable table = new LockTable(new ByteRegion("locks", LockTable.regionBytes(1)), 0, 1);
        assertTrue(table.add(1, 2, 8, 5, 1, true));
        assertEquals(Grant.ABSENT, table.hold(2, 2, 8, 5));
        assertEquals(Grant.ABSENT, table.hold(1, 3, 8, 5));
        assertFalse(table.remove(1, 3, 8, 5));
        assertEquals(Grant.HELD, table.hold(1, 2, 8, 5));
        assertFalse(table.add(1, 3, 8, 5, 1, true), "there is one slot");
        assertTrue(table.remove(1, 2, 8, 5));
        assertTrue(table.add(1, 3, 8, 5, 1, true), "which is used again");
    }
}
