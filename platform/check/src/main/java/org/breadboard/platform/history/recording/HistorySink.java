// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import org.breadboard.platform.history.HistoryChunk;

/** Where recorders hand their full chunks. Each implementation says whether several recorders may share it. */
@FunctionalInterface
public interface HistorySink {
    /**
     * Offers a chunk, and never waits.
     *
     * @param chunk a chunk of whole records, possibly empty (then it only moves the watermark)
     * @return true if the sink owns the chunk now; false if it is full, and the caller keeps the chunk and offers it
     *     again later
     */
    boolean offer(HistoryChunk chunk);
}
