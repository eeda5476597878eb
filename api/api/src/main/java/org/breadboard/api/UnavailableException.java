// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api;

/**
 * Something outside of Breadboard that a run depends on, such as a database, does not answer any more. The run fails,
 * and nothing else does. The message is one sentence that a user reads as it is: what does not answer, and what it said
 * last. Thrown by {@linkplain org.breadboard.api.hardware.BlockingCalls calls that block}, and where records are
 * visited.
 */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With one sentence for the user.
     *
     * @param cause for who looks closer, or null
     */
    public UnavailableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
