// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.table;

import java.util.Arrays;
import org.breadboard.api.RefusedException;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.ProtocolNode.RecordVisitor;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.TableSpec;

/**
 * An unordered table as one node sees it: its copies of partitions, the witness beside each, and its index. Region
 * names are the same on all nodes: {@code hades-<table>-<partition>}, {@code hades-witness-<table>-<partition>} and
 * {@code hades-index-<table>}.
 */
public final class RecordTable {
    private final RecordImages images;
    private final int witnessWords;
    private final Region[] regions;
    private final Region[] witnesses;
    private final String[] names;
    private final String[] witnessNames;
    private final Region index;

    RecordTable(NodeScope scope, Placement placement, RecordImages images, int witnessWords) {
        this.images = images;
        this.witnessWords = witnessWords;
        int partitions = placement.partitions();
        regions = new Region[partitions];
        witnesses = new Region[partitions];
        names = new String[partitions];
        witnessNames = new String[partitions];
        String table = images.spec().name();
        for (int partition = 0; partition < partitions; partition++) {
            names[partition] = "hades-" + table + "-" + partition;
            witnessNames[partition] = "hades-witness-" + table + "-" + partition;
            if (placement.copy(partition, scope.node()) >= 0) {
                regions[partition] = scope.region(names[partition], images.image(partition), Lifetime.SURVIVES_CRASH);
                witnesses[partition] = witness(scope, partition);
            }
        }
        index = scope.region("hades-index-" + table, images.index(), Lifetime.PROCESS);
    }

    private Region witness(NodeScope scope, int partition) {
        if (witnessWords == 0) {
            return null;
        }
        long records = Math.max(1, images.keys(partition).length);
        return scope.region(
                witnessNames[partition],
                records * witnessWords * Long.BYTES,
                Lifetime.SURVIVES_CRASH,
                new Layout("hades.witness." + witnessWords, 1));
    }

    /** How records lie in their slots. */
    public RecordFormat format() {
        return images.format();
    }

    /** How long a value is. */
    public int valueBytes() {
        return images.spec().valueBytes();
    }

    /** The name of a partition's region, on every node that has a copy. */
    public String regionName(int partition) {
        return names[partition];
    }

    /**
     * This node's copy of a partition.
     *
     * @throws IllegalStateException if it has none
     */
    public Region region(int partition) {
        if (regions[partition] == null) {
            throw new IllegalStateException(
                    "partition " + partition + " of table " + images.spec().name() + " has no copy on this node");
        }
        return regions[partition];
    }

    /** Whether this node has a copy of a partition. */
    public boolean has(int partition) {
        return regions[partition] != null;
    }

    /** What lies beside this node's copy of a partition: who wrote what. Null if there is no copy, or no witness. */
    public Region witness(int partition) {
        return witnesses[partition];
    }

    /** The name of the witness beside a partition's region, on every node that has a copy. */
    public String witnessName(int partition) {
        return witnessNames[partition];
    }

    /** Where in a witness the words of the record at {@code address} begin. */
    public long witnessAddress(long address) {
        return address / format().slotBytes() * witnessWords * Long.BYTES;
    }

    /** A word of the witness of the record at {@code address} of this node's copy of a partition. */
    public long witness(int partition, long address, int word) {
        return witnesses[partition].getLong(witnessAddress(address) + (long) word * Long.BYTES);
    }

    /** What the workload says of it. */
    public TableSpec spec() {
        return images.spec();
    }

    /** How many words of a witness each record has. */
    public int witnessWords() {
        return witnessWords;
    }

    /** This node's copy of the index. */
    public Region index() {
        return index;
    }

    /** The geometry of the index; the value of a key is its record's address. */
    public Store indexStore() {
        return images.store();
    }

    /** Where the record of a key stands, or {@link RecordIndex#NO_PLACE}; nobody pays for the lookup. Any thread. */
    public long place(long key) {
        Cursor cursor = indexStore().cursor();
        cursor.find(key);
        return cursor.load(index) == Cursor.State.FOUND ? index.getLong(cursor.valueAddress()) : RecordIndex.NO_PLACE;
    }

    /** What to throw at a write to a key that has no place. */
    public RefusedException noPlace(long key) {
        return new RefusedException("table " + images.spec().name() + ": key " + key
                + " has no place, since its population does not name it as a candidate:"
                + " declare every key that a transaction may insert");
    }

    /** Visits the records that exist in a partition of which this node has a copy. All is quiet. */
    void records(int partition, RecordVisitor visitor, RecordVersion ofRecord) {
        byte[] slot = new byte[format().slotBytes()];
        byte[] value = new byte[valueBytes()];
        long[] versions = witnessWords > 1 ? new long[witnessWords] : null;
        long[] keys = images.keys(partition);
        for (int i = 0; i < keys.length; i++) {
            long at = images.address(i);
            if (!wanted(partition, at, visitor)) {
                continue;
            }
            regions[partition].read(at, slot, 0, slot.length);
            if (format().exists(slot, 0)) {
                format().decode(slot, 0, value, 0);
                if (versions != null) {
                    for (int part = 0; part < versions.length; part++) {
                        versions[part] = witness(partition, at, part);
                    }
                    visitor.parts(images.spec().id(), keys[i], versions, value, value.length);
                } else {
                    long version = ofRecord.version(this, partition, at, slot);
                    visitor.record(images.spec().id(), keys[i], version, value, value.length);
                }
            }
        }
    }

    /** A record's versions may stand beside it, and change where its value stays. */
    private boolean wanted(int partition, long at, RecordVisitor visitor) {
        long witness = witnessAddress(at);
        return visitor.wants(regions[partition], at, at + format().slotBytes())
                || witnessWords > 0
                        && visitor.wants(witnesses[partition], witness, witness + (long) witnessWords * Long.BYTES);
    }

    /** Whether this node's copy of a record has what an access of a transaction wrote, or what came later. */
    boolean holds(int partition, Transaction transaction, int access, RecordVersion ofRecord) {
        long at = place(transaction.key(access));
        if (regions[partition] == null || at == RecordIndex.NO_PLACE) {
            return false;
        }
        byte[] slot = new byte[format().slotBytes()];
        regions[partition].read(at, slot, 0, slot.length);
        long version = ofRecord.version(this, partition, at, slot);
        if (version != transaction.installedVersion(access)) {
            return version > transaction.installedVersion(access);
        }
        boolean deleted = transaction.mode(access) == AccessMode.DELETE;
        return format().exists(slot, 0) != deleted && (deleted || isValue(slot, transaction, access));
    }

    private boolean isValue(byte[] slot, Transaction transaction, int access) {
        byte[] value = new byte[valueBytes()];
        format().decode(slot, 0, value, 0);
        int from = transaction.isOverwrite(access) ? transaction.overwriteAt(access) : transaction.newAt(access);
        int offset = transaction.isOverwrite(access) ? transaction.overwriteOffset(access) : 0;
        int bytes = transaction.isOverwrite(access) ? transaction.overwriteBytes(access) : transaction.newBytes(access);
        return Arrays.equals(value, offset, offset + bytes, transaction.values(), from, from + bytes);
    }

    /** Tells the version of a record, which a format or a witness may hold. */
    @FunctionalInterface
    public interface RecordVersion {
        /**
         * The version of the record at {@code address} of this node's copy of a partition; {@code slot} has its bytes
         * from 0 on.
         */
        long version(RecordTable table, int partition, long address, byte[] slot);
    }
}
