package com.example.ladder;

import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** The verb: its name, what it does, and how its words are completed. */
final class LadderVerb implements Verb {
    @Override
    public String name() {
        return "ladder";
    }

    @Override
    public VerbCommand command() {
        return new LadderCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            typed.offerMix();
        } else if (typed.option().equals("--set")) {
            typed.offerSet(typed.word(0));
        }
    }
}
