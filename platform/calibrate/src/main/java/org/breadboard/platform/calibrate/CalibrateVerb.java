// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;

/** {@code calibrate}: a data sheet of what somebody measured. */
public final class CalibrateVerb implements Verb {
    @Override
    public String name() {
        return "calibrate";
    }

    @Override
    public int order() {
        return 8;
    }

    @Override
    public VerbCommand command() {
        return new CalibrateCommand();
    }

    @Override
    public void complete(Completion typed) {
        switch (typed.option()) {
            case "--extends" -> typed.offer(Kind.PROFILES);
            case "" -> typed.offer(Completion.Files.ALL);
            default -> {}
        }
    }
}
