package com.example.postgres;

import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * One client: it takes a transaction, has its session run it in a call, reports the outcome, and takes the next one.
 * While the call is under way the transaction is the call's.
 */
final class Client extends Task {
    private final TransactionSource source;
    private final int context;
    private final BlockingCalls calls;
    private final Session session;
    private final Runnable call = this::call;
    private boolean asked;
    /** Of the call that came back; null if it committed. */
    private AbortReason aborted;

    Client(TransactionSource source, int context, BlockingCalls calls, Session session) {
        this.source = source;
        this.context = context;
        this.calls = calls;
        this.session = session;
    }

    private void call() {
        aborted = session.run(source.transaction(context));
    }

    @Override
    protected Next step(Step step) {
        if (asked) {
            asked = false;
            if (aborted == null) {
                source.committed(step, context);
            } else {
                source.aborted(step, context, aborted);
            }
        }
        double waitNs = source.next(step, context);
        if (waitNs == TransactionSource.STOP) {
            return Next.DONE;
        }
        if (waitNs == TransactionSource.NOW) {
            asked = true;
            calls.run(step, this, call);
        } else {
            step.timer(this, waitNs);
        }
        return Next.AWAIT;
    }
}
