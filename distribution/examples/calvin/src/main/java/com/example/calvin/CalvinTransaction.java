package com.example.calvin;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.occ.Phase;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.RpcTransaction;

/** Submits its set, reads as it gets its locks, tells the backups, writes and unlocks. */
final class CalvinTransaction extends RpcTransaction {
    private static final int HELD = 1;

    private final Phase reading = new Reading();
    private final Phase release = new Releasing(false);
    private final List<Phase> phases = new ArrayList<>(
            List.of(reading, new Replicating(), new Installing(), new Releasing(true)));
    private final RpcThread thread;
    private final byte[] released = new byte[AccessSet.ENTRY_BYTES + Long.BYTES];
    private AccessSet declared = new AccessSet();
    private AccessSet submitted = new AccessSet();
    /** What the attempt before this one has declared, if it had submitted less. */
    private AccessSet hint = new AccessSet();

    /** Names the attempt in calls: node, thread, context, and a count. */
    private long who;

    private long epoch;

    CalvinTransaction(RpcThread thread, TransactionSource source, int context) {
        super(thread, source, context);
        this.thread = thread;
        if (thread.settings().get(Calvin.BREAKAGE) == Calvin.Breakage.RELEASE_EARLY) {
            phases.add(1, new Releasing(false));
        }
        who = (long) thread.node() << 48 | (long) thread.number() << 40 | (long) context << 32;
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
        current().committed(step);
        return null;
    }

    @Override
    protected void answeredByNode(Step step, Message answer) {
        if (phase() == reading) {
            epoch = RecordAnswer.number(answer);
        }
    }

    /** Submits the set once, and reads. */
    private final class Reading extends FetchPhase {
        @Override
        protected void begin(Step step) {
            declared.become(current().transaction(), thread.placement());
            AccessSet known = declared;
            if (current().fetched() > 0) {
                if (!submitted.beginsWith(known)) {
                    declared = hint;
                    hint = known;
                    current().fail(AbortReason.VALIDATION);
                }
            } else if (items() > 0) {
                if (hint.beginsWith(known)) {
                    known = hint;
                    hint = submitted;
                } else {
                    declared = submitted;
                }
                submitted = known;
                hint.clear();
                who++;
                callNode(step, SequencedServer.SUBMIT, thread.node(), who, known.bytes(), known.lengthBytes());
            }
        }

        @Override
        protected boolean post(Step step, int access) {
            return call(step, SequencedServer.READ, access, who);
        }

        @Override
        protected void completed(Step step, int access, Message answer) {
            headers().hold(access, HELD, RecordAnswer.number(answer));
            fetched(access, answer, RecordAnswer.status(answer) == SequencedServer.DONE);
        }
    }

    /** Writes to the backups. */
    private final class Replicating extends BackupPhase {
        @Override
        protected boolean post(Step step, int access, int copy) {
            return !current().transaction().written(access)
                    || callWithValue(step, SequencedServer.WRITE, access, copy, headers().versionAfter(access));
        }
    }

    /** Writes to the primaries, and unlocks with the last access under a header. */
    private final class Installing extends AccessPhase {
        @Override
        protected boolean post(Step step, int access) {
            long unlocks = headers().isLast(access) ? who : 0;
            if (current().transaction().written(access)) {
                long version = headers().versionAfter(access);
                current().transaction().installed(access, version);
                return callWithValue(step, SequencedServer.WRITE, access, 0, version, unlocks);
            }
            return unlocks == 0 || call(step, SequencedServer.UNLOCK, access, 0, unlocks);
        }
    }

    /** Removes the requests that were submitted: all, or those that the logic has not declared. */
    private final class Releasing extends Phase {
        private final boolean commits;

        Releasing(boolean commits) {
            this.commits = commits;
        }

        @Override
        protected int first() {
            return commits ? current().transaction().accesses() : 0;
        }

        /** None if the logic came to its end without an access. */
        @Override
        protected int items() {
            return current().fetched() == 0 ? 0 : submitted.lengthBytes() / AccessSet.ENTRY_BYTES;
        }

        @Override
        protected boolean post(Step step, int item) {
            System.arraycopy(
                    submitted.bytes(), item * AccessSet.ENTRY_BYTES, released, 0, AccessSet.ENTRY_BYTES);
            Bytes.putLong(released, AccessSet.ENTRY_BYTES, epoch);
            int node = thread.placement().node(AccessSet.partition(submitted.place(item)), 0);
            return callNode(step, SequencedServer.RELEASE, node, who, released, released.length);
        }
    }
}
