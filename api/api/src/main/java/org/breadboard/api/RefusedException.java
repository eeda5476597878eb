// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api;

/**
 * Something that the user asked for cannot be built as asked. The message is one sentence that a user reads as it is:
 * what was asked for, where, and what would be right. Thrown only while a mix is assembled, never from a running step.
 */
public final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Refuses with one sentence for the user. */
    public RefusedException(String sentence) {
        super(sentence);
    }
}
