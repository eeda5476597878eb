// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades.recovery;

import java.util.List;
import org.breadboard.api.hardware.CachedMemory;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.workload.Placement;
import org.breadboard.kit.recovery.LogScan;
import org.breadboard.kit.recovery.RecoveredWrite;
import org.breadboard.kit.recovery.RecoveryId;
import org.breadboard.kit.recovery.RecoverySource;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.NodeTables;
import org.breadboard.proto.hades.table.RecordFormat;
import org.breadboard.proto.hades.table.RecordTable;

/**
 * What one node of HADES or HADES-H has to recover in tables that are not ordered (HADES V.A, "Fault-Tolerance and
 * Durability"). Filters, locking buffers and speculative lines are gone with the caches and the NIC, so nothing is to
 * be released. The temporary durable copies are left, and so is what was decided of them. Nobody sees a write before
 * all holders of copies have the decision, so a transaction of which a decided copy is found for each write has
 * committed, and one of which some are missing has touched nothing.
 *
 * <p>Validations are not acknowledged. A coordinator's next attempt comes behind them to one node, but another node may
 * be late: of a transaction that was followed anywhere it is known that it has committed, and what is left of it is
 * applied.
 */
public final class HadesRecovery implements RecoverySource {
    private static final int SLOTS_PER_STEP = 64;

    private final NodeTables tables;
    private final ConflictTracking tracking;
    private final boolean versioned;
    private final MemoryCost memory;
    private final LogScan logs;
    private final long[][] held;

    /**
     * Of a node, in a run whose machines may crash.
     *
     * @param versioned whether records have versions, as HADES-H's have
     */
    public HadesRecovery(
            NodeContext scope, Placement placement, NodeTables tables, boolean versioned, MemoryCost memory) {
        this.tables = tables;
        this.versioned = versioned;
        this.memory = memory;
        tracking = scope.capability(ConflictTracking.class);
        logs = new LogScan(scope.recovery(), CopyLog.REGION, CopyLog::new, SLOTS_PER_STEP, memory.memoryNs());
        held = new long[tables.count()][placement.partitions()];
    }

    /** The directory belongs to one thread. */
    @Override
    public String affinity() {
        return CachedMemory.AFFINITY;
    }

    @Override
    public boolean release(Step step) {
        return true;
    }

    @Override
    public boolean scan(Step step, LogSink sink) {
        return logs.go(step, sink);
    }

    /** An attempt that was given up has its copy overwritten, too, and attempts are followed before all are done. */
    @Override
    public boolean logsOneAfterAnother() {
        return false;
    }

    // Locks.

    @Override
    public long lockUnit(int of, long key) {
        return tables.table(of).place(key);
    }

    @Override
    public void lock(Step step, int of, int where, long address) {
        held[of][where]++;
        RecordTable table = tables.table(of);
        tracking.hold(step, table.region(where), address, table.format().slotBytes());
    }

    @Override
    public void unlock(Step step, int of, int where, long address) {
        held[of][where]--;
        RecordTable table = tables.table(of);
        tracking.letGo(step, table.region(where), address, table.format().slotBytes());
    }

    /** How many records of a partition of a table are held now. */
    public long held(int of, int partition) {
        return held[of][partition];
    }

    // What becomes of it.

    @Override
    public void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        for (RecoveredWrite write : writes) {
            step.stall(2 * memory.memoryNs());
            apply(tables.table(write.table()), write);
        }
    }

    /**
     * Part by part: those of which this copy has a later version are left alone. What has this very version is written
     * again: power may have gone before the rest of the part was stored.
     */
    private void apply(RecordTable table, RecoveredWrite write) {
        RecordFormat format = table.format();
        Region region = table.region(write.partition());
        Region witness = table.witness(write.partition());
        long address = table.place(write.key());
        byte[] kept = write.bytes();
        byte[] slot = new byte[format.slotBytes()];
        region.read(address, slot, 0, slot.length);
        boolean applies = false;
        for (int i = 0; i < KeptWrite.parts(kept, 0); i++) {
            int part = KeptWrite.part(kept, 0, i);
            long version = KeptWrite.version(kept, 0, i);
            if (table.witness(write.partition(), address, part) <= version) {
                applies = true;
                put(table, kept, part, slot);
                witness.putLong(table.witnessAddress(address) + (long) part * Long.BYTES, version);
            }
        }
        if (applies) {
            if (versioned) {
                long word = AugmentedFormat.header(slot, 0) + AugmentedFormat.word(1);
                Bytes.putLong(slot, 0, word);
            }
            region.write(address, slot, 0, slot.length);
        }
    }

    private void put(RecordTable table, byte[] kept, int part, byte[] slot) {
        int partBytes = table.spec().partBytes() == 0
                ? table.valueBytes()
                : table.spec().partBytes();
        int begins = KeptWrite.from(kept, 0);
        int from = Math.max(begins, part * partBytes);
        int to = Math.min(begins + KeptWrite.valueBytes(kept, 0), (part + 1) * partBytes);
        if (from < to) {
            int at = KeptWrite.valueAt(kept, 0) + from - begins;
            table.format().encode(kept, at, from, to - from, slot, 0);
        }
        boolean changes = KeptWrite.makes(kept, 0) || KeptWrite.removes(kept, 0);
        if (part == 0 && changes) {
            table.format().putExists(KeptWrite.makes(kept, 0), slot, 0);
        }
    }

    @Override
    public void finished(Step step) {
        logs.drop();
    }
}
