// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code report}: the plots and tables of a stored result as files. */
public final class ReportVerb implements Verb {
    @Override
    public String name() {
        return "report";
    }

    @Override
    public int order() {
        return 15;
    }

    @Override
    public VerbCommand command() {
        return new ReportCommand();
    }

    @Override
    public void complete(Completion typed) {
        if (typed.option().equals("--out") || typed.option().isEmpty() && typed.first()) {
            typed.offer(Completion.Files.FOLDERS);
        }
    }
}
