// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.files;

import java.io.IOException;

/** A folder that cannot be written to; the message is one whole sentence for the user. */
public final class UnusableFolderException extends IOException {
    private static final long serialVersionUID = 1L;

    /** With the sentence, and what the system said. */
    public UnusableFolderException(String sentence, IOException cause) {
        super(sentence, cause);
    }
}
