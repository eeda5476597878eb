// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

/** How an attempt at a transaction ended, as its client knows it. */
public enum Outcome {
    /** The client was told that the transaction committed. */
    COMMITTED,
    /** The client was told that the attempt has no effect, whatever its record says that it would have installed. */
    ABORTED,
    /**
     * The client does not know: a crash or a loss hid the answer, and the writes may or may not take effect, at any
     * time.
     */
    UNKNOWN;

    private static final Outcome[] BY_CODE = values();

    /** The four-bit code in a record. */
    int code() {
        return ordinal();
    }

    static Outcome ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new HistoryFormatException("The history holds a record with the unknown outcome code " + code + ".");
        }
        return BY_CODE[code];
    }
}
