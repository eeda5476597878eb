// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.kit.table.LocksLeft;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagedRegionTest {
    private static final Layout LAYOUT = new Layout("test", 1);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldBehaveLikeAnArrayOfBytes(long seed) {
        Random random = new Random(seed);
        int size = 200_000;
        byte[] model = new byte[size];
        PagedRegion region = new PagedRegion("r", size, Lifetime.PROCESS, LAYOUT);
        byte[] bytes = new byte[300];
        for (int i = 0; i < 5_000; i++) {
            int length = random.nextInt(bytes.length);
            int at = random.nextInt(size - length);
            if (random.nextBoolean()) {
                random.nextBytes(bytes);
                int offset = random.nextInt(bytes.length - length + 1);
                region.write(at, bytes, offset, length);
                System.arraycopy(bytes, offset, model, at, length);
            } else {
                byte[] got = new byte[length];
                region.read(at, got, 0, length);
                byte[] expected = new byte[length];
                System.arraycopy(model, at, expected, 0, length);
                assertArrayEquals(expected, got, () -> "seed " + seed);
            }
            int word = random.nextInt(size / 8) * 8;
            assertEquals(org.breadboard.api.memory.Bytes.getLong(model, word), region.getLong(word));
        }
    }

    @Test
    void shouldTellWhereItMayHaveBeenWritten() {
        PagedRegion source = new PagedRegion("image", 10 * 1024 + 64, Lifetime.PROCESS, LAYOUT);
        source.putLong(2_048, 7);
        PagedRegion region = PagedRegion.of("r", source.freeze(), Lifetime.PROCESS);
        assertEquals(region.sizeBytes(), region.nextWritten(0));
        region.putLong(3_000, 1);
        region.putLong(10 * 1024 + 8, 1);
        assertEquals(2_048, region.nextWritten(0));
        assertEquals(3_064, region.nextWritten(3_064));
        assertEquals(10 * 1024, region.nextWritten(3_072));
        assertEquals(2_048, source.nextWritten(8));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldVisitUnitsThatMayHaveBeenWritten(long seed) {
        Random random = new Random(seed);
        long unitBytes = 8L * (1 + random.nextInt(300));
        long firstAt = 8L * random.nextInt(200);
        long units = 1L + random.nextInt(400);
        PagedRegion region = new PagedRegion("r", firstAt + units * unitBytes + 800, Lifetime.PROCESS, LAYOUT);
        Set<Long> written = new TreeSet<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            long unit = random.nextInt((int) units);
            region.putLong(firstAt + unit * unitBytes + 8L * random.nextInt((int) unitBytes / 8), 1);
            written.add(unit);
        }
        List<Long> visited = new ArrayList<>();
        LocksLeft.forEachWritten(region, false, firstAt, unitBytes, units, visited::add);
        assertEquals(List.copyOf(new TreeSet<>(visited)), visited, "once each, in order, seed " + seed);
        assertTrue(visited.containsAll(written), "seed " + seed);
        long pages = written.size() * (2 + 2 * (1024 / unitBytes + 1));
        assertTrue(visited.size() <= pages, visited.size() + " of " + units + " for " + written + ", seed " + seed);
        visited.clear();
        LocksLeft.forEachWritten(region, true, firstAt, unitBytes, units, visited::add);
        assertEquals(units, visited.size());
    }

    @Test
    void shouldShareAnImageUntilItIsWritten() {
        PagedRegion source = new PagedRegion("image", 64 * 1024 + 64, Lifetime.PROCESS, LAYOUT);
        source.putLong(40_000, 7);
        Image image = source.freeze();
        PagedRegion a = PagedRegion.of("a", image, Lifetime.SURVIVES_CRASH);
        PagedRegion b = PagedRegion.of("b", image, Lifetime.SURVIVES_CRASH);
        assertEquals(0, a.privateBytes());
        assertTrue(a.compareAndSetLong(40_000, 7, 8));
        assertFalse(a.compareAndSetLong(40_000, 7, 9));
        assertEquals(8, a.getLong(40_000));
        assertEquals(7, b.getLong(40_000));
        assertEquals(1024, a.privateBytes());
        a.putLong(64 * 1024, 1);
        assertEquals(1024 + 64, a.privateBytes());
        assertEquals(0, b.privateBytes());
    }

    /** As a cluster whose protocol is exchanged again and again: each region starts as the one before it ended. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1_000, 70_000, 5_000_000})
    void shouldBeAnImageOfAnImageAgainAndAgain(int size) {
        int bytes = size & -8;
        Random random = new Random(size);
        byte[] model = new byte[bytes];
        byte[] written = new byte[Math.min(bytes, 3_000)];
        PagedRegion region = new PagedRegion("r", bytes, Lifetime.PROCESS, LAYOUT);
        for (int image = 0; image < 60; image++) {
            byte[] before = model.clone();
            PagedRegion next = PagedRegion.of("r", region.freeze(), Lifetime.PROCESS);
            for (int i = 0; i < 80; i++) {
                random.nextBytes(written);
                int at = random.nextInt(bytes - written.length + 1);
                next.write(at, written, 0, written.length);
                System.arraycopy(written, 0, model, at, written.length);
            }
            assertArrayEquals(before, read(region), "image " + image + " of " + bytes + " B changed");
            assertArrayEquals(model, read(next), "after image " + image + " of " + bytes + " B");
            region = next;
        }
        long most = 3L * bytes + 4 * 1024 * 256;
        assertTrue(region.heldBytes() <= most, region.heldBytes() + " B are held for " + bytes + " B");
    }

    @Test
    void shouldHoldLittleMoreThanIsWrittenWhereTheSameIsWrittenAgainAndAgain() {
        PagedRegion region = new PagedRegion("r", 64 << 20, Lifetime.PROCESS, LAYOUT);
        for (int image = 0; image < 300; image++) {
            region = PagedRegion.of("r", region.freeze(), Lifetime.PROCESS);
            for (int page = 0; page < 20; page++) {
                region.putLong(page * 100_000L / 8 * 8, image);
            }
            assertTrue(region.heldBytes() <= 5 * 256 * 1024, region.heldBytes() + " B after image " + image);
        }
    }

    @Test
    void shouldHoldLittleMoreThanIsWritten() {
        PagedRegion region = new PagedRegion("r", 100 << 20, Lifetime.PROCESS, LAYOUT);
        assertTrue(region.heldBytes() <= 1024, region.heldBytes() + " B");
        for (int page = 0; page < 1_000; page++) {
            region.putLong(page * 100_000L / 8 * 8, page);
        }
        assertEquals(1_000 * 1024, region.privateBytes());
        assertTrue(region.heldBytes() <= 1_000 * 1024 + 256 * 1024 + 1024, region.heldBytes() + " B");
    }

    private static byte[] read(PagedRegion region) {
        byte[] all = new byte[(int) region.sizeBytes()];
        region.read(0, all, 0, all.length);
        return all;
    }

    @Test
    void shouldRefuseWhatIsOutsideOrUnaligned() {
        PagedRegion region = new PagedRegion("r", 4096 + 8, Lifetime.PROCESS, LAYOUT);
        assertThrows(IndexOutOfBoundsException.class, () -> region.getLong(4104));
        assertThrows(IndexOutOfBoundsException.class, () -> region.getLong(-8));
        assertThrows(IndexOutOfBoundsException.class, () -> region.putLong(4, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> region.write(4100, new byte[8], 0, 8));
        assertThrows(IllegalArgumentException.class, () -> new PagedRegion("r", 12, Lifetime.PROCESS, LAYOUT));
    }

    @Test
    void shouldAddAtomically() {
        PagedRegion region = new PagedRegion("r", 4096, Lifetime.PROCESS, LAYOUT);
        assertEquals(0, region.getAndAddLong(8, 5));
        assertEquals(5, region.getAndAddLong(8, -1));
        assertEquals(4, region.getLongAcquire(8));
    }

    /**
     * Against comparing block by block; what is written may be what is there, on a page that the other shares or not.
     */
    @Test
    void shouldTellWhichBytesAreApart() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int pages = 1 + random.nextInt(300);
            long bytes = pages * 1024L - 8L * random.nextInt(100);
            Image image = new PagedRegion("image", bytes, Lifetime.PROCESS, new Layout("x", 1)).freeze();
            PagedRegion one = PagedRegion.of("one", image, Lifetime.PROCESS);
            PagedRegion other = PagedRegion.of("other", image, Lifetime.PROCESS);
            for (int i = random.nextInt(12); i > 0; i--) {
                long address = 8 * random.nextLong(bytes / 8);
                long value = random.nextInt(2) * random.nextLong();
                one.putLong(address, random.nextBoolean() ? value : one.getLong(address));
                other.putLong(random.nextInt(3) > 0 ? address : 8 * random.nextLong(bytes / 8), value);
            }
            BytesApart found = one.bytesApart(other);
            for (int i = 0; i < 100; i++) {
                long from = random.nextLong(bytes);
                long to = random.nextInt(3) > 0
                        ? Math.min(bytes, from + 1 + random.nextInt(400))
                        : random.nextLong(from + 1, bytes + 1);
                boolean expected = false;
                for (long at = from & -64; at < Math.min(bytes, (to + 63) & -64); at += 8) {
                    expected |= one.getLong(at) != other.getLong(at);
                }
                assertEquals(expected, found.any(from, to), "seed " + seed + ", from " + from + " to " + to);
            }
        }
    }
}
