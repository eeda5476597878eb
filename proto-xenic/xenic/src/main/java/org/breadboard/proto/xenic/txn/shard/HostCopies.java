// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.store.Placements;
import org.breadboard.proto.xenic.store.RobinHoodStore;

/**
 * A node's copies of a hashed table as the host's workers change them (Xenic 4.2 step 7). What is known of a record is
 * a word, as {@link NicIndex#word} has it. Any thread of the host: each takes its turn at a copy.
 */
public final class HostCopies {
    private final TableCopies copies;
    private final RobinHoodStore store;

    HostCopies(TableCopies copies) {
        this.copies = copies;
        store = (RobinHoodStore) copies.store();
    }

    /** Told what a record is before it changes. */
    interface Before {
        /** Where its value goes, if there is one. */
        byte[] buffer();

        /** It is this, as a word, with a value of so many bytes. */
        void is(long word, int lengthBytes);
    }

    /** Makes a record what was logged: its word, and its value if there is one. */
    public void put(int partition, long key, long word, byte[] values, int at) {
        put(partition, key, word, values, at, null);
    }

    /** The same; first says what it was. */
    void put(int partition, long key, long word, byte[] values, int at, Before before) {
        Region region = copies.beginChange(partition);
        store.takeTurn(region);
        try {
            if (before != null) {
                tell(region, key, before);
            }
            if (NicIndex.isFound(word)) {
                write(region, key, NicIndex.version(word), values, at);
            } else {
                store.delete(region, key, NicIndex.version(word));
            }
        } finally {
            store.endTurn(region);
            copies.endChange(partition);
        }
    }

    private void tell(Region region, long key, Before before) {
        long address = store.valueAddress(region, key);
        if (address < 0) {
            before.is(NicIndex.word(0, false), 0);
        } else {
            region.read(address, before.buffer(), 0, store.valueBytes());
            before.is(NicIndex.word(RobinHoodStore.version(region, address), true), store.valueBytes());
        }
    }

    private void write(Region region, long key, long version, byte[] values, int at) {
        long address = store.valueAddress(region, key);
        if (address >= 0) {
            store.update(region, address, version, values, at);
        } else if (store.insert(region, key, version, values, at, Placements.NONE) == Store.FULL) {
            throw new IllegalStateException(copies + " has no room for another record in " + region.name()
                    + ": give the workload more room, or set protocol.occupancyPercent lower");
        }
    }

    /**
     * Makes a record what it was before {@link #put}, which was the last one to it.
     *
     * @param word as it was put
     * @param before what it was before that, with its value
     * @throws IllegalStateException if it is not as it was put
     */
    public void takeBack(int partition, long key, long word, long before, byte[] value) {
        Region region = copies.beginChange(partition);
        store.takeTurn(region);
        try {
            long address = store.valueAddress(region, key);
            boolean asPut = address < 0
                    ? !NicIndex.isFound(word)
                    : word == NicIndex.word(RobinHoodStore.version(region, address), true);
            if (!asPut) {
                throw new IllegalStateException(copies + ", " + region.name() + ": key " + key
                        + " is not as a transaction left it that has not committed");
            }
            if (NicIndex.isFound(before)) {
                write(region, key, NicIndex.version(before), value, 0);
            } else if (address >= 0) {
                store.delete(region, key);
            }
        } finally {
            store.endTurn(region);
            copies.endChange(partition);
        }
    }

    /** Lets the next one write to a copy whose last writer may have crashed. */
    public void release(int partition) {
        store.endTurn(copies.region(partition));
    }
}
