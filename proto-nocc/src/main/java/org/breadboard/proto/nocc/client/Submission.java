// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireKey;
import org.breadboard.proto.nocc.shard.StoreRecovery;
import org.breadboard.proto.nocc.store.WitnessRow;
import org.breadboard.proto.nocc.store.Witnesses;

/**
 * What of a transaction goes to which store: a compare for each record that it read, a write for each that it wrote,
 * once per record (NOCC 2); a read for each that is to be fetched. Remembers which operation stands for which access.
 */
final class Submission {
    private static final int NONE = -1;

    private final Placement placement;
    private final Witnesses witnesses;
    private final int client;
    private final Lane[] lanes;
    private int[] reads = new int[16];
    private int[] writes = new int[16];
    private final byte[] count = new byte[Long.BYTES];

    Submission(Placement placement, Witnesses witnesses, int client, Lane[] lanes) {
        this.placement = placement;
        this.witnesses = witnesses;
        this.client = client;
        this.lanes = lanes;
    }

    /** How many stores something is for. */
    int stores() {
        int count = 0;
        for (Lane lane : lanes) {
            count += lane.ops().count() > 0 ? 1 : 0;
        }
        return count;
    }

    /** The first store that something is for. */
    Lane first() {
        for (Lane lane : lanes) {
            if (lane.ops().count() > 0) {
                return lane;
            }
        }
        throw new IllegalStateException("nothing is for any store");
    }

    /** Forgets all. */
    void clear(Transaction transaction) {
        for (Lane lane : lanes) {
            lane.ops().clear();
        }
        if (reads.length < transaction.accesses()) {
            reads = new int[2 * transaction.accesses()];
            writes = new int[reads.length];
        }
        Arrays.fill(reads, NONE);
        Arrays.fill(writes, NONE);
    }

    /** Asks for the record of an access. */
    void fetch(Transaction transaction, int access) {
        reads[access] = addOnce(transaction, access, Wire.READ);
    }

    /** Fills in what a commit needs: compares first, then writes. */
    void commit(Transaction transaction) {
        clear(transaction);
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.answered(access) && transaction.found(access)) {
                reads[access] = addOnce(transaction, access, Wire.VALUE);
                lane(transaction, access)
                        .ops()
                        .value(
                                reads[access],
                                transaction.values(),
                                transaction.readAt(access),
                                transaction.readBytes(access));
            }
        }
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.written(access)) {
                writes[access] = addOnce(transaction, access, Wire.WRITE);
                lane(transaction, access)
                        .ops()
                        .value(
                                writes[access],
                                transaction.values(),
                                transaction.newAt(access),
                                transaction.newBytes(access));
            }
        }
    }

    /**
     * Says at each store how many records the transaction has in all, so that recovery can tell whether it has found
     * them. Behind all else, and the switch looks at none of it.
     */
    void countRecords() {
        long records = 0;
        for (Lane lane : lanes) {
            for (int op = 0; op < lane.ops().count(); op++) {
                boolean again = lane.ops().type(op) == Wire.WRITE
                        && lane.ops().find(Wire.VALUE, lane.ops().key(op)) != OpList.NONE;
                records += again ? 0 : 1;
            }
        }
        Bytes.putLong(count, 0, records);
        for (Lane lane : lanes) {
            if (lane.ops().count() > 0) {
                refuseFull(lane.ops());
                lane.ops().add(Wire.NOP, 0, count, 0, Long.BYTES);
            }
        }
    }

    /**
     * Makes what is compared so long that it takes several packets, which no switch judges: the same compare again and
     * again, behind all else.
     */
    void passSwitchesBy() {
        for (Lane lane : lanes) {
            OpList ops = lane.ops();
            int compare = ops.first(Wire.VALUE);
            while (compare != OpList.NONE && ops.count() <= Wire.MAX_OPS) {
                ops.add(Wire.VALUE, ops.key(compare), ops.values(), ops.valueAt(compare), Wire.VALUE_BYTES);
            }
        }
    }

    private void refuseFull(OpList ops) {
        if (ops.isFull()) {
            throw new IllegalStateException("a transaction has " + OpList.CAPACITY
                    + " operations at one store, and where machines may crash NOCC's packets carry one less here");
        }
    }

    /**
     * Tells the transaction what it has compared and would install, if all its stores have prepared it; whether they
     * have. Asked when all stands still.
     *
     * @param number of the request to prepare it
     */
    boolean tellPrepared(Transaction transaction, int number) {
        for (Lane lane : lanes) {
            if (lane.isPart() && !row(lane).hasPrepared(number)) {
                return false;
            }
        }
        for (int access = 0; access < transaction.accesses(); access++) {
            WitnessRow row = row(lane(transaction, access));
            if (reads[access] != NONE) {
                transaction.witnessed(access, row.preparedVersion(reads[access]));
            }
            if (writes[access] != NONE) {
                transaction.installed(access, row.preparedVersion(writes[access]) + 1);
            }
        }
        return true;
    }

    /** Says whose the transaction is, in logs. */
    void sign(Transaction transaction) {
        transaction.author(StoreRecovery.author(client));
    }

    /** What a store has told of this client. */
    WitnessRow row(Lane lane) {
        return witnesses.row(lane.store(), client);
    }

    /** Whether it writes a record that it has not found before, so that there may be none. */
    boolean writesUnread(Transaction transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.written(access) && !(transaction.answered(access) && transaction.found(access))) {
                return true;
            }
        }
        return false;
    }

    /** Empties what is sent, and keeps which operation stood for which access. */
    void forget() {
        for (Lane lane : lanes) {
            lane.ops().clear();
        }
    }

    /** Fills in, for the stores of the last {@link #commit}, reads of what would have been written. */
    void revert() {
        for (Lane lane : lanes) {
            lane.ops().only(Wire.WRITE, Wire.READ);
        }
    }

    /** Tells the transaction which versions it has compared or read; of several accesses to a record, all of them. */
    void witnessed(Transaction transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (reads[access] != NONE) {
                transaction.witnessed(access, version(lane(transaction, access), reads[access]));
            }
        }
    }

    /** Tells the transaction which versions it has installed. */
    void installed(Transaction transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (writes[access] != NONE) {
                transaction.installed(access, version(lane(transaction, access), writes[access]));
            }
        }
    }

    private long version(Lane lane, int op) {
        return row(lane).version(lane.answered(), op);
    }

    private int addOnce(Transaction transaction, int access, int type) {
        int key = key(transaction, access);
        OpList ops = lane(transaction, access).ops();
        int op = ops.find(type, key);
        if (op != OpList.NONE) {
            return op;
        }
        if (ops.isFull()) {
            throw new IllegalStateException(
                    "a transaction " + transaction.logic().name() + " has more than " + OpList.CAPACITY
                            + " operations at one store, which is what NOCC's packets carry here");
        }
        return ops.add(type, key);
    }

    Lane lane(Transaction transaction, int access) {
        return lanes[placement.primary(transaction.table(access), transaction.key(access))];
    }

    /** The name of an access's record on the wire. */
    int key(Transaction transaction, int access) {
        int table = transaction.table(access);
        long key = transaction.key(access);
        if (!WireKey.fits(table, key)) {
            throw new IllegalStateException(
                    "a transaction " + transaction.logic().name() + " accesses key " + key + " of table " + table
                            + ", which does not fit NOCC's keys of 4 B");
        }
        return WireKey.of(table, key);
    }
}
