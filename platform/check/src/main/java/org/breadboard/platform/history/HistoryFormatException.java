// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

/** A history whose bytes are not what they should be; the message says in one sentence what is wrong and where. */
public final class HistoryFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message one sentence for a person
     */
    public HistoryFormatException(String message) {
        super(message);
    }
}
