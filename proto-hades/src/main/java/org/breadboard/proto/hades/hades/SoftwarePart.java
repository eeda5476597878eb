// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.Arrays;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.hades.cost.CpuCategory;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.SoftwareCosts;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.HostMemory;
import org.breadboard.proto.hades.table.RecordFormat;

/**
 * HADES-H's own node: read and write sets of whole records with versions, as in SW-Impl, but no locks in records:
 * directory and NIC lock (HADES V.D). HADES itself does so when the node's filters have run out (VI); its records have
 * no version, so it compares their bytes.
 */
final class SoftwarePart implements LocalPart {
    private final HadesAttempt attempt;
    private final boolean versioned;
    private final Change change = new Change();
    private byte[][] copies = new byte[16][];
    private byte[] fresh = new byte[64];
    private byte[] witness = new byte[Long.BYTES];

    SoftwarePart(HadesAttempt attempt) {
        this.attempt = attempt;
        versioned = attempt.setup().options().hybrid();
    }

    @Override
    public Access fetch(Step step, int access) {
        Region region = attempt.region(access);
        long address = attempt.footprint().address(access);
        int bytes = attempt.recordBytes(access);
        if (attempt.tracker().isDenied(step, region, address, bytes, false)) {
            return Access.DENIED;
        }
        int valueBytes = attempt.format(access).valueBytes();
        HostMemory memory = attempt.setup().tables().memory();
        SoftwareCosts costs = attempt.costs();
        CpuTime cpu = attempt.cpu();
        if (attempt.transaction().mode(access) == AccessMode.READ) {
            // The directory's lock keeps writes away from a read in progress, so its lines need no comparing (HADES
            // V.B, V.D).
            memory.load(cpu.metered(step, CpuCategory.OTHER), region, address, bytes);
            cpu.charge(step, CpuCategory.MANAGE_SETS, costs.manageReadSetNs(valueBytes));
        } else {
            memory.load(cpu.metered(step, CpuCategory.READ_BEFORE_WRITE), region, address, bytes);
            cpu.chargeBeyond(step, CpuCategory.READ_BEFORE_WRITE, costs.readBeforeWriteNs(valueBytes), cpu.spentNs());
            cpu.charge(step, CpuCategory.MANAGE_SETS, costs.manageWriteSetNs(valueBytes));
        }
        byte[] slot = copy(access, bytes);
        region.read(address, slot, 0, bytes);
        if (versioned) {
            attempt.header(access, AugmentedFormat.header(slot, 0), AugmentedFormat.incarnation(slot, 0));
        }
        attempt.answer(access, slot, 0, witness(access), 0);
        return Access.DONE;
    }

    /** What was read of an access, kept until it is validated. */
    private byte[] copy(int access, int bytes) {
        if (access >= copies.length) {
            copies = Arrays.copyOf(copies, Math.max(access + 1, 2 * copies.length));
        }
        if (copies[access] == null || copies[access].length < bytes) {
            copies[access] = new byte[bytes];
        }
        return copies[access];
    }

    private byte[] witness(int access) {
        int bytes = attempt.table(access).witnessWords() * Long.BYTES;
        if (witness.length < bytes) {
            witness = new byte[bytes];
        }
        Region region = attempt.table(access).witness(attempt.footprint().partition(access));
        region.read(attempt.table(access).witnessAddress(attempt.footprint().address(access)), witness, 0, bytes);
        return witness;
    }

    /** Records are software's unit: it reads the whole record first. */
    @Override
    public Access overwrite(Step step, int access) {
        return fetch(step, access);
    }

    @Override
    public Access store(Step step, int access) {
        return Access.DONE;
    }

    @Override
    public void declare(Step step, int access) {
        Region region = attempt.region(access);
        long address = attempt.footprint().address(access);
        attempt.tracker().declare(step, region, address, attempt.recordBytes(access), attempt.isStored(access));
    }

    @Override
    public boolean isCurrent(Step step, int access) {
        HostMemory memory = attempt.setup().tables().memory();
        Region region = attempt.region(access);
        long address = attempt.footprint().address(access);
        int bytes = versioned ? Long.BYTES : attempt.recordBytes(access);
        CpuTime cpu = attempt.cpu();
        memory.loadAgain(cpu.metered(step, CpuCategory.CONFLICT_DETECTION), region, address, bytes);
        double costNs = versioned
                ? attempt.costs().detectByReadNs(true)
                : cpu.spentNs()
                        + attempt.costs().detectByValueNs(attempt.format(access).valueBytes());
        cpu.chargeBeyond(step, CpuCategory.CONFLICT_DETECTION, costNs, cpu.spentNs());
        if (versioned) {
            return region.getLong(address) == attempt.header(access);
        }
        if (fresh.length < bytes) {
            fresh = new byte[bytes];
        }
        region.read(address, fresh, 0, bytes);
        return Arrays.equals(fresh, 0, bytes, copies[access], 0, bytes) && isSameWitness(access);
    }

    /** A value that came back to what it was would do, but its history would name versions that have passed. */
    private boolean isSameWitness(int access) {
        Transaction transaction = attempt.transaction();
        long address = attempt.footprint().address(access);
        int partition = attempt.footprint().partition(access);
        for (int part = 0; part < attempt.table(access).witnessWords(); part++) {
            if (attempt.table(access).witness(partition, address, part) != transaction.partReadVersion(access, part)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void publish(Step step, int access) {
        Transaction transaction = attempt.transaction();
        RecordFormat format = attempt.format(access);
        change.of(transaction, access, format);
        byte[] slot = copies[access];
        Region region = attempt.region(access);
        long address = attempt.footprint().address(access);
        int bytes = attempt.recordBytes(access);
        boolean exists = transaction.mode(access) != AccessMode.DELETE;
        if (exists) {
            format.encode(transaction.values(), transaction.newAt(access), 0, format.valueBytes(), slot, 0);
        }
        if (versioned) {
            long incarnation = AugmentedFormat.nextIncarnation(AugmentedFormat.incarnation(slot, 0), exists);
            ((AugmentedFormat) format)
                    .putVersions(AugmentedFormat.version(attempt.header(access)) + 1, incarnation, slot, 0);
            attempt.cpu()
                    .charge(step, CpuCategory.UPDATE_VERSION, attempt.costs().updateVersionNs(format.valueBytes()));
        } else if (change.existence()) {
            Bytes.putLong(slot, 0, exists ? 1 : 0);
        }
        attempt.setup().tables().memory().store(attempt.cpu().metered(step, CpuCategory.OTHER), region, address, bytes);
        region.write(address, slot, 0, bytes);
    }
}
