// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import java.util.Arrays;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.kit.occ.Attempt;
import org.breadboard.kit.table.LocalTransaction;
import org.breadboard.proto.hades.table.AugmentedFormat;
import org.breadboard.proto.hades.table.RecordTable;

/**
 * One attempt at a transaction, as its phases share it: where its records are, what went wrong, what it asks of other
 * nodes.
 */
final class SwAttempt extends Attempt {
    private final SwSetup setup;
    private final Task coordinator;
    private final int context;
    private final ReadWriteSet footprint = new ReadWriteSet();
    private final LocalTransaction ordered;
    private final SwVerbs verbs;
    private boolean pausing;
    private byte[] slot = {};

    SwAttempt(SwSetup setup, Task coordinator, TransactionSource source, int context) {
        super(source, context);
        this.setup = setup;
        this.coordinator = coordinator;
        this.context = context;
        ordered = setup.tables().ordered(context);
        verbs = new SwVerbs(setup, coordinator);
    }

    @Override
    protected void begin() {
        super.begin();
        footprint.clear();
        ordered.begin(transaction());
    }

    SwSetup setup() {
        return setup;
    }

    ReadWriteSet footprint() {
        return footprint;
    }

    /** Its part in ordered tables. */
    LocalTransaction ordered() {
        return ordered;
    }

    SwVerbs verbs() {
        return verbs;
    }

    boolean isOrdered(int access) {
        return setup.tables().isOrdered(transaction().table(access));
    }

    /** The number of its context. */
    int context() {
        return context;
    }

    /** Whether an access is the write of its record, of an unordered table, that stays. */
    boolean isLastWrite(int access) {
        return !isOrdered(access) && footprint.isLastWrite(transaction(), access);
    }

    /** Whether an access is the write of its record that stays. */
    boolean isStored(int access) {
        return isOrdered(access) ? ordered.isStored(access) : isLastWrite(access);
    }

    /** Whether an access removes its record. */
    boolean deletes(int access) {
        return transaction().mode(access) == AccessMode.DELETE;
    }

    /** Whether the primary of an access is this node. */
    boolean isHere(int access) {
        return footprint.node(access) == setup.node();
    }

    /** The table of an access, if it is unordered. */
    RecordTable table(int access) {
        return setup.tables().table(transaction().table(access));
    }

    /** How its records lie in their slots. */
    AugmentedFormat format(int access) {
        return (AugmentedFormat) table(access).format();
    }

    /** Lets the item at hand be tried again after so long. */
    void pause(Step step, double ns) {
        step.timer(coordinator, ns);
        pausing = true;
    }

    /** Whether a timer has been set since the last call. */
    boolean takePause() {
        boolean was = pausing;
        pausing = false;
        return was;
    }

    /** Room for a record, until the next call. */
    byte[] slot(int slotBytes) {
        if (slot.length < slotBytes) {
            slot = new byte[slotBytes];
        }
        return slot;
    }

    /** Writes the new record of an access, unlocked, with its new version in every line. */
    void encode(int access, byte[] into) {
        AugmentedFormat format = format(access);
        Arrays.fill(into, 0, format.slotBytes(), (byte) 0);
        boolean exists = !deletes(access);
        long incarnation = AugmentedFormat.nextIncarnation(footprint.incarnation(access), exists);
        format.putVersions(transaction().installedVersion(access), incarnation, into, 0);
        if (exists) {
            format.encode(
                    transaction().values(),
                    transaction().newAt(access),
                    0,
                    transaction().newBytes(access),
                    into,
                    0);
        }
    }

    /** The header word of what was read. */
    long readWord(int access) {
        return AugmentedFormat.word(transaction().readVersion(access));
    }

    /** The header word of what is written. */
    long newWord(int access) {
        return AugmentedFormat.word(transaction().installedVersion(access));
    }
}
