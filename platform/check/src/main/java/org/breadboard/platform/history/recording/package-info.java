/**
 * Records the attempts of each stage, without allocation per event, and gathers what was recorded. Entry type:
 * {@link org.breadboard.platform.history.recording.HistoryRecorder}.
 *
 * <p>A recorder belongs to one stage. Full chunks are handed from thread to thread through a
 * {@link org.breadboard.platform.history.recording.HistorySink}, and come back through a
 * {@link org.breadboard.platform.history.recording.HistoryChunkPool}.
 */
package org.breadboard.platform.history.recording;
