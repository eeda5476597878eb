// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.table;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;

/**
 * A hash table as one node sees it: its own copies, registered for the verbs of others, and where the records of other
 * nodes stand. All threads of the node share it.
 *
 * <p>The address cache of a coordinator (Xenic 2.2.2) is looked up in the image that the other node began with: records
 * never move, so this gives the addresses that a cache of all records would, without its memory.
 */
public final class RemoteTable {
    private final TableCopies copies;
    private final Region[] known;
    private final String[] names;

    RemoteTable(NodeScope scope, Placement placement, TableImages images, TableCopies copies, OneSidedVerbs verbs) {
        this.copies = copies;
        known = new Region[placement.partitions()];
        names = new String[placement.partitions()];
        for (int partition = 0; partition < known.length; partition++) {
            names[partition] = copies.name(partition);
            if (copies.has(partition)) {
                known[partition] = copies.region(partition);
                verbs.register(known[partition]);
            } else {
                known[partition] =
                        scope.region(names[partition] + ".addresses", images.image(partition), Lifetime.PROCESS);
            }
        }
    }

    /** What a partition's region is called at its primary, for verbs. */
    public String regionName(int partition) {
        return names[partition];
    }

    /** Bytes of each value. */
    public int valueBytes() {
        return copies.valueBytes();
    }

    /** A cursor of one's own, for {@link #locate} or a walk of READs. */
    public Cursor cursor() {
        return copies.store().cursor();
    }

    /**
     * Looks an address up in what was there in the beginning: whether the cursor now stands at the record, or there is
     * none.
     */
    public boolean locate(Cursor cursor, int partition, long key) {
        cursor.find(key);
        return cursor.load(known[partition]) == Cursor.State.FOUND;
    }
}
