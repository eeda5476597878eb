// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.whatif;

import java.util.List;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code whatif}: what faster stages, resources or data sheets would buy. */
public final class WhatIfVerb implements Verb {
    @Override
    public String name() {
        return "whatif";
    }

    @Override
    public int order() {
        return 5;
    }

    @Override
    public VerbCommand command() {
        return new WhatIfCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(typed.word(0));
            case "--parameter" -> typed.offer(typed.names().settableKeys(typed.word(0), List.of()));
            case "" -> {
                if (typed.first()) {
                    typed.offerMix();
                }
            }
            default -> {}
        }
    }
}
