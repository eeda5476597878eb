// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.util.Arrays;
import java.util.List;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.durable.AtomicStore;
import org.breadboard.kit.durable.UndoLog;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The copies that one node has of the partitions of a table, each a region that survives the node's crash. Made by the
 * thread that builds the node; immutable. Who may touch the regions is said by the store and its protocol.
 */
public final class TableCopies {
    private final TableImages images;
    private final RecordVersion versions;
    private final Region[] regions;
    /** Of each region, where machines may crash; otherwise null. */
    private final UndoLog[] logs;
    /** Null if the table is not ordered. */
    private final LocalTable local;

    /** Tells the version of a record. */
    @FunctionalInterface
    @ConsumerType
    public interface RecordVersion {
        /**
         * The version of the record whose header word and value stand there; of a key without a record, whose
         * {@code valueAddress} is -1, the version as of which it has none, if the header keeps one.
         */
        long version(Region region, long headerAddress, long valueAddress);
    }

    /**
     * Makes the regions of a node.
     *
     * @param versions of the records, if the table is not ordered; those of an ordered one are in {@link LocalHeader}s
     */
    public TableCopies(NodeContext scope, Placement placement, TableImages images, RecordVersion versions) {
        this.images = images;
        this.versions = images.spec().ordered()
                ? (region, headerAddress, valueAddress) -> LocalHeader.version(region.getLong(headerAddress))
                : versions;
        regions = new Region[placement.partitions()];
        logs = new UndoLog[regions.length];
        for (int partition = 0; partition < regions.length; partition++) {
            if (placement.copy(partition, scope.node()) >= 0) {
                regions[partition] = scope.region(name(partition), images.image(partition), Lifetime.SURVIVES_CRASH);
                logs[partition] = scope.recovery() == null
                        ? null
                        : new UndoLog(scope, name(partition) + ".undo", regions[partition]);
            }
        }
        Store whole = scope.recovery() == null ? store() : new AtomicStore(store(), this::log);
        local = isOrdered() ? new LocalTable(images.spec().name(), whole, valueBytes(), regions) : null;
    }

    private UndoLog log(Region region) {
        for (int partition = 0; partition < regions.length; partition++) {
            if (regions[partition] == region) {
                return logs[partition];
            }
        }
        throw new IllegalArgumentException(this + ": " + region.name() + " is none of this node's regions");
    }

    /** The name of a partition's region, on every node that has a copy. */
    public String name(int partition) {
        return "table." + images.spec().name() + "." + partition;
    }

    /** The geometry. */
    public Store store() {
        return images.store();
    }

    /** How long a value is. */
    public int valueBytes() {
        return images.spec().valueBytes();
    }

    /** Whether this node has a copy of a partition. */
    public boolean has(int partition) {
        return regions[partition] != null;
    }

    /**
     * This node's copy of a partition.
     *
     * @throws IllegalStateException if it has none
     */
    public Region region(int partition) {
        if (regions[partition] == null) {
            throw new IllegalStateException(this + ": partition " + partition + " has no copy on this node");
        }
        return regions[partition];
    }

    /**
     * Begins a change of a partition, such as an insert, which is whole after a crash of the node, or not there. Who
     * begins one ends it in the same step. Changes of a partition take turns. Inserts and deletes of {@link #local} are
     * such changes anyway.
     *
     * @return the region to make it in
     * @throws IllegalStateException if this node has no copy of the partition
     */
    public Region beginChange(int partition) {
        return logs[partition] == null ? region(partition) : logs[partition].begin();
    }

    /** Ends the change that has begun: it stays. */
    public void endChange(int partition) {
        if (logs[partition] != null) {
            logs[partition].end();
        }
    }

    /** What a copy of a partition is made of. */
    List<Region> copied(int partition) {
        Region region = region(partition);
        return logs[partition] == null ? List.of(region) : List.of(region, logs[partition].region());
    }

    /** Whether the table is ordered, and so only its primary's own coordinators use it. */
    public boolean isOrdered() {
        return images.spec().ordered();
    }

    /** An ordered table, for the coordinators of this node, all of them; null if the table is not ordered. */
    public LocalTable local() {
        return local;
    }

    /** The ordered ones of a node's tables, at their ids; null where one is not. */
    public static LocalTable[] locals(TableCopies[] tables) {
        return Arrays.stream(tables).map(TableCopies::local).toArray(LocalTable[]::new);
    }

    @Override
    public String toString() {
        return "table " + images.spec().name();
    }

    /**
     * Whether this node's copy of a record has what an access of a transaction wrote there: its version and value, or a
     * later version, which may have removed the record again. For
     * {@link org.breadboard.api.protocol.ProtocolNode#holds}: it looks at memory as it is, and takes no time.
     *
     * @return false if the node has no copy of the partition, too
     */
    public boolean holds(int partition, Transaction transaction, int access) {
        Region region = regions[partition];
        if (region == null) {
            return false;
        }
        boolean deleted = transaction.mode(access) == AccessMode.DELETE;
        long key = transaction.key(access);
        long installed = transaction.installedVersion(access);
        Cursor cursor = store().cursor();
        cursor.find(key);
        if (cursor.load(region) != Cursor.State.FOUND) {
            return deleted || versions.version(region, store().headerAddress(key), -1) > installed;
        }
        long version = versions.version(region, cursor.headerAddress(), cursor.valueAddress());
        // Keys of an ordered table share headers, and what a transaction inserts that ran elsewhere is inserted without
        // their locks: copies may count two such inserts in different orders. No other write is let off so.
        boolean early = version < installed && !(isOrdered() && transaction.mode(access) == AccessMode.INSERT);
        if (version > installed || early || deleted) {
            return version > installed;
        }
        return isValue(region, cursor, transaction, access);
    }

    /**
     * Whether this node's copy of a record has the value that an access of a transaction wrote there, whatever its
     * version. For tables in which several writes of a transaction move one version, the last of them: the others are
     * there before it.
     */
    public boolean hasValue(int partition, Transaction transaction, int access) {
        Region region = regions[partition];
        if (region == null) {
            return false;
        }
        Cursor cursor = store().cursor();
        cursor.find(transaction.key(access));
        return cursor.load(region) == Cursor.State.FOUND && isValue(region, cursor, transaction, access);
    }

    private static boolean isValue(Region region, Cursor cursor, Transaction transaction, int access) {
        byte[] value = new byte[transaction.newBytes(access)];
        region.read(cursor.valueAddress(), value, 0, value.length);
        int at = transaction.newAt(access);
        return Arrays.equals(value, 0, value.length, transaction.values(), at, at + value.length);
    }

    /** Visits the records of a partition of which this node has a copy; nobody may write meanwhile. */
    public void records(int partition, RecordVisitor visitor) {
        byte[] value = new byte[valueBytes()];
        Region region = region(partition);
        store().forEach(region, new Store.RecordVisitor() {
            @Override
            public void record(long key, long headerAddress, long valueAddress, int valueBytes) {
                region.read(valueAddress, value, 0, value.length);
                long version = versions.version(region, headerAddress, valueAddress);
                visitor.record(images.spec().id(), key, version, value, value.length);
            }

            @Override
            public boolean wants(long from, long to) {
                return visitor.wants(region, from, to);
            }

            /** Keys of an ordered table share their versions. */
            @Override
            public boolean wantsForHeaders() {
                return !isOrdered();
            }
        });
    }
}
