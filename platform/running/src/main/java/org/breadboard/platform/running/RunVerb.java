// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.util.List;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code run}: a mix from its name to a kept, printed and judged result. */
public final class RunVerb implements Verb {
    @Override
    public String name() {
        return "run";
    }

    @Override
    public int order() {
        return 1;
    }

    @Override
    public VerbCommand command() {
        return new RunCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(typed.word(0));
            case "--runtime" -> typed.offer(typed.names().words("runtime", "", List.of()));
            case "--nemesis" -> typed.offerListed(typed.names().words("faults.nemesis", "", List.of()));
            case "" -> {
                if (typed.first()) {
                    typed.offerMix();
                }
            }
            default -> {}
        }
    }
}
