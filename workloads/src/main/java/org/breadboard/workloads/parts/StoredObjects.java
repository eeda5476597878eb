package org.breadboard.workloads.parts;

import org.breadboard.api.workload.Population;

/**
 * A table of {@link StoredObject}s that nobody has updated, under the keys from 0 on.
 *
 * @param candidates how many there are
 * @param valueBytes how large each is
 */
public record StoredObjects(long candidates, int valueBytes) implements Population {
    @Override
    public long key(long index) {
        return index;
    }

    @Override
    public boolean value(long key, byte[] value) {
        if (key < 0 || key >= candidates) {
            return false;
        }
        StoredObject.fill(key, value, valueBytes);
        return true;
    }
}
