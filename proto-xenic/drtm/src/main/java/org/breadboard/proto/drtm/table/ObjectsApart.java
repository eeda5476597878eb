// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import java.util.function.LongConsumer;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.LocksLeft;

/**
 * The objects of a table whose buckets have addresses: a place for each, which it keeps while it is there. An object is
 * a header word, the address of its slot, 0 if no slot has it, and the value. Places that are free again make a chain,
 * in their header words. Who takes or gives up a place wants the region for itself.
 *
 * @param fromAt where the first place is
 * @param usedAt where it stands how many places are used up
 * @param freeAt where the address of the first place stands that is free again
 * @param objectBytes of each place
 * @param valueBytes of each value
 */
record ObjectsApart(long fromAt, long usedAt, long freeAt, int objectBytes, int valueBytes) {
    private static final int SLOT = 8;

    void format(Region region) {
        region.putLong(usedAt, 0);
        region.putLong(freeAt, 0);
    }

    long used(Region region) {
        return region.getLong(usedAt);
    }

    long at(long place) {
        return fromAt + place * objectBytes;
    }

    /** Gives a slot a place, which must be left. */
    long take(Region region, long slotAddress) {
        long object = region.getLong(freeAt);
        if (object > 0) {
            region.putLong(freeAt, region.getLong(object));
        } else {
            object = at(region.getAndAddLong(usedAt, 1));
        }
        region.putLong(object, 0);
        region.putLong(object + SLOT, slotAddress);
        return object;
    }

    void giveUp(Region region, long object) {
        region.putLong(object, region.getLong(freeAt));
        region.putLong(object + SLOT, 0);
        region.putLong(freeAt, object);
    }

    /** Visits the header words of objects that are there: all, or those that may have been written. */
    void forEachHeader(Region region, boolean everywhere, LongConsumer visitor) {
        LocksLeft.forEachWritten(region, everywhere, fromAt, objectBytes, used(region), place -> {
            if (region.getLong(at(place) + SLOT) != 0) {
                visitor.accept(at(place));
            }
        });
    }

    /** Visits the objects at some places, which a visitor wants. */
    void forEach(Region region, long from, long to, Store.RecordVisitor visitor) {
        for (long place = from; place < to; place++) {
            long header = at(place);
            long slot = region.getLong(header + SLOT);
            if (slot != 0 && visitor.wants(header, header + objectBytes)) {
                visitor.record(region.getLong(slot), header, header + DrtmStore.HEADER_BYTES, valueBytes);
            }
        }
    }
}
