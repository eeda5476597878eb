// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Serves one thread's calls about the records of its node: those of other nodes, and those of its own transactions,
 * which need no message. A subclass says what the operations do, and with which word over a record, its header; this
 * class finds, reads and writes the record, and charges for the memory.
 */
@ConsumerType
public abstract class RecordServer {
    /** What {@link #serve} returns of a call that has to wait: it gets no answer yet, and is served again later. */
    public static final int LATER = -1;

    private final TableCopies[] tables;
    private final MemoryCost cost;
    private final Cursor[] cursors;
    private Region shared;

    /** For one thread, on these tables of its node. */
    protected RecordServer(TableCopies[] tables, MemoryCost cost) {
        this.tables = tables;
        this.cost = cost;
        cursors = new Cursor[tables.length];
        for (int i = 0; i < tables.length; i++) {
            cursors[i] = tables[i].store().cursor();
        }
    }

    /**
     * The server belongs to a thread from now on: it may take what its node's hardware offers, and open it for the
     * thread's stage. Called once, while the node is built; by default nothing is taken.
     */
    protected void attached(RpcThread thread) {
        // Most servers need memory only.
    }

    /**
     * Serves a call, in the step of the thread that it reached.
     *
     * @return the answer's status, from 0 to 255; or {@link #LATER}, whatever the answer holds
     */
    protected abstract int serve(Step step, RecordCall call, RecordAnswer answer);

    /** After how many ns a call is served again that has to wait, more than 0; asked of servers that answer later. */
    protected double againNs() {
        throw new IllegalStateException("a call has to wait, and this server does not say for how long");
    }

    /**
     * Somebody has sent it a notice ({@link RpcThread#tellServer}), in a step of this server's thread. By default, that
     * is an error.
     *
     * @param notice valid until this returns
     */
    protected void told(Step step, RecordCall notice) {
        throw new IllegalStateException("a server gets a notice, and does not take any");
    }

    void shared(Region ofNode) {
        shared = ofNode;
    }

    /**
     * What all servers of the node share beside its tables ({@link RpcProtocolType#shared}); null if that is nothing.
     */
    protected final Region shared() {
        return shared;
    }

    /** This node's copy of the partition that a call is about. */
    protected final Region region(RecordCall call) {
        return tables[call.table()].region(call.partition());
    }

    /** Where in its region the header stands that covers the record of a call. */
    protected final long header(RecordCall call) {
        return tables[call.table()].store().headerAddress(call.key());
    }

    /** Where a record's header stands, in the region of whatever partition the record is in. */
    protected final long header(int table, long key) {
        return tables[table].store().headerAddress(key);
    }

    /** Charges for a header that nobody has looked at lately. */
    protected final void missed(Step step) {
        step.stall(cost.memoryNs());
    }

    /** Charges for a header that was used microseconds ago. */
    protected final void cached(Step step) {
        step.stall(cost.cachedNs());
    }

    /** Reads the record of a call into the answer; false if there is none. Nobody may change it meanwhile. */
    protected final boolean read(Step step, RecordCall call, RecordAnswer answer) {
        Cursor cursor = cursors[call.table()];
        boolean found = find(call);
        step.stall(cost.lookupNs(cursor));
        if (found) {
            answer.value(region(call), cursor.valueAddress(), tables[call.table()].valueBytes());
        }
        return found;
    }

    /**
     * Writes the record of a call, which is new if there was none; without a value it is removed. Nobody else may look
     * at it meanwhile. Where machines may crash it is a {@linkplain TableCopies#beginChange change of its partition}:
     * it is whole after a crash, or as it was before.
     *
     * @throws IllegalStateException if the store has no room for a new record, or the value has another length than the
     *     table's
     */
    protected final void write(Step step, RecordCall call) {
        TableCopies table = tables[call.table()];
        Cursor cursor = cursors[call.table()];
        boolean found = find(call);
        step.stall(cost.lookupNs(cursor) + cost.changeNs(cursor.fetches()));
        if (call.valueBytes() == 0) {
            table.store().delete(table.beginChange(call.partition()), call.key());
            table.endChange(call.partition());
            return;
        }
        if (call.valueBytes() != table.valueBytes()) {
            throw new IllegalStateException(table + " has values of " + table.valueBytes()
                    + " B, and cannot take one of " + call.valueBytes() + " B");
        }
        Region region = table.beginChange(call.partition());
        long address = found ? cursor.valueAddress() : table.store().insert(region, call.key());
        if (address != Store.FULL) {
            region.write(address, call.value(), call.valueAt(), call.valueBytes());
        }
        table.endChange(call.partition());
        if (address == Store.FULL) {
            throw new IllegalStateException(table + " has no room for key " + call.key());
        }
    }

    /**
     * Where in its region the value of a call's record stands, or -1 if there is none. Nobody may change it meanwhile.
     */
    protected final long valueAddress(Step step, RecordCall call) {
        Cursor cursor = cursors[call.table()];
        boolean found = find(call);
        step.stall(cost.lookupNs(cursor));
        return found ? cursor.valueAddress() : -1;
    }

    /** How long the values of a call's table are. */
    protected final int valueBytes(RecordCall call) {
        return tables[call.table()].valueBytes();
    }

    private boolean find(RecordCall call) {
        Cursor cursor = cursors[call.table()];
        cursor.find(call.key());
        return cursor.load(region(call)) == Cursor.State.FOUND;
    }
}
