// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.table.RecordFormat;

/** HADES's own node: plain loads and stores, which the hardware watches (HADES V.A, "Local Read/Write"). */
final class WatchedPart implements LocalPart {
    private final HadesAttempt attempt;
    private final Change change = new Change();
    private final byte[] word = new byte[Long.BYTES];
    private byte[] witness = new byte[Long.BYTES];

    WatchedPart(HadesAttempt attempt) {
        this.attempt = attempt;
    }

    @Override
    public Access fetch(Step step, int access) {
        byte[] slot = attempt.slot(access);
        long address = attempt.footprint().address(access);
        Access done =
                attempt.tracker().load(step, attempt.region(access), address, slot, 0, attempt.recordBytes(access));
        if (done == Access.DONE) {
            attempt.answer(access, slot, 0, witness(attempt, access), 0);
        }
        return done;
    }

    private byte[] witness(HadesAttempt of, int access) {
        int words = of.table(access).witnessWords();
        if (witness.length < words * Long.BYTES) {
            witness = new byte[words * Long.BYTES];
        }
        Region region = of.table(access).witness(of.footprint().partition(access));
        region.read(of.table(access).witnessAddress(of.footprint().address(access)), witness, 0, words * Long.BYTES);
        return witness;
    }

    @Override
    public Access overwrite(Step step, int access) {
        return store(step, access);
    }

    @Override
    public Access store(Step step, int access) {
        Transaction transaction = attempt.transaction();
        RecordFormat format = attempt.format(access);
        change.of(transaction, access, format);
        Region region = attempt.region(access);
        long address = attempt.footprint().address(access);
        if (change.existence()) {
            Bytes.putLong(word, 0, transaction.mode(access) == AccessMode.DELETE ? 0 : 1);
            Access done = attempt.tracker().store(step, region, address, word, 0, Long.BYTES);
            if (done != Access.DONE || change.to() == 0) {
                return done;
            }
        }
        int from = change.from();
        int at = transaction.isOverwrite(access) ? transaction.overwriteAt(access) : transaction.newAt(access) + from;
        return attempt.tracker()
                .store(step, region, address + format.slotOffset(from), transaction.values(), at, change.to() - from);
    }

    @Override
    public void declare(Step step, int access) {
        // The hardware has seen it.
    }

    @Override
    public boolean isCurrent(Step step, int access) {
        return true;
    }

    @Override
    public void publish(Step step, int access) {
        // The hardware does it.
    }
}
