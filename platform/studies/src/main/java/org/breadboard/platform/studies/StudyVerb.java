// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.studies;

import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code study}: all points of a study, and its claims. */
public final class StudyVerb implements Verb {
    @Override
    public String name() {
        return "study";
    }

    @Override
    public int order() {
        return 4;
    }

    @Override
    public VerbCommand command() {
        return new StudyCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--on" -> typed.offer("local", "slurm");
            case "" -> {
                if (typed.first()) {
                    typed.offer(Kind.STUDIES);
                    typed.offer(Completion.Files.YAML);
                }
            }
            default -> {}
        }
    }
}
