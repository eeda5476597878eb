// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.hades.hades.recovery.KeptWrite;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.RecordFormat;

/**
 * How a transaction uses records of other nodes (HADES V.A, "Remote Read/Write"), and the copies of those that it
 * writes. Reads block, what has to be fetched for overwrites does not. One setup.
 */
final class RemotePart {
    private final HadesAttempt attempt;
    private final boolean versioned;
    private final Change change = new Change();
    private final byte[] word = new byte[Long.BYTES];

    RemotePart(HadesAttempt attempt) {
        this.attempt = attempt;
        versioned = attempt.setup().options().hybrid();
    }

    // Execution.

    /** Asks for a record; its answer is handed to {@link #read}. */
    void fetch(Step step, int access, int ticket) {
        long address = attempt.footprint().address(access);
        attempt.tracker()
                .read(
                        step,
                        attempt.footprint().node(access),
                        attempt.regionName(access),
                        address,
                        attempt.recordBytes(access),
                        attempt.table(access).witnessAddress(address),
                        attempt.table(access).witnessWords() * Long.BYTES,
                        ticket);
    }

    /** A record has come. */
    void read(int access, Message message) {
        byte[] bytes = message.bytes();
        if (versioned) {
            attempt.header(access, AugmentedFormat.header(bytes, 0), AugmentedFormat.incarnation(bytes, 0));
        }
        attempt.answer(access, bytes, 0, bytes, attempt.recordBytes(access));
    }

    /** Makes room for an overwrite; answers whether there will be a completion. */
    boolean prepare(Step step, int access, int ticket) {
        RecordFormat format = attempt.format(access);
        change.of(attempt.transaction(), access, format);
        long address = attempt.footprint().address(access);
        int from = format.slotOffset(change.from());
        int to = format.slotOffset(change.to() - 1) + 1;
        return attempt.tracker()
                .prepare(
                        step,
                        attempt.footprint().node(access),
                        attempt.regionName(access),
                        address + from,
                        to - from,
                        ticket);
    }

    // Commit.

    /** Buffers a write for every copy of its record but the primary's own. */
    void write(Step step, int access) {
        Placement placement = attempt.run().placement();
        int partition = attempt.footprint().partition(access);
        // Where machines may crash, the temporary durable copies have it.
        boolean durable = placement.copies(partition) > 1 && attempt.setup().log() == null;
        attempt.change(access, change);
        for (int copy = 0; copy < placement.copies(partition); copy++) {
            int node = placement.node(partition, copy);
            if (copy > 0 || node != attempt.setup().node()) {
                if (versioned) {
                    writeAugmented(step, access, node, durable);
                } else {
                    writePlain(step, access, node, durable);
                }
            }
        }
    }

    private void writePlain(Step step, int access, int node, boolean durable) {
        Transaction transaction = attempt.transaction();
        RecordFormat format = attempt.format(access);
        if (change.existence()) {
            Bytes.putLong(word, 0, transaction.mode(access) == AccessMode.DELETE ? 0 : 1);
            write(step, access, node, 0, word, 0, Long.BYTES, durable);
        }
        int length = change.to() - change.from();
        if (length > 0) {
            write(
                    step,
                    access,
                    node,
                    format.slotOffset(change.from()),
                    transaction.values(),
                    attempt.newAt(access, change.from()),
                    length,
                    durable);
        }
    }

    /**
     * The bytes that change, line by line, and whether the record exists if that changes. Its version moves where they
     * are applied, by the NIC of that node: so two who write different lines of a record do not conflict, and whoever
     * has read it there as software still sees that it was written.
     */
    private void writeAugmented(Step step, int access, int node, boolean durable) {
        Transaction transaction = attempt.transaction();
        RecordFormat format = attempt.format(access);
        if (change.existence()) {
            boolean exists = transaction.mode(access) != AccessMode.DELETE;
            Bytes.putLong(word, 0, AugmentedFormat.nextIncarnation(attempt.incarnation(access), exists));
            write(step, access, node, AugmentedFormat.INCARNATION_OFFSET, word, 0, Long.BYTES, durable);
        }
        int offset = change.from();
        while (offset < change.to()) {
            int at = format.slotOffset(offset);
            int piece = Math.min(change.to() - offset, RecordFormat.LINE_BYTES - at % RecordFormat.LINE_BYTES);
            write(step, access, node, at, transaction.values(), attempt.newAt(access, offset), piece, durable);
            offset += piece;
        }
        attempt.tracker()
                .advance(
                        node, attempt.regionName(access), attempt.footprint().address(access), AugmentedFormat.word(1));
    }

    private void write(
            Step step,
            int access,
            int node,
            int slotOffset,
            byte[] source,
            int offset,
            int lengthBytes,
            boolean durable) {
        attempt.tracker()
                .write(
                        step,
                        node,
                        attempt.regionName(access),
                        attempt.footprint().address(access) + slotOffset,
                        source,
                        offset,
                        lengthBytes,
                        durable);
    }

    /**
     * Names the versions that a committed write gives to the parts that it changes, for the history. All nodes have
     * agreed, so nobody else changes them.
     */
    void nameVersions(int access) {
        Transaction transaction = attempt.transaction();
        int table = transaction.table(access);
        int partition = attempt.footprint().partition(access);
        long address = attempt.footprint().address(access);
        int parts = attempt.table(access).witnessWords();
        change.of(transaction, access, attempt.format(access));
        if (parts > 1 && transaction.parts(access) == 0) {
            transaction.parts(access, parts);
        }
        for (int part = 0; part < parts; part++) {
            if (!change.touches(attempt.run().table(table), part)) {
                continue;
            }
            long version = 1 + attempt.run().witness(attempt.footprint().node(access), table, partition, address, part);
            if (parts > 1) {
                nameRecord(access, part, version);
                transaction.partInstalled(access, part, version);
            } else {
                transaction.installed(access, version);
            }
        }
    }

    /** A record with parts has no version; recovery names what is written to it by the first of its parts. */
    private void nameRecord(int access, int part, long version) {
        if (attempt.transaction().installedVersion(access) == 0) {
            attempt.transaction().installed(access, KeptWrite.name(true, part, version));
        }
    }

    /** Notes the versions of a committed write beside every copy. */
    void noteVersions(int access) {
        change.of(attempt.transaction(), access, attempt.format(access));
        for (int part = 0; part < attempt.parts(access); part++) {
            if (change.touches(attempt.spec(access), part)) {
                note(access, part, attempt.installedVersion(access, part));
            }
        }
    }

    private void note(int access, int part, long version) {
        int partition = attempt.footprint().partition(access);
        long address = attempt.footprint().address(access);
        Placement placement = attempt.run().placement();
        long at = attempt.table(access).witnessAddress(address) + (long) part * Long.BYTES;
        for (int copy = 0; copy < placement.copies(partition); copy++) {
            int node = placement.node(partition, copy);
            if (copy == 0 && node == attempt.setup().node()) {
                attempt.table(access).witness(partition).putLong(at, version);
            } else {
                attempt.tracker().witness(node, attempt.table(access).witnessName(partition), at, version);
            }
        }
    }
}
