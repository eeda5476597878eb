// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.util.stream.Stream;

/** How a verb ended, as scripts see it. */
public enum ExitStatus {
    /** Done, and verified where there was something to verify. */
    DONE(0),
    /** A run that violated what it promised, failed, or was interrupted; what was measured is kept. */
    FAILED(1),
    /** A mistake of the user's; one sentence says what would be right. */
    USER_MISTAKE(2),
    /** A defect of Breadboard's. */
    DEFECT(3);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    /** The status with a process's exit code; a defect if there is none. */
    public static ExitStatus of(int code) {
        return Stream.of(values())
                .filter(status -> status.code == code)
                .findFirst()
                .orElse(DEFECT);
    }

    /** The process's exit code. */
    public int code() {
        return code;
    }
}
