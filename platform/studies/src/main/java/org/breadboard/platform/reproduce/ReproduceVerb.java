// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code reproduce}: all shipped studies, or those of a paper, and the page about them. */
public final class ReproduceVerb implements Verb {
    @Override
    public String name() {
        return "reproduce";
    }

    @Override
    public int order() {
        return 7;
    }

    @Override
    public VerbCommand command() {
        return new ReproduceCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--docs" -> typed.offer(Completion.Files.FOLDERS);
            case "" -> {
                if (typed.first()) {
                    typed.offer(typed.names()
                            .ask(() -> Reproduce.names(typed.names().folders())));
                }
            }
            default -> {}
        }
    }
}
