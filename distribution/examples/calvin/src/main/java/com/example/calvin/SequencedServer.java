package com.example.calvin;

import org.breadboard.api.Settings;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.LockTable;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * Takes submissions, and reads records for whoever has the lock over them by the sequence; of thread 0, the node's
 * sequencer. A header is a version.
 */
final class SequencedServer extends RecordServer {
    // Operations: of the node, of a record, and notices.
    static final int SUBMIT = 0;
    /** Removes a request; its epoch stands behind the key and the place. */
    static final int RELEASE = 1;

    static final int READ = 2;
    /** Leaves a version, the call's number; then removes the request of who its second number is, if it is not 0. */
    static final int WRITE = 3;
    /** Removes the request of who the second number is. */
    static final int UNLOCK = 4;

    static final int WAKE = 5;
    static final int BATCH = 6;

    // What it answers.
    static final int DONE = 0;
    static final int ABSENT = 1;

    private static final byte[] NOTHING = {};

    private final TableCopies[] tables;
    private final MemoryCost cost;
    private final Settings settings;
    private RpcThread thread;
    private Submissions submissions;
    private LockTable locks;
    private Sequencer sequencer;

    SequencedServer(TableCopies[] tables, MemoryCost cost, Settings settings) {
        super(tables, cost);
        this.tables = tables;
        this.cost = cost;
        this.settings = settings;
    }

    @Override
    protected void attached(RpcThread newThread) {
        thread = newThread;
        submissions = new Submissions(shared(), tables);
        locks = Calvin.locks(shared(), thread.nodes());
        if (thread.number() == 0) {
            sequencer = new Sequencer(thread, submissions, locks, cost);
            thread.stage().add(sequencer);
        }
    }

    @Override
    protected double againNs() {
        return settings.get(Calvin.AGAIN_NS);
    }

    @Override
    protected void told(Step step, RecordCall notice) {
        sequencer.told(step, notice);
    }

    @Override
    protected int serve(Step step, RecordCall call, RecordAnswer answer) {
        switch (call.operation()) {
            case SUBMIT:
                return submit(step, call, answer);
            case RELEASE:
                return release(step, call);
            case READ:
                return readLocked(step, call, answer);
            case WRITE:
                write(step, call);
                region(call).putLongRelease(header(call), call.number());
                break;
            default:
                cached(step);
        }
        if (call.second() != 0) {
            locks.remove(call.table(), call.partition(), header(call), call.second());
        }
        return DONE;
    }

    private int submit(Step step, RecordCall call, RecordAnswer answer) {
        cached(step);
        if (!submissions.append(call)) {
            return LATER;
        }
        if (submissions.hasBegun()) {
            thread.tellServer(step, thread.node(), 0, WAKE, 0, 0, NOTHING, 0);
        }
        answer.number(submissions.epoch());
        return DONE;
    }

    /** Waits until the request is there. */
    private int release(Step step, RecordCall call) {
        cached(step);
        int place = call.valueAt() + Long.BYTES;
        if (!submissions.isOrdered(Bytes.getLong(call.value(), place + Long.BYTES))) {
            return LATER;
        }
        long where = Bytes.getLong(call.value(), place);
        int table = AccessSet.table(where);
        long header = header(table, Bytes.getLong(call.value(), call.valueAt()));
        locks.remove(table, AccessSet.partition(where), header, call.number());
        return DONE;
    }

    /** Looks at lines of the lock table that were written, or looked at, just before. */
    private int readLocked(Step step, RecordCall call, RecordAnswer answer) {
        LockTable.Grant grant = locks.hold(call.table(), call.partition(), header(call), call.number());
        step.stall(cost.cachedNs() * (1 + locks.steps()));
        boolean skips = settings.get(Calvin.BREAKAGE) == Calvin.Breakage.SKIP_LOCKS;
        if (grant == LockTable.Grant.ABSENT || grant == LockTable.Grant.WAITS && !skips) {
            return LATER;
        }
        answer.number(region(call).getLong(header(call)));
        return read(step, call, answer) ? DONE : ABSENT;
    }
}
