package com.example.cachefirst;

import com.example.cachingnic.cache.RecordCache;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;

/** Reads, locks what it writes, validates what it read, tells the backups, and then writes and unlocks. */
final class CacheFirstTransaction extends RpcTransaction {
    // What it has of a header.
    private static final int READ = 1;
    private static final int LOCKED = 2;
    /** The word beside a header: whether a NIC said what was read under it. */
    private static final int FROM_CACHE = 0;

    private static final int QUESTIONS = 8;

    private final Reading reading = new Reading();
    private final List<Phase> phases = List.of(
            reading,
            new Checking(RecordKeeper.LOCK),
            new Checking(RecordKeeper.VALIDATE),
            new Replicating(),
            new Ending(true));
    private final Phase release = new Ending(false);
    private final RpcThread thread;
    private final RecordCache.Questions questions;
    private final boolean believes;
    /** What was read had changed: hosts are asked next time, so that NICs hear of it. */
    private boolean doubts;

    CacheFirstTransaction(RpcThread thread, TransactionSource source, int context) {
        super(thread, source, context, 1);
        this.thread = thread;
        questions = thread.capability(RecordCache.class).open(thread.stage(), QUESTIONS);
        believes = thread.settings().get(CacheFirst.BREAKAGE) == CacheFirst.Breakage.BELIEVE_CACHES;
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
        int next = phases.indexOf(done) + 1;
        if (next < phases.size()) {
            return phases.get(next);
        }
        doubts = false;
        current().committed(step);
        return null;
    }

    private void changed() {
        doubts = true;
        current().fail(AbortReason.VALIDATION);
    }

    /** Notes the version that was read; false if it differs from what was read under the same header. */
    private boolean isRead(int access, long version) {
        if (headers().held(access) != 0 && headers().version(access) != version) {
            changed();
            return false;
        }
        headers().hold(access, READ, version);
        return true;
    }

    @Override
    protected void deviceCompleted(Step step, int access, Message answer) {
        if (!RecordCache.isHit(answer)) {
            reading.missed.add(access);
        } else if (isRead(access, RecordCache.version(answer))) {
            headers().word(access, FROM_CACHE, 1);
            int valueBytes = RecordCache.valueBytes(answer);
            if (valueBytes == 0) {
                current().transaction().missing(access, headers().version(access));
            } else {
                current().transaction()
                        .fetched(access, headers().version(access), answer.bytes(), RecordCache.VALUE_AT, valueBytes);
            }
        }
    }

    /** Reads, without a lock: each access once, and then from its host what a NIC did not have. */
    private final class Reading extends FetchPhase {
        private final List<Integer> missed = new ArrayList<>();

        @Override
        protected void begin(Step step) {
            missed.clear();
        }

        @Override
        protected int more() {
            return missed.size();
        }

        @Override
        protected boolean post(Step step, int item) {
            Transaction transaction = current().transaction();
            if (item >= transaction.accesses()) {
                return call(step, RecordKeeper.READ_AND_CACHE, missed.get(item - transaction.accesses()), 0);
            }
            int table = transaction.table(item);
            long key = transaction.key(item);
            int of = thread.placement().primary(table, key);
            if (of == thread.node() || doubts) {
                return call(step, of == thread.node() ? RecordKeeper.READ : RecordKeeper.READ_AND_CACHE, item, 0);
            }
            boolean asked = questions.ask(step, of, table, key, CacheFirstTransaction.this, item);
            if (asked) {
                awaitDevice();
            }
            return asked;
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            if (RecordAnswer.status(answer) == RecordKeeper.LOCKED) {
                current().fail(AbortReason.LOCKED);
            } else if (isRead(access, RecordAnswer.number(answer))) {
                fetched(access, answer, RecordAnswer.status(answer) == RecordKeeper.DONE);
            }
        }
    }

    /** Locks each header under which a record is written, or compares those that were only read. */
    private final class Checking extends AccessPhase {
        private final int operation;

        Checking(int operation) {
            this.operation = operation;
        }

        @Override
        protected boolean post(Step step, int access) {
            boolean ofThisPhase = headers().isWritten(access) == (operation == RecordKeeper.LOCK);
            boolean isBelieved = believes && !headers().isWritten(access) && headers().word(access, FROM_CACHE) != 0;
            return !headers().isFirst(access)
                    || !ofThisPhase
                    || isBelieved
                    || call(step, operation, access, headers().version(access));
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            int status = RecordAnswer.status(answer);
            if (status == RecordKeeper.CHANGED) {
                changed();
            } else if (status == RecordKeeper.LOCKED) {
                current().fail(AbortReason.LOCKED);
            } else if (operation == RecordKeeper.LOCK) {
                headers().hold(access, LOCKED, headers().version(access));
            }
        }
    }

    /** Writes to the backups. */
    private final class Replicating extends BackupPhase {
        @Override
        protected boolean post(Step step, int access, int copy) {
            return !headers().isLastWrite(access)
                    || callWithValue(step, RecordKeeper.STORE, access, copy, headers().versionAfter(access));
        }
    }

    /**
     * Writes to the primaries and gives locks back, or only that. Of several writes of a record the last one counts: no
     * cache may have the others.
     */
    private final class Ending extends AccessPhase {
        private final boolean commits;

        Ending(boolean commits) {
            this.commits = commits;
        }

        @Override
        protected boolean post(Step step, int access) {
            long version = commits ? headers().versionAfter(access) : headers().version(access);
            boolean unlocks = headers().held(access) == LOCKED && headers().isLast(access);
            if (commits && current().transaction().written(access)) {
                current().transaction().installed(access, version);
            }
            if (commits && headers().isLastWrite(access)) {
                int operation = unlocks ? RecordKeeper.WRITE_AND_UNLOCK : RecordKeeper.WRITE;
                return callWithValue(step, operation, access, 0, version);
            }
            return !unlocks || call(step, RecordKeeper.UNLOCK, access, version);
        }
    }
}
