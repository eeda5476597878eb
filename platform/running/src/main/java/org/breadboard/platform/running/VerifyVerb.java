// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code verify}: the history of a stored result, checked again. */
public final class VerifyVerb implements Verb {
    @Override
    public String name() {
        return "verify";
    }

    @Override
    public int order() {
        return 16;
    }

    @Override
    public VerbCommand command() {
        return new VerifyCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            typed.offer(Completion.Files.FOLDERS);
        }
    }
}
