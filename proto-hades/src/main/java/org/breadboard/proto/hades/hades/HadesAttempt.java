// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.Arrays;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.SoftwareCosts;
import org.breadboard.proto.hades.table.Footprint;
import org.breadboard.proto.hades.table.RecordFormat;
import org.breadboard.proto.hades.table.RecordTable;

/** One attempt at a transaction, as its parts share it. One setup. */
final class HadesAttempt extends Attempt {
    private final HadesSetup setup;
    private final Tracker tracker;
    private final Footprint footprint = new Footprint();
    private final LocalTransaction ordered;
    private byte[] bytes = new byte[1024];
    private byte[] value = new byte[1024];
    // Of each access the two words of the header that was read; HADES-H's records have one.
    private long[] headers = new long[32];

    HadesAttempt(HadesSetup setup, Tracker tracker, TransactionSource source, int context) {
        super(source, context);
        this.setup = setup;
        this.tracker = tracker;
        ordered = setup.tables().ordered(context);
    }

    @Override
    protected void begin() {
        super.begin();
        footprint.clear();
        ordered.begin(transaction());
    }

    HadesSetup setup() {
        return setup;
    }

    HadesRun run() {
        return setup.run();
    }

    CpuTime cpu() {
        return setup.cpu();
    }

    SoftwareCosts costs() {
        return setup.options().costs();
    }

    Tracker tracker() {
        return tracker;
    }

    Footprint footprint() {
        return footprint;
    }

    LocalTransaction ordered() {
        return ordered;
    }

    boolean isOrdered(int access) {
        return setup.tables().isOrdered(transaction().table(access));
    }

    /** How long a value of an access to an ordered table is. */
    int orderedBytes(int access) {
        return setup.tables().ordered().table(transaction().table(access)).valueBytes();
    }

    /** Whether an access is to a record that hardware may watch: of no ordered table, and with a place. */
    boolean isRecord(int access) {
        return !isOrdered(access) && footprint.hasPlace(access);
    }

    /** Whether this write is the one of its record that stays. */
    boolean isStored(int access) {
        return footprint.isLastWrite(transaction(), access);
    }

    RecordTable table(int access) {
        return setup.tables().table(transaction().table(access));
    }

    RecordFormat format(int access) {
        return table(access).format();
    }

    /**
     * Whether an access writes without reading. An overwrite of some bytes of a record that has no parts reads it all
     * the same: its version is of the whole record, so the history has to know the whole value.
     */
    boolean isBlind(int access) {
        TableSpec spec = table(access).spec();
        return transaction().isOverwrite(access)
                && (spec.partBytes() > 0 || transaction().overwriteBytes(access) == spec.valueBytes());
    }

    TableSpec spec(int access) {
        return table(access).spec();
    }

    /** How many parts the record of an access has; 1 if it is one item. */
    int parts(int access) {
        return table(access).witnessWords();
    }

    /** The version that a part of a record gets, once it is known. */
    long installedVersion(int access, int part) {
        return parts(access) > 1
                ? transaction().partInstalledVersion(access, part)
                : transaction().installedVersion(access);
    }

    /**
     * What a written access changes of the copies of its record. Where machines may crash these are whole parts: then
     * who writes a part waits at each copy for who wrote it before, and the later version has all that is to be there.
     */
    void change(int access, Change change) {
        change.of(transaction(), access, format(access));
        if (setup.log() != null) {
            change.widen(spec(access));
        }
    }

    /** Where the byte {@code offset} of the new value stands; of what is not read only the bytes that it puts do. */
    int newAt(int access, int offset) {
        return transaction().isOverwrite(access) && !transaction().answered(access)
                ? transaction().overwriteAt(access) + offset - transaction().overwriteOffset(access)
                : transaction().newAt(access) + offset;
    }

    /** Whether the record is one of this node's own. */
    boolean isOwn(int access) {
        return footprint.node(access) == setup.node();
    }

    Region region(int access) {
        return table(access).region(footprint.partition(access));
    }

    String regionName(int access) {
        return table(access).regionName(footprint.partition(access));
    }

    /** Room for a record, until the next call. */
    byte[] slot(int access) {
        int slotBytes = format(access).slotBytes();
        if (bytes.length < slotBytes) {
            bytes = new byte[slotBytes];
        }
        return bytes;
    }

    /** How many bytes of a slot hold the record: what is read of it. */
    int recordBytes(int access) {
        return format(access).recordBytes();
    }

    /**
     * Answers an access from a slot's bytes.
     *
     * @param slotAt where they begin, in an array that the next call of {@link #slot} may be
     * @param witnessAt where the words of the witness begin
     */
    void answer(int access, byte[] slot, int slotAt, byte[] witness, int witnessAt) {
        RecordFormat format = format(access);
        int parts = table(access).witnessWords();
        long version = Bytes.getLong(witness, witnessAt);
        if (format.exists(slot, slotAt)) {
            byte[] value = value(format.valueBytes());
            format.decode(slot, slotAt, value, 0);
            transaction().fetched(access, version, value, 0, format.valueBytes());
        } else {
            transaction().missing(access, version);
        }
        if (parts > 1) {
            transaction().parts(access, parts);
            for (int part = 0; part < parts; part++) {
                transaction().partFetched(access, part, Bytes.getLong(witness, witnessAt + part * Long.BYTES));
            }
        }
    }

    private byte[] value(int valueBytes) {
        if (value.length < valueBytes) {
            value = new byte[valueBytes];
        }
        return value;
    }

    /** Keeps the header words of a record that was read. */
    void header(int access, long word, long incarnation) {
        if (2 * access + 1 >= headers.length) {
            headers = Arrays.copyOf(headers, Math.max(2 * access + 2, 2 * headers.length));
        }
        headers[2 * access] = word;
        headers[2 * access + 1] = incarnation;
    }

    /** The word with the version. */
    long header(int access) {
        return headers[2 * access];
    }

    long incarnation(int access) {
        return headers[2 * access + 1];
    }
}
