// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code project}: packs a project for others, or checks what others have packed. */
public final class ProjectVerb implements Verb {
    @Override
    public String name() {
        return "project";
    }

    @Override
    public int order() {
        return 12;
    }

    @Override
    public VerbCommand command() {
        return new ProjectCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--out" -> typed.offer(Completion.Files.ALL);
            case "--from" -> typed.offer(Completion.Files.FOLDERS);
            case "" -> {
                if (typed.first()) {
                    typed.offer("pack", "check");
                } else if (typed.after("pack")) {
                    typed.offer(Completion.Files.FOLDERS);
                } else if (typed.after("check")) {
                    typed.offer(Completion.Files.ALL);
                }
            }
            default -> {}
        }
    }
}
