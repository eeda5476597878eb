// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import java.util.stream.Stream;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.Word;

/** {@code completion}: what the user's own shell completes. */
public final class CompletionVerb implements Verb {
    @Override
    public String name() {
        return "completion";
    }

    @Override
    public int order() {
        return 19;
    }

    @Override
    public VerbCommand command() {
        return new CompletionCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            Stream.of(CompletionCommand.Shell.values()).map(Word::lower).forEach(word -> typed.offer(word));
        }
    }
}
