// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.store.Cursor;
import org.breadboard.testkit.TestParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A device that reads while the host inserts, deletes and writes: it never misses a key that is there, and takes no
 * mixture.
 */
class ConcurrentReadTest {
    private static final int DEVICES = 4;

    private static RobinHoodStore store(int homes, int limit, int segment, int bucket, int valueBytes) {
        return new RobinHoodStore(homes, limit, segment, bucket, 200, valueBytes, valueBytes <= 256, true, -40);
    }

    private static Region region(RobinHoodStore store) {
        return TestParts.region("table", store.regionBytes(), Lifetime.PROCESS, store.layout());
    }

    /** Devices copy lines between any two stores of the host; each pace is drawn from the seed. */
    @ParameterizedTest
    @CsvSource({"4, 4, 1, 8", "8, 8, 4, 8", "8, 5, 2, 200", "0, 8, 4, 40", "4, 16, 2, 300", "16, 8, 4, 61"})
    void shouldHideNothingFromDevicesBetweenAnyTwoStores(int limit, int segment, int bucket, int valueBytes) {
        for (long seed = 1; seed <= 40; seed++) {
            RobinHoodStore store = store(40, limit, segment, bucket, valueBytes);
            new Interposed(store, region(store), TestParts.random(seed, 5), "seed " + seed).run(600);
        }
    }

    private static final class Interposed {
        private static final int KEYS = 60;

        private final RobinHoodStore store;
        private final ProbedRegion region;
        private final RandomStream random;
        private final String where;
        private final List<Device> devices = new ArrayList<>();
        private final int[] begun = new int[DEVICES];
        private final long[] versions = new long[KEYS];
        private final int[] changed = new int[KEYS];
        private int operation;
        private long looked;

        Interposed(RobinHoodStore store, Region region, RandomStream random, String where) {
            this.store = store;
            this.region = new ProbedRegion(region);
            this.random = random;
            this.where = where;
            store.format(region);
            for (int i = 0; i < DEVICES; i++) {
                devices.add(new Device(store, region));
            }
        }

        void run(int operations) {
            region.probe(this::devicesAct);
            for (operation = 1; operation <= operations; operation++) {
                int key = random.nextInt(KEYS);
                boolean present = versions[key] != 0;
                if (present && random.nextInt(3) == 0) {
                    long address = store.valueAddress(region, key);
                    store.update(region, address, operation, Device.value(store, key, operation), 0);
                    versions[key] = operation;
                } else if (present) {
                    changed[key] = operation;
                    versions[key] = 0;
                    assertTrue(store.delete(region, key), where);
                } else {
                    changed[key] = operation;
                    versions[key] = operation;
                    byte[] value = Device.value(store, key, operation);
                    assertTrue(store.insert(region, key, operation, value, 0, Placements.NONE) > 0, where);
                }
            }
            assertTrue(looked > operations, where + ": only " + looked + " lookups");
        }

        private void devicesAct() {
            for (int i = 0; i < DEVICES; i++) {
                for (int lines = random.nextInt(i + 2); lines > 0; lines--) {
                    act(i, devices.get(i));
                }
            }
        }

        private void act(int i, Device device) {
            if (!device.busy()) {
                int key = random.nextInt(KEYS);
                int hint = random.nextInt(Math.min(store.limit(), 12) + 2) - 1;
                long overflow = random.nextInt(3) == 0 ? 0 : store.overflowAddress(region, store.segmentOf(key));
                begun[i] = operation;
                device.find(key, hint, overflow);
                return;
            }
            device.copyLine();
            if (device.busy()) {
                return;
            }
            looked++;
            int key = (int) device.key();
            String what = where + ", operation " + operation + ", key " + key;
            if (device.found()) {
                assertNull(device.wrong(), what);
            }
            if (changed[key] < begun[i]) {
                assertTrue(device.found() == (versions[key] != 0), what + ": found " + device.found());
            }
        }
    }

    @Test
    void shouldHideNothingOnRealThreads() throws InterruptedException {
        for (int valueBytes : new int[] {8, 120, 300}) {
            threads(store(48, 8, 8, 2, valueBytes));
        }
    }

    /** Keys below 20 stay, and are moved about and overwritten; the others come and go. */
    private static void threads(RobinHoodStore store) throws InterruptedException {
        Region region = region(store);
        for (int key = 0; key < 20; key++) {
            assertTrue(store.insert(region, key, 1, Device.value(store, key, 1), 0, Placements.NONE) > 0);
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        threads.add(thread(failure, over, () -> change(store, region, failure, over)));
        threads.add(thread(failure, over, () -> lookByDevice(store, region, over)));
        threads.add(thread(failure, over, () -> lookByLoads(store, region, over)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get());
    }

    private static Thread thread(AtomicReference<Throwable> failure, AtomicBoolean over, Runnable work) {
        return new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            } finally {
                over.set(true);
            }
        });
    }

    private static void change(
            RobinHoodStore store, Region region, AtomicReference<Throwable> failure, AtomicBoolean over) {
        RandomStream random = TestParts.random(3, 1);
        for (int i = 2; i < 100_000 && failure.get() == null && !over.get(); i++) {
            int key = random.nextInt(60);
            if (key < 20) {
                store.update(region, store.valueAddress(region, key), i, Device.value(store, key, i), 0);
            } else if (!store.delete(region, key)) {
                assertTrue(store.insert(region, key, i, Device.value(store, key, i), 0, Placements.NONE) > 0);
            }
        }
    }

    private static void lookByDevice(RobinHoodStore store, Region region, AtomicBoolean over) {
        RandomStream random = TestParts.random(3, 2);
        Device device = new Device(store, region);
        while (!over.get()) {
            int key = random.nextInt(20);
            int hint = random.nextInt(store.limit() + 2) - 1;
            device.find(key, hint, store.overflowAddress(region, store.segmentOf(key)));
            while (device.busy() && !over.get()) {
                device.copyLine();
            }
            if (!device.busy()) {
                assertTrue(device.found(), "a device misses key " + key);
                assertNull(device.wrong());
            }
        }
    }

    private static void lookByLoads(RobinHoodStore store, Region region, AtomicBoolean over) {
        RandomStream random = TestParts.random(3, 3);
        RobinHoodCursor cursor = store.cursor();
        byte[] value = new byte[store.valueBytes() + 8];
        while (!over.get()) {
            int key = random.nextInt(20);
            do {
                cursor.find(key);
                assertTrue(cursor.load(region) == Cursor.State.FOUND, "loads miss key " + key);
            } while (!cursor.copyValue(region, value, 0) && !over.get());
            if (!over.get()) {
                assertNull(Device.wrong(value, 0, store.valueBytes(), key, cursor.version()));
            }
        }
    }

    /** What the headers are for: a copy that was torn must not be taken for a record. */
    @Test
    void shouldTellTornCopiesFromWholeOnes() {
        RobinHoodStore store = store(8, 8, 8, 2, 200);
        ProbedRegion region = new ProbedRegion(region(store));
        long address = store.insert(region, 1, 1, Device.value(store, 1, 1), 0, Placements.NONE);
        Device device = new Device(store, region);
        List<Integer> fetches = new ArrayList<>();
        boolean[] done = new boolean[1];
        int[] stores = new int[1];
        region.probe(() -> {
            if (!done[0] && ++stores[0] == 6) {
                done[0] = true;
                device.find(1, 0, 0);
                while (device.busy() && device.fetches() < 3) {
                    device.copyLine();
                }
                fetches.add(device.fetches());
            }
        });
        store.update(region, address, 2, Device.value(store, 1, 2), 0);
        assertNotNull(fetches.get(0));
        assertTrue(device.busy() && fetches.get(0) == 3, "the record is being written, so it must be asked for again");
        while (device.busy()) {
            device.copyLine();
        }
        assertTrue(device.found());
        assertNull(device.wrong());
        assertFalse(device.busy());
    }
}
