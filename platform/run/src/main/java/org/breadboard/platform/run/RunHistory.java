// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.nio.file.Path;
import org.breadboard.platform.history.FinalState;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.history.recording.HistorySink;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;

/**
 * The records of one run, on their way from its stages to the check, and into a file where one is kept.
 *
 * <p>Call order: {@link #begin} when the cluster is built; {@link #takeSlice} whenever the stages stand still;
 * {@link #keep} when the run is over and its recorders are closed; {@link #check} last. A run without transactions
 * leaves out {@code begin} and {@code check}. All but {@code offer} and {@link #gather} belong to the thread that
 * controls the run.
 */
public interface RunHistory extends HistorySink {
    /** Learns of what is recorded. */
    void begin(Recording recording);

    /**
     * Takes in what left the stages, which somebody has to do now and then. Any thread.
     *
     * @return whether so much has gathered that the stages should stand still for {@link #takeSlice}
     */
    boolean gather();

    /** Takes what was recorded so far; all stages stand still. */
    void takeSlice();

    /** How many bytes of records it holds, so far. */
    long heldBytes();

    /** Completes the file; null, or one sentence that says why there is none. */
    String keep();

    /**
     * Checks what is not checked yet. Calls plug-ins, and throws what they throw, now or in an earlier slice.
     *
     * @param finalState what the replicas hold after quiescence
     * @return the verdict over the whole history
     */
    Verdict check(FinalState finalState);

    /**
     * What is recorded, and how it is to be checked.
     *
     * @param options what to look at
     * @param initialState what every record was before the first transaction
     * @param recorders how many recorders there are, with ids from 0
     * @param flush lets every recorder hand over what it has
     * @param chunks where chunks go that nobody needs any more
     * @param file where the records are kept too, or null
     */
    record Recording(
            CheckOptions options,
            InitialState initialState,
            int recorders,
            Runnable flush,
            HistoryChunkPool chunks,
            Path file) {}
}
