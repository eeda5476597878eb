// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.shard;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.xenic.txn.wire.Wire;

/**
 * What a node remembers of the transactions that its log has had, in memory that survives a crash, in runs whose
 * machines may crash. The log forgets what is applied. But a LOG is applied before anybody knows whether its
 * transaction is logged everywhere (Xenic 4.2 step 7); so its writes stay here, with what was there before them, until
 * the same slot of the same NIC core has had another transaction logged for this worker: its last one is over then.
 *
 * <p>For each worker, and each slot that coordinates (a <em>lane</em>), there is an entry with the lane's latest
 * transaction and a chain of cells, one for each write. The worker alone writes it; who recovers does when no worker
 * is.
 */
public final class Journal {
    /** What names of regions with journals begin with. */
    public static final String REGION = "xenic.journal";

    /** Of a write: it is logged and not applied. */
    public static final int LOGGED = 1;
    /** It is applied. */
    public static final int APPLIED = 2;
    /** It is neither applied any more, nor will be. */
    public static final int TAKEN_BACK = 3;

    /** There is no such cell. */
    public static final long NONE = 0;

    private static final Layout LAYOUT = new Layout(REGION, 1);

    private static final int EPOCH = 0;
    private static final int NODE = 8;
    private static final int WORKERS = 16;
    private static final int LANES = 24;
    private static final int CELLS = 32;
    private static final int VALUE_BYTES = 40;
    private static final int PARTITIONS = 48;
    private static final int SLOTS = 56;
    private static final int ROLES = 64;
    private static final int BACKUP = 1;
    private static final int PRIMARY = 2;

    /** Of a worker: the first free cell, and how many cells were ever used. Entries and cells follow. */
    private static final int FREE = 0;

    private static final int USED = 8;
    private static final int ENTRIES = 16;

    /** Of an entry: its use above the number of its transaction's writes; its first cell. */
    private static final int FIRST = 8;

    private static final int ENTRY_BYTES = 16;
    private static final int USE_SHIFT = 16;
    private static final int WRITES = 0xffff;

    private static final int NEXT = 0;
    private static final int STATE = 8;
    private static final int PLACE = 16;
    private static final int KEY = 24;
    private static final int WORD = 32;
    private static final int BEFORE = 40;
    private static final int VALUE = 48;
    private static final int PARTITION_SHIFT = 16;
    private static final int BYTES_SHIFT = 32;
    private static final int SHORT = 0xffff;

    /**
     * Cells of a worker for each lane: twice what the transactions that the papers' workloads have write to one node.
     * What counts is the sum over all lanes.
     */
    private static final int CELLS_PER_LANE = 64;

    private static final int FEWEST_PER_LANE = 8;
    private static final int FEWEST = 1 << 12;

    private final Region region;
    private final int workers;
    private final int slots;
    private final int cores;
    private final long lanes;
    private final long cells;
    private final int valueBytes;

    /** How many cores the NIC of each node has, and how many transactions each of them coordinates at a time. */
    public record Lanes(int cores, int slots) {}

    Journal(NodeContext scope, Placement placement, int workers, Lanes each, int longestBytes) {
        this.workers = workers;
        cores = each.cores();
        slots = each.slots();
        lanes = (long) scope.nodes() * cores * slots;
        cells = Math.max(FEWEST, lanes * Math.max(FEWEST_PER_LANE, CELLS_PER_LANE / workers));
        valueBytes = longestBytes + 7 & ~7;
        int partitions = placement.partitions();
        region = scope.region(
                REGION + HostLog.suffix(scope.epoch(), scope.node()),
                ROLES + (long) partitions * Long.BYTES + workers * partBytes(),
                Lifetime.SURVIVES_CRASH,
                LAYOUT);
        region.putLong(EPOCH, scope.epoch());
        region.putLong(NODE, scope.node());
        region.putLong(WORKERS, workers);
        region.putLong(LANES, lanes);
        region.putLong(SLOTS, (long) cores << Integer.SIZE | slots);
        region.putLong(CELLS, cells);
        region.putLong(VALUE_BYTES, valueBytes);
        region.putLong(PARTITIONS, partitions);
        for (int partition = 0; partition < partitions; partition++) {
            int copy = placement.copy(partition, scope.node());
            region.putLong(ROLES + (long) partition * Long.BYTES, copy < 0 ? 0 : copy == 0 ? PRIMARY : BACKUP);
        }
    }

    /** A journal that an earlier configuration left. */
    public Journal(Region left) {
        region = left;
        workers = (int) left.getLong(WORKERS);
        lanes = left.getLong(LANES);
        cores = (int) (left.getLong(SLOTS) >>> Integer.SIZE);
        slots = (int) left.getLong(SLOTS);
        cells = left.getLong(CELLS);
        valueBytes = (int) left.getLong(VALUE_BYTES);
    }

    private long partsAt() {
        return ROLES + region.getLong(PARTITIONS) * Long.BYTES;
    }

    private long partBytes() {
        return ENTRIES + lanes * ENTRY_BYTES + cells * cellBytes();
    }

    private long cellBytes() {
        return VALUE + 2L * valueBytes;
    }

    /** Its memory. */
    public Region region() {
        return region;
    }

    /** Of which configuration it is. */
    public long epoch() {
        return region.getLong(EPOCH);
    }

    /** Of which node it is. */
    public int node() {
        return (int) region.getLong(NODE);
    }

    /** How many workers the log has. */
    public int workers() {
        return workers;
    }

    /** How many lanes there are. */
    public long lanes() {
        return lanes;
    }

    /** Whether the node held a copy of a partition. */
    public boolean held(int partition) {
        return region.getLong(ROLES + (long) partition * Long.BYTES) != 0;
    }

    /** Whether the node was the primary of a partition. */
    public boolean isPrimary(int partition) {
        return region.getLong(ROLES + (long) partition * Long.BYTES) == PRIMARY;
    }

    /** How many bytes have ever been used, about. Any thread. */
    public long usedBytes() {
        long used = 0;
        for (int worker = 0; worker < workers; worker++) {
            used += lanes * ENTRY_BYTES + region.getLongAcquire(partAt(worker) + USED) * cellBytes();
        }
        return used;
    }

    // Entries.

    private long partAt(int worker) {
        return partsAt() + worker * partBytes();
    }

    private long entry(int worker, long lane) {
        return partAt(worker) + ENTRIES + lane * ENTRY_BYTES;
    }

    /** The number of a reference's lane, counted from 0. */
    private long lane(long reference) {
        return ((long) Wire.node(reference) * cores + Wire.core(reference)) * slots + Wire.slot(reference);
    }

    /**
     * Makes a transaction its lane's latest one of a worker, unless it is.
     *
     * @param writes how many records it writes in all; of a transaction that is there this is known
     * @return false if the lane has had a later one: it is over
     */
    public boolean open(int worker, long reference, int writes) {
        long entry = entry(worker, lane(reference));
        long use = Wire.use(reference);
        long known = region.getLong(entry) >>> USE_SHIFT;
        if (known < use) {
            free(worker, entry);
            region.putLong(entry, use << USE_SHIFT | writes);
        }
        return known <= use;
    }

    private void free(int worker, long entry) {
        long free = partAt(worker) + FREE;
        for (long cell = region.getLong(entry + FIRST); cell != NONE; ) {
            long next = region.getLong(cell + NEXT);
            region.putLong(cell + NEXT, region.getLong(free));
            region.putLong(free, cell);
            cell = next;
        }
        region.putLong(entry + FIRST, NONE);
    }

    /** The reference of a lane's latest transaction for a worker; 0 if it has had none. */
    public long latest(int worker, long lane) {
        long use = region.getLong(entry(worker, lane)) >>> USE_SHIFT;
        int slot = (int) (lane % slots);
        int core = (int) (lane / slots % cores);
        int node = (int) (lane / slots / cores);
        return use == 0 ? 0 : Wire.reference(node, core, slot, use);
    }

    /** How many records that transaction writes in all. */
    public int writes(int worker, long lane) {
        return (int) region.getLong(entry(worker, lane)) & WRITES;
    }

    // Cells.

    /** The first cell of a lane's latest transaction for a worker, or {@link #NONE}. */
    public long first(int worker, long lane) {
        return region.getLong(entry(worker, lane) + FIRST);
    }

    /** The cell behind another one, or {@link #NONE}. */
    public long next(long cell) {
        return region.getLong(cell + NEXT);
    }

    /** The cell of what a transaction writes to a record, or {@link #NONE}. */
    public long find(int worker, long reference, int table, long key) {
        long lane = lane(reference);
        if (latest(worker, lane) != reference) {
            return NONE;
        }
        long cell = first(worker, lane);
        while (cell != NONE && (table(cell) != table || key(cell) != key)) {
            cell = next(cell);
        }
        return cell;
    }

    /** Adds a cell to the transaction that was opened; its write is {@link #LOGGED}. */
    public long add(
            int worker,
            long reference,
            int table,
            int partition,
            long key,
            long word,
            byte[] values,
            int at,
            int bytes) {
        long cell = take(worker);
        region.putLong(cell + STATE, LOGGED);
        region.putLong(cell + PLACE, table | (long) partition << PARTITION_SHIFT | (long) bytes << BYTES_SHIFT);
        region.putLong(cell + KEY, key);
        region.putLong(cell + WORD, word);
        region.putLong(cell + BEFORE, 0);
        region.write(cell + VALUE, values, at, bytes);
        long entry = entry(worker, lane(reference));
        region.putLong(cell + NEXT, region.getLong(entry + FIRST));
        region.putLong(entry + FIRST, cell);
        return cell;
    }

    private long take(int worker) {
        long at = partAt(worker);
        long free = region.getLong(at + FREE);
        if (free != NONE) {
            region.putLong(at + FREE, region.getLong(free + NEXT));
            return free;
        }
        long used = region.getLong(at + USED);
        if (used == cells) {
            throw new IllegalStateException("worker " + worker + " of node " + node() + " remembers " + cells
                    + " writes of transactions that may be under way, and has no room for more: use fewer contexts,"
                    + " or transactions that write less");
        }
        region.putLongRelease(at + USED, used + 1);
        return at + ENTRIES + lanes * ENTRY_BYTES + used * cellBytes();
    }

    /** Whether a write is {@link #LOGGED}, {@link #APPLIED} or {@link #TAKEN_BACK}. */
    public int state(long cell) {
        return (int) region.getLong(cell + STATE);
    }

    /** Says so. */
    public void state(long cell, int now) {
        region.putLongRelease(cell + STATE, now);
    }

    /** The table of a write. */
    public int table(long cell) {
        return (int) region.getLong(cell + PLACE) & SHORT;
    }

    /** The partition of a write. */
    public int partition(long cell) {
        return (int) (region.getLong(cell + PLACE) >>> PARTITION_SHIFT) & SHORT;
    }

    /** The key of a write. */
    public long key(long cell) {
        return region.getLong(cell + KEY);
    }

    /** What it makes of the record, as a word. */
    public long word(long cell) {
        return region.getLong(cell + WORD);
    }

    /** Reads the new value; how long it is. */
    public int value(long cell, byte[] into) {
        int bytes = (int) (region.getLong(cell + PLACE) >>> BYTES_SHIFT);
        region.read(cell + VALUE, into, 0, bytes);
        return bytes;
    }

    /** What the record was before, as a word. */
    public long before(long cell) {
        return region.getLong(cell + BEFORE);
    }

    /** Remembers what the record was before: its word and its value. */
    public void before(long cell, long word, byte[] value, int bytes) {
        region.putLong(cell + BEFORE, word);
        region.write(cell + VALUE + valueBytes, value, 0, bytes);
    }

    /** Reads the value that the record had before. */
    public void valueBefore(long cell, byte[] into, int bytes) {
        region.read(cell + VALUE + valueBytes, into, 0, bytes);
    }

    /** How long a buffer for any value is. */
    public int longestBytes() {
        return valueBytes;
    }
}
