// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.session;

import java.io.EOFException;
import org.apache.felix.gogo.runtime.EOFError;
import org.apache.felix.gogo.runtime.SyntaxError;

/** What Gogo throws, as sentences for people. */
public final class GogoErrors {
    private GogoErrors() {}

    /** One sentence. */
    public static String sentence(Throwable thrown) {
        if (thrown instanceof EOFError || thrown instanceof EOFException) {
            return "The command ends too early: a quote or a bracket is not closed.";
        }
        if (thrown instanceof SyntaxError wrong) {
            return "The command cannot be read at line " + wrong.line() + ", column " + wrong.column() + ".";
        }
        if (thrown instanceof InterruptedException) {
            return "Stopped.";
        }
        String message = thrown.getMessage();
        return message == null ? "The command failed with " + thrown.getClass().getSimpleName() + "." : message;
    }
}
