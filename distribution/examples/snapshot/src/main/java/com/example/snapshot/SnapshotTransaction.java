package com.example.snapshot;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;

/** Reads as of a timestamp, locks what it writes, takes another timestamp, tells the backups, and writes and unlocks. */
final class SnapshotTransaction extends RpcTransaction {
    private static final int ORACLE = 0;
    private static final int LOCKED = 1;
    private static final long UNKNOWN = -1;

    private final Phase reading = new Reading();
    private final Phase locking = new Locking();
    private final Phase stamping = new Stamping();
    private final Phase replicating = new Replicating();
    private final Phase installing = new Installing();
    private final Phase release = new Releasing();
    private boolean asked;
    private long snapshot;
    private long commit;

    SnapshotTransaction(RpcThread thread, TransactionSource source, int context) {
        super(thread, source, context);
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
        if (done == reading && writes()) {
            return locking;
        }
        if (done == locking) {
            return stamping;
        }
        if (done == stamping) {
            return replicating;
        }
        if (done == replicating) {
            return installing;
        }
        current().transaction().snapshot(snapshot, done == reading ? snapshot : commit);
        current().committed(step);
        return null;
    }

    private boolean writes() {
        for (int access = 0; access < current().transaction().accesses(); access++) {
            if (current().transaction().written(access)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLocked(int access) {
        return headers().held(access) == LOCKED;
    }

    @Override
    protected void answeredByNode(Step step, Message answer) {
        if (phase() == reading) {
            snapshot = RecordAnswer.number(answer);
        } else {
            commit = RecordAnswer.number(answer);
        }
    }

    /** Takes the first timestamp, and reads as of it. */
    private final class Reading extends FetchPhase {
        @Override
        protected void begin(Step step) {
            if (current().fetched() == 0) {
                asked = false;
                snapshot = UNKNOWN;
            }
        }

        @Override
        protected boolean post(Step step, int access) {
            asked = asked || callNode(step, VersionServer.NOW, ORACLE, 0);
            return snapshot != UNKNOWN && call(step, VersionServer.READ, access, snapshot);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            int status = RecordAnswer.status(answer);
            if (status == VersionServer.TOO_OLD) {
                current().fail(AbortReason.VALIDATION);
            } else {
                fetched(access, answer, status == VersionServer.DONE);
            }
        }
    }

    /** Locks each header under which a record is written. */
    private final class Locking extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            return !headers().isFirst(access)
                    || !headers().isWritten(access)
                    || call(step, VersionServer.LOCK, access, snapshot);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            int status = RecordAnswer.status(answer);
            if (status == VersionServer.DONE) {
                headers().hold(access, LOCKED, 0);
            } else {
                current().fail(status == VersionServer.LOCKED ? AbortReason.LOCKED : AbortReason.VALIDATION);
            }
        }
    }

    /** Takes the timestamp of the commit. */
    private final class Stamping extends Phase {
        @Override
        protected int items() {
            return 1;
        }

        @Override
        protected boolean post(Step step, int item) {
            return callNode(step, VersionServer.NEXT, ORACLE, 0);
        }
    }

    /** Writes to the backups. */
    private final class Replicating extends BackupPhase {
        @Override
        protected boolean post(Step step, int access, int copy) {
            return !current().transaction().written(access)
                    || callWithValue(step, VersionServer.WRITE_TO_BACKUP, access, copy, commit);
        }
    }

    /** Writes to the primaries, and unlocks with the last access under a header. */
    private final class Installing extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            boolean last = headers().isLast(access);
            if (current().transaction().written(access)) {
                current().transaction().installed(access, commit);
                return callWithValue(step, VersionServer.WRITE, access, 0, commit, last ? 1 : 0);
            }
            return !last || !isLocked(access) || call(step, VersionServer.STAMP, access, commit);
        }
    }

    /** Gives locks back. */
    private final class Releasing extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            return !headers().isFirst(access)
                    || !isLocked(access)
                    || call(step, VersionServer.UNLOCK, access, 0);
        }
    }
}
