// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.util.List;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code results}: a page of those that are kept, and the removal of old ones. */
public final class ResultsVerb implements Verb {
    @Override
    public String name() {
        return "results";
    }

    @Override
    public int order() {
        return 14;
    }

    @Override
    public VerbCommand command() {
        return new ResultsCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.first()) {
            typed.offer(List.of("index", "prune"));
        }
    }
}
