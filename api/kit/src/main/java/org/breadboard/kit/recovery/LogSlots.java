// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;

/**
 * Where the records of a log lie: each lane of each thread of each node has a slot of its own, at the same address on
 * all nodes of a configuration, so that a device can write there from afar. The region survives a crash, and begins
 * with what is needed to read it when its configuration is over. Any thread may read; who writes to a slot is up to the
 * log.
 */
public final class LogSlots {
    /** Where a log may keep a word of its own. */
    public static final int OWN_WORD = 24;

    private static final int EPOCH = 0;
    private static final int SHAPE = 8;
    private static final int SLOT_BYTES = 16;
    private static final int FIRST_SLOT = 64;
    private static final int THREADS_SHIFT = 32;

    private final Region region;
    private final int threads;
    private final int lanes;
    private final long slotBytes;

    /**
     * The slots of a node in its configuration.
     *
     * @param name what the region's name begins with; its epoch follows
     * @param lanes slots of each thread
     */
    public LogSlots(NodeScope scope, String name, Layout layout, int threads, int lanes, long slotBytes) {
        this.threads = threads;
        this.lanes = lanes;
        this.slotBytes = slotBytes;
        region = scope.region(
                name + "." + scope.epoch(),
                FIRST_SLOT + (long) scope.nodes() * threads * lanes * slotBytes,
                Lifetime.SURVIVES_CRASH,
                layout);
        region.putLong(EPOCH, scope.epoch());
        region.putLong(SHAPE, (long) threads << THREADS_SHIFT | lanes);
        region.putLong(SLOT_BYTES, slotBytes);
    }

    /** Those that an earlier configuration left. */
    public LogSlots(Region left) {
        region = left;
        threads = (int) (left.getLong(SHAPE) >>> THREADS_SHIFT);
        lanes = (int) left.getLong(SHAPE);
        slotBytes = left.getLong(SLOT_BYTES);
    }

    /** The memory of all of them. */
    public Region region() {
        return region;
    }

    /** The number of the configuration. */
    public long epoch() {
        return region.getLong(EPOCH);
    }

    /** How many there are, on all nodes' account; 0 where the configuration ended before they were laid out. */
    public long count() {
        return slotBytes == 0 ? 0 : (region.sizeBytes() - FIRST_SLOT) / slotBytes;
    }

    /** The bytes of one. */
    public long bytes() {
        return slotBytes;
    }

    /** Where a slot begins, counted from 0: by node, thread and lane. */
    public long address(long slot) {
        return FIRST_SLOT + slot * slotBytes;
    }

    /** Where the slot of a lane begins. */
    public long address(int node, int thread, int lane) {
        return address(slot(node, thread, lane));
    }

    /** The number of a lane's slot. */
    public long slot(int node, int thread, int lane) {
        return ((long) node * threads + thread) * lanes + lane;
    }
}
