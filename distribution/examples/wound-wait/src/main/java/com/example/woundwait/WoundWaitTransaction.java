package com.example.woundwait;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;

/** Locks what its logic asks for, unless it is wounded; tells the backups what it writes; writes and unlocks. */
final class WoundWaitTransaction extends RpcTransaction {
    private static final int ASKED = 1;
    private static final long NEW = -1;
    private static final byte[] NOTHING = {};

    private final Phase growing = new Growing();
    private final Phase replicating = new Replicating();
    private final Phase shrinking = new Shrinking(true);
    private final Phase release = new Shrinking(false);
    private final RpcThread thread;
    private long attempt;
    private long age = NEW;

    WoundWaitTransaction(RpcThread thread, TransactionSource source, int context) {
        super(thread, source, context);
        this.thread = thread;
        attempt = Attempts.first(thread, context);
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
        if (done != shrinking) {
            return done == growing ? replicating : shrinking;
        }
        age = NEW;
        current().committed(step);
        return null;
    }

    /** Locks and reads. What waited for a lock when it gave up has to unlock it, too. */
    private final class Growing extends FetchPhase {
        @Override
        protected void begin(Step step) {
            if (current().fetched() == 0) {
                attempt++;
                age = age == NEW ? Attempts.age(attempt, step.nowNs()) : age;
            }
        }

        @Override
        protected boolean post(Step step, int access) {
            int wanted =
                    current().transaction().mode(access).writes() ? LockServer.EXCLUDE : LockServer.SHARE;
            return call(step, wanted, access, age, attempt);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            switch (RecordAnswer.status(answer)) {
                case LockServer.GIVEN_UP -> {
                    headers().hold(access, ASKED, headers().version(access));
                    current().fail(AbortReason.LOCKED);
                }
                case LockServer.FULL -> current().fail(AbortReason.EXHAUSTED);
                default -> {
                    headers().hold(access, ASKED, RecordAnswer.number(answer));
                    fetched(access, answer, RecordAnswer.status(answer) == LockServer.FOUND);
                }
            }
        }
    }

    /** An older transaction wants what this one holds. If it has all its locks, that one will have them soon. */
    @Override
    protected void told(Step step, RecordCall wound) {
        if (wound.number() != attempt || phase() != growing) {
            return;
        }
        current().fail(AbortReason.LOCKED);
        int posted = Math.min(postedTo(), current().transaction().accesses());
        for (int access = current().fetched(); access < posted; access++) {
            thread.tellServer(step, primary(access), thread.number(), LockServer.GIVE_UP, attempt, 0, NOTHING, 0);
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
        protected void begin(Step step) {
            if (current().failure() == AbortReason.APPLICATION) {
                age = NEW;
            }
        }

        @Override
        protected boolean post(Step step, int access) {
            boolean unlocks = headers().held(access) == ASKED && headers().isLast(access);
            if (commits && current().transaction().written(access)) {
                long version = headers().versionAfter(access);
                current().transaction().installed(access, version);
                return callWithValue(step, LockServer.WRITE, access, 0, version, unlocks ? attempt : 0);
            }
            return !unlocks || call(step, LockServer.UNLOCK, access, attempt);
        }
    }
}
