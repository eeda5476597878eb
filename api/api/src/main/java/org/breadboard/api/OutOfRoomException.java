// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api;

/**
 * A size that the user may set is too small for what a run came to, and the part cannot go on: a log or an index, for
 * what a crash has left. The run fails. The message is one sentence that a user reads as it is: what found no room, and
 * which setting gives it more. Thrown by running steps, and only where nothing else than that size is wrong.
 */
public final class OutOfRoomException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With one sentence for the user. */
    public OutOfRoomException(String sentence) {
        super(sentence);
    }
}
