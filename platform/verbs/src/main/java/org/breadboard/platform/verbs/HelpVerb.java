// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

/** {@code help}: all verbs, or one, or a command of the shell. */
public final class HelpVerb implements Verb {
    /** The word, which is the only one that needs the models of all verbs. */
    static final String NAME = "help";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int order() {
        return 99;
    }

    @Override
    public VerbCommand command() {
        return new HelpCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            typed.offer(typed.verbs());
        }
    }
}
