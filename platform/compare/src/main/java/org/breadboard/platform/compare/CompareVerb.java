// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.compare;

import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code compare}: how much results, mixes or studies differ. */
public final class CompareVerb implements Verb {
    @Override
    public String name() {
        return "compare";
    }

    @Override
    public int order() {
        return 6;
    }

    @Override
    public VerbCommand command() {
        return new CompareCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(typed.word(0));
            case "" -> {
                if (typed.typed().indexOf('/') >= 0) {
                    typed.offer(Completion.Files.FOLDERS);
                } else {
                    typed.offer(Kind.MIXES, Kind.STUDIES);
                }
            }
            default -> {}
        }
    }
}
