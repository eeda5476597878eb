package com.example.tictoc;

import java.lang.invoke.VarHandle;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/** Reads, locks and stamps records. Answers of a record have when it was written, and until when that stands. */
final class StampServer extends RecordServer {
    // Operations.
    static final int READ = 0;
    static final int LOCK = 1;
    /** Has what was written at the call's number stand until its second one. */
    static final int VALIDATE = 2;

    static final int UNLOCK = 3;
    /** Counts as written at the call's number. */
    static final int STAMP = 4;
    /** With a value, and then stamped with the call's number, or {@link #LATER_STAMP}. */
    static final int WRITE = 5;

    static final long LATER_STAMP = -1;

    // What it answers.
    static final int DONE = 0;
    static final int ABSENT = 1;
    static final int LOCKED = 2;
    static final int CHANGED = 3;

    StampServer(TableCopies[] tables, MemoryCost cost) {
        super(tables, cost);
    }

    @Override
    protected int serve(Step step, RecordCall call, RecordAnswer answer) {
        Region region = region(call);
        long header = header(call);
        switch (call.operation()) {
            case READ:
                return read(step, call, answer, region, header);
            case LOCK:
                missed(step);
                return lock(answer, region, header);
            case VALIDATE:
                missed(step);
                return validate(call, region, header);
            case UNLOCK:
                cached(step);
                region.putLongRelease(header, Stamp.unlocked(region.getLong(header)));
                return DONE;
            case WRITE:
                write(step, call);
                break;
            default:
                cached(step);
        }
        if (call.number() != LATER_STAMP) {
            region.putLongRelease(header, Stamp.of(call.number()));
        }
        return DONE;
    }

    /** Of a record that another thread writes meanwhile, nothing is taken. */
    private int read(Step step, RecordCall call, RecordAnswer answer, Region region, long header) {
        long word = region.getLongAcquire(header);
        if (Stamp.isLocked(word)) {
            missed(step);
            return LOCKED;
        }
        boolean found = read(step, call, answer);
        VarHandle.acquireFence();
        long after = region.getLong(header);
        if (Stamp.isLocked(after) || Stamp.written(after) != Stamp.written(word)) {
            return LOCKED;
        }
        tell(answer, word);
        return found ? DONE : ABSENT;
    }

    private static int lock(RecordAnswer answer, Region region, long header) {
        long word = region.getLongAcquire(header);
        if (Stamp.isLocked(word) || !region.compareAndSetLong(header, word, Stamp.locked(word))) {
            return LOCKED;
        }
        tell(answer, word);
        return DONE;
    }

    private static int validate(RecordCall call, Region region, long header) {
        long word = region.getLongAcquire(header);
        while (Stamp.written(word) == call.number() && Stamp.stands(word) < call.second()) {
            if (Stamp.isLocked(word)) {
                return LOCKED;
            }
            if (region.compareAndSetLong(header, word, Stamp.standing(word, call.second()))) {
                return DONE;
            }
            word = region.getLongAcquire(header);
        }
        return Stamp.written(word) == call.number() ? DONE : CHANGED;
    }

    private static void tell(RecordAnswer answer, long word) {
        answer.number(Stamp.written(word));
        answer.second(Stamp.stands(word));
    }
}
