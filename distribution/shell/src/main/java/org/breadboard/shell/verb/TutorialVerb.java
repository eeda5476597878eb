// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code tutorial}: ten minutes of commands, each with what to look at. */
public final class TutorialVerb implements Verb {
    @Override
    public String name() {
        return "tutorial";
    }

    @Override
    public int order() {
        return 18;
    }

    @Override
    public VerbCommand command() {
        return new TutorialCommand();
    }
}
