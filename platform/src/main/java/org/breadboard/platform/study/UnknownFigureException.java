package org.breadboard.platform.study;

/** A claim cannot be computed from the points that there are. The message is the reason, without a full stop. */
final class UnknownFigureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownFigureException(String reason) {
        super(reason);
    }
}
