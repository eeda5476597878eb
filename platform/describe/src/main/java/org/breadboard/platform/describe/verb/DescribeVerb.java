// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.describe.verb;

import org.breadboard.platform.describe.Describer;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code describe}: what one thing needs, offers and promises. */
public final class DescribeVerb implements Verb {
    @Override
    public String name() {
        return "describe";
    }

    @Override
    public int order() {
        return 11;
    }

    @Override
    public VerbCommand command() {
        return new DescribeCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            typed.offer(typed.names()
                    .ask(() -> Describer.words(typed.names().catalogue()).toList()));
            typed.offer(Completion.Files.YAML);
        }
    }
}
