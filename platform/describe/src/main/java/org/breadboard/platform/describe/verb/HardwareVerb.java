package org.breadboard.platform.describe.verb;

import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code hardware}: a data sheet. */
public final class HardwareVerb implements Verb {
    @Override
    public String name() {
        return "hardware";
    }

    @Override
    public int order() {
        return 13;
    }

    @Override
    public VerbCommand command() {
        return new HardwareCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            typed.offer("show");
        } else if (typed.after("show")) {
            typed.offer(Kind.PROFILES);
        }
    }
}
