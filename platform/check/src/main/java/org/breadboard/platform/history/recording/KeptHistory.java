// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.recording;

import org.breadboard.platform.history.HistorySource;

/** A history that keeps what it is offered, until it is read. It takes every chunk. One thread. */
public interface KeptHistory extends HistorySink, HistorySource {
    /** How many words the records take. */
    long lengthWords();
}
