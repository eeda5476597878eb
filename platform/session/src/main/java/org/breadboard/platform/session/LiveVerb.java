// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import java.util.stream.Stream;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.Word;

/** {@code live}: the one live cluster that a process may have. */
public final class LiveVerb implements Verb {
    private final LiveSlot slot = new LiveSlot();

    @Override
    public String name() {
        return "live";
    }

    @Override
    public int order() {
        return 3;
    }

    @Override
    public VerbCommand command() {
        return new LiveCommand(slot);
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--set" -> typed.offerSet(typed.word(1));
            case "" -> {
                if (typed.first()) {
                    Stream.of(LiveCommand.Action.values()).map(Word::lower).forEach(word -> typed.offer(word));
                } else if (typed.after("start")) {
                    typed.offerMix();
                } else if (typed.after("swap")) {
                    typed.offer(Kind.PROTOCOLS);
                }
            }
            default -> {}
        }
    }
}
