// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code explain}: one transaction of a mix, hop by hop. */
public final class ExplainVerb implements Verb {
    @Override
    public String name() {
        return "explain";
    }

    @Override
    public int order() {
        return 2;
    }

    @Override
    public VerbCommand command() {
        return new ExplainCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(typed.word(0));
            case "--svg" -> typed.offer(Completion.Files.ALL);
            case "" -> {
                if (typed.first()) {
                    typed.offerMix();
                }
            }
            default -> {}
        }
    }
}
