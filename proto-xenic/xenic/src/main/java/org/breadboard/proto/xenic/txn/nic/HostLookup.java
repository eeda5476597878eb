// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.kit.nic.HostMemory;
import org.breadboard.proto.xenic.index.NicIndex;
import org.breadboard.proto.xenic.store.RobinHoodCursor;
import org.breadboard.proto.xenic.txn.shard.Shard;
import org.breadboard.proto.xenic.txn.shard.XenicTable;

/**
 * A NIC's lookup of one record in its host's table (Xenic 4.1.3): DMA reads that follow the index's hint, one after
 * another until the record or its absence is certain. What it learns of the segment goes into the hint.
 */
final class HostLookup {
    private final Shard shard;
    private final HostMemory memory;
    private final int slackSlots;
    private final RobinHoodCursor[] cursors;
    private XenicTable table;
    private Region primary;
    private NicIndex index;
    private RobinHoodCursor cursor;
    private boolean readingBlock;
    private long word;

    HostLookup(Shard shard, HostMemory memory, int slackSlots) {
        this.shard = shard;
        this.memory = memory;
        this.slackSlots = slackSlots;
        cursors = new RobinHoodCursor[shard.tables()];
    }

    /** Begins; the first DMA is under way then, as {@code part} of {@code operation}. */
    void begin(Step step, int tableNumber, int partition, long key, int operation, int part) {
        table = shard.table(tableNumber);
        primary = table.region(partition);
        index = table.index(partition);
        if (cursors[tableNumber] == null) {
            cursors[tableNumber] = table.store().cursor();
        }
        cursor = cursors[tableNumber];
        readingBlock = false;
        cursor.find(key, index.knownDisplacement(key), slackSlots, index.overflowBucket(key));
        fetch(step, operation, part);
    }

    private void fetch(Step step, int operation, int part) {
        memory.read(step, operation, part, primary, cursor.needAddress(), cursor.needBytes());
    }

    /**
     * Takes what a DMA has read.
     *
     * @param into gets the record's value, if it is found, at {@code offset}
     * @return whether the lookup is over; otherwise another DMA is under way
     */
    boolean give(Step step, Message message, int operation, int part, byte[] into, int offset) {
        if (readingBlock) {
            return giveBlock(step, message, operation, part, into, offset);
        }
        Cursor.State state = cursor.give(message.bytes(), 0);
        if (state == Cursor.State.NEED) {
            fetch(step, operation, part);
            return false;
        }
        if (state == Cursor.State.ABSENT) {
            word = NicIndex.word(cursor.absentVersion(), false);
            return true;
        }
        int segment = table.store().segmentOf(cursor.key());
        index.learn(segment, cursor.displacement(), cursor.overflowBucket());
        if (!table.store().inline()) {
            readingBlock = true;
            memory.read(step, operation, part, primary, cursor.blockAddress(), cursor.blockBytes());
            return false;
        }
        word = NicIndex.word(cursor.version(), true);
        System.arraycopy(message.bytes(), cursor.valueOffset(), into, offset, table.valueBytes());
        return true;
    }

    private boolean giveBlock(Step step, Message message, int operation, int part, byte[] into, int offset) {
        readingBlock = false;
        long version = cursor.blockVersion(message.bytes(), 0);
        if (version < 0) {
            cursor.find(cursor.key());
            fetch(step, operation, part);
            return false;
        }
        word = NicIndex.word(version, true);
        System.arraycopy(message.bytes(), 16, into, offset, table.valueBytes());
        return true;
    }

    /** What the host knows of the record. */
    long word() {
        return word;
    }
}
