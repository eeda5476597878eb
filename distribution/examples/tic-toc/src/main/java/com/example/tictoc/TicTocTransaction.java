package com.example.tictoc;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;

/** Reads, locks what it writes, validates what it read, tells the backups, and then writes and unlocks. */
final class TicTocTransaction extends RpcTransaction {
    // What it has of a header.
    private static final int READ = 1;
    private static final int LOCKED = 2;
    /** The word beside a header: until when what was read there stands. */
    private static final int STANDS = 0;

    private final Phase reading = new Reading();
    private final Phase locking = new Locking();
    private final Phase validating = new Validating();
    private final Phase replicating = new Replicating();
    private final Phase installing = new Installing();
    private final Phase release = new Releasing();
    private final boolean validates;
    private final int gap;
    private long timestamp;

    TicTocTransaction(RpcThread thread, TransactionSource source, int context) {
        super(thread, source, context, 1);
        TicToc.Breakage breakage = thread.settings().get(TicToc.BREAKAGE);
        validates = breakage != TicToc.Breakage.SKIP_VALIDATION;
        gap = breakage == TicToc.Breakage.WRITE_AT_LAST_READ ? 0 : 1;
    }

    @Override
    protected Phase execution() {
        return reading;
    }

    @Override
    protected Phase release() {
        return release;
    }

    @Override
    protected Phase after(Step step, Phase done) {
        if (done == reading) {
            return locking;
        }
        if (done == locking) {
            return validating;
        }
        if (done == validating) {
            return replicating;
        }
        if (done == replicating) {
            return installing;
        }
        current().committed(step);
        return null;
    }

    private boolean isLocked(int access) {
        return headers().held(access) == LOCKED;
    }

    /** Takes what an answer says of a header; false if it is not as it was when it was first read. */
    private boolean took(int access, int what, Message answer) {
        int status = RecordAnswer.status(answer);
        if (status == StampServer.LOCKED) {
            current().fail(AbortReason.LOCKED);
            return false;
        }
        boolean same = headers().held(access) == 0 || headers().version(access) == RecordAnswer.number(answer);
        headers().hold(access, what, RecordAnswer.number(answer));
        headers().word(access, STANDS, RecordAnswer.second(answer));
        if (!same) {
            current().fail(AbortReason.VALIDATION);
        }
        return same;
    }

    /** Reads, without a lock. */
    private final class Reading extends FetchPhase {
        @Override
        protected boolean post(Step step, int access) {
            return call(step, StampServer.READ, access, 0);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            if (took(access, READ, answer)) {
                fetched(access, answer, RecordAnswer.status(answer) == StampServer.DONE);
            }
        }
    }

    /** Locks each header under which a record is written. */
    private final class Locking extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            return !headers().isFirst(access)
                    || !headers().isWritten(access)
                    || call(step, StampServer.LOCK, access, 0);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            took(access, LOCKED, answer);
        }
    }

    /** Takes the timestamp, and has what was read, and is not locked, stand until then. */
    private final class Validating extends AccessPhase {
        @Override
        protected void begin(Step step) {
            timestamp = 0;
            for (int access = 0; access < items(); access++) {
                long written = headers().version(access);
                long free = Math.max(written + 1, headers().word(access, STANDS) + gap);
                timestamp = Math.max(timestamp, isLocked(access) ? free : written);
            }
        }

        @Override
        protected boolean post(Step step, int access) {
            return !validates
                    || !headers().isFirst(access)
                    || isLocked(access)
                    || headers().word(access, STANDS) >= timestamp
                    || call(step, StampServer.VALIDATE, access, headers().version(access), timestamp);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            if (RecordAnswer.status(answer) != StampServer.DONE) {
                current().fail(
                        RecordAnswer.status(answer) == StampServer.LOCKED
                                ? AbortReason.LOCKED
                                : AbortReason.VALIDATION);
            }
        }
    }

    /** Writes to the backups. */
    private final class Replicating extends BackupPhase {
        @Override
        protected boolean post(Step step, int access, int copy) {
            return !current().transaction().written(access)
                    || callWithValue(step, StampServer.WRITE, access, copy, timestamp);
        }
    }

    /** Writes to the primaries, and stamps with the last access under a header. */
    private final class Installing extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            boolean last = headers().isLast(access);
            if (current().transaction().written(access)) {
                current().transaction().installed(access, timestamp);
                long number = last ? timestamp : StampServer.LATER_STAMP;
                return callWithValue(step, StampServer.WRITE, access, 0, number);
            }
            return !last || !isLocked(access) || call(step, StampServer.STAMP, access, timestamp);
        }
    }

    /** Gives locks back. */
    private final class Releasing extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            return !headers().isFirst(access)
                    || !isLocked(access)
                    || call(step, StampServer.UNLOCK, access, 0);
        }
    }
}
