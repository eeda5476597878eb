// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.outcome;

/** A claim cannot be computed from the points that there are. The message is the reason, without a full stop. */
public final class UnknownFigureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The reason in words. */
    public UnknownFigureException(String reason) {
        super(reason);
    }
}
