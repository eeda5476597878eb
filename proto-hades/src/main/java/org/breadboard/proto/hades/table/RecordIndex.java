// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;

/**
 * One thread's way through its node's copy of a table's index, which nobody writes. Each range of bytes that it visits
 * is paid for.
 */
public final class RecordIndex {
    /** Answer of {@link #find}: the population does not name the key. */
    public static final long NO_PLACE = -1;

    private final RecordTable table;
    private final HostMemory memory;
    private final double nodeNs;
    private final Cursor cursor;
    private byte[] bytes = new byte[256];

    RecordIndex(RecordTable table, HostMemory memory, double nodeNs) {
        this.table = table;
        this.memory = memory;
        this.nodeNs = nodeNs;
        cursor = table.indexStore().cursor();
    }

    /**
     * Finds the place of a key: the address of its slot in the region of its partition; {@link #NO_PLACE} if it has
     * none. A key without a place has no record, now or ever. A transaction that was built on reads that are stale by
     * now may ask for any key; only one that has turned out not to be, and writes such a key, is
     * {@linkplain RecordTable#noPlace refused}.
     */
    public long find(Step step, long key) {
        Region region = table.index();
        long lastAddress = 0;
        int lastBytes = 0;
        Cursor.State state = cursor.find(key);
        while (state == Cursor.State.NEED) {
            lastAddress = cursor.needAddress();
            lastBytes = cursor.needBytes();
            visit(step, region, lastAddress, lastBytes);
            state = cursor.give(bytes, 0);
        }
        if (state == Cursor.State.ABSENT) {
            return NO_PLACE;
        }
        long at = cursor.valueAddress();
        if (at < lastAddress || at + Long.BYTES > lastAddress + lastBytes) {
            memory.load(step, region, at, Long.BYTES);
        }
        return region.getLong(at);
    }

    private void visit(Step step, Region region, long address, int lengthBytes) {
        if (lengthBytes > bytes.length) {
            bytes = new byte[lengthBytes];
        }
        step.busy(nodeNs);
        memory.load(step, region, address, lengthBytes);
        region.read(address, bytes, 0, lengthBytes);
    }
}
