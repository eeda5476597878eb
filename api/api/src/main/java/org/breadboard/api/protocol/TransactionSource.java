// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.Transaction;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Where the contexts of one stage get their transactions and report the outcomes. It is the client: it thinks, paces an
 * open loop, backs off, retries, measures, and records the history. One stage's thread.
 *
 * <p>Where steps take time, a client learns an outcome when the step ends that reports it, as whatever the step sends
 * leaves then: that is the end of a latency, and of the attempt's interval in the history. So a context that asks for
 * its {@link #next} in the same step is told to wait until the step has ended; what it is given then counts from there.
 * An attempt that was {@link #corrected} ends at once, since its transaction goes on.
 */
@ProviderType
public interface TransactionSource {
    /** How many transactions the stage keeps outstanding. */
    int contexts();

    /**
     * Asks for the next attempt of a context.
     *
     * @param context from 0 to {@link #contexts()}, excluded
     * @return {@link #NOW} if the context's transaction is ready to run; {@link #STOP} if there will be no more;
     *     otherwise how many ns to wait before asking again
     */
    double next(Step step, int context);

    /**
     * The transaction of a context, to run once {@link #next} has answered {@link #NOW}. It keeps its content until the
     * context asks for the next one, so a protocol may report it and then install what it wrote.
     */
    Transaction transaction(int context);

    /** The attempt committed; {@code Transaction.installed} has been called for each of its writes. */
    void committed(Step step, int context);

    /** The attempt did not commit and left nothing behind. */
    void aborted(Step step, int context, AbortReason reason);

    /**
     * The attempt did not commit and left nothing behind, and its abort brought what the next attempt needs.
     * {@link #next} gives the same transaction at once, without a back-off (NOCC 2, corrections), as long as others
     * begin.
     *
     * <p>The verdict of a device on the path ({@link AbortReason#EARLY}) is not final: a duplicate of what it sent back
     * may have passed. So the next attempt counts as begun with this one, {@link #next} does not answer {@link #STOP}
     * before the transaction has another outcome, and {@link #committed} may then report the effect of an earlier
     * attempt.
     */
    void corrected(Step step, int context, AbortReason reason);

    /**
     * It is not known whether the attempt committed. Called before the context ends or goes on with another
     * transaction; a context that is silent at the end of the run counts as unknown too.
     */
    void unknown(Step step, int context);

    /** Answer of {@link #next}: run it now. */
    double NOW = 0;

    /** Answer of {@link #next}: there will be no more transactions. */
    double STOP = -1;
}
