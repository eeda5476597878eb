// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.trace;

import java.util.Locale;
import java.util.function.Supplier;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.runtime.Step;
import org.breadboard.platform.load.WatchedClients;

/** The clients of a stage, which tell a recorder of their attempts while there is one. The stage's thread. */
public final class TracedSource extends WatchedClients {
    private final int firstClient;
    private final Supplier<TraceRecorder> recorder;

    /**
     * Traces clients.
     *
     * @param firstClient the number of the first one, as histories count them
     * @param recorder gives null while nothing is recorded
     */
    public TracedSource(TransactionSource clients, int firstClient, Supplier<TraceRecorder> recorder) {
        super(clients);
        this.firstClient = firstClient;
        this.recorder = recorder;
    }

    @Override
    public double next(Step step, int context) {
        double wait = super.next(step, context);
        TraceRecorder current = recorder.get();
        if (wait == NOW && current != null) {
            current.began(firstClient + context, transaction(context).type(), step.nowNs());
        }
        return wait;
    }

    @Override
    public void committed(Step step, int context) {
        ended(context, "committed");
        super.committed(step, context);
    }

    @Override
    public void aborted(Step step, int context, AbortReason reason) {
        ended(context, "aborted: " + reason.name().toLowerCase(Locale.ROOT));
        super.aborted(step, context, reason);
    }

    @Override
    public void corrected(Step step, int context, AbortReason reason) {
        if (reason != AbortReason.EARLY) {
            // Of an early abort the next attempt is a part, as in histories.
            ended(context, "aborted: " + reason.name().toLowerCase(Locale.ROOT));
        }
        super.corrected(step, context, reason);
    }

    @Override
    public void unknown(Step step, int context) {
        ended(context, "of unknown outcome");
        super.unknown(step, context);
    }

    private void ended(int context, String outcome) {
        TraceRecorder current = recorder.get();
        if (current != null) {
            current.ended(firstClient + context, outcome);
        }
    }
}
