package com.example.nowait;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;

/**
 * Locks what its logic asks for, tells the backups what it writes, and then writes and unlocks. What it does in ordered
 * tables is the kit's, and validated when it has all its locks.
 */
final class NoWaitTransaction extends RpcTransaction {
    private final Phase growing = new Growing();
    private final Phase replicating = new Replicating();
    private final Phase shrinking = new Shrinking(true);
    private final Phase release = new Shrinking(false);

    NoWaitTransaction(RpcThread thread, TransactionSource source, int context) {
        super(thread, source, context);
    }

    @Override
    protected Phase execution() {
        return growing;
    }

    @Override
    protected Phase release() {
        return release;
    }

    @Override
    protected Phase after(Step step, Phase done) {
        if (done == growing) {
            return ordered();
        }
        if (done != shrinking) {
            return done == ordered() ? replicating : shrinking;
        }
        current().committed(step);
        return null;
    }

    /** Locks and reads. */
    private final class Growing extends FetchPhase {
        @Override
        protected boolean post(Step step, int access) {
            int held = headers().held(access);
            int wanted = wanted(access);
            int operation = held >= wanted ? LockServer.READ : held > 0 ? LockServer.UPGRADE : wanted;
            return call(step, operation, access, 0);
        }

        private int wanted(int access) {
            return current().transaction().mode(access).writes() ? LockServer.EXCLUDE : LockServer.SHARE;
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            if (RecordAnswer.status(answer) == LockServer.REFUSED) {
                current().fail(AbortReason.LOCKED);
                return;
            }
            headers().hold(access, Math.max(headers().held(access), wanted(access)), RecordAnswer.number(answer));
            fetched(access, answer, RecordAnswer.status(answer) == LockServer.FOUND);
        }
    }

    /** Writes to the backups. */
    private final class Replicating extends BackupPhase {
        @Override
        protected boolean post(Step step, int access, int copy) {
            return !current().transaction().written(access)
                    || callWithValue(step, LockServer.WRITE, access, copy, headers().versionAfter(access));
        }
    }

    /** Writes to the primaries and unlocks, or only unlocks. */
    private final class Shrinking extends AccessPhase {
        private final boolean commits;

        Shrinking(boolean commits) {
            this.commits = commits;
        }

        @Override
        protected boolean post(Step step, int access) {
            int held = headers().held(access);
            boolean unlocks = held > 0 && headers().isLast(access);
            if (commits && current().transaction().written(access)) {
                current().transaction().installed(access, headers().versionAfter(access));
                long number = unlocks ? headers().versionAfter(access) : LockServer.KEEP;
                return callWithValue(step, LockServer.WRITE, access, 0, number);
            }
            int operation = held == LockServer.SHARE ? LockServer.UNSHARE : LockServer.UNLOCK;
            long version = commits ? headers().versionAfter(access) : headers().version(access);
            return !unlocks || call(step, operation, access, version);
        }
    }
}
