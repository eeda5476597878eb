// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import java.util.List;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbPlugin;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;

/** A plug-in of somebody else's with a verb; the verb's name and what it does come from the jar that it is in. */
public final class SampleVerbPlugin implements VerbPlugin {
    /** For service loaders. */
    public SampleVerbPlugin() {}

    @Override
    public String id() {
        return SamplePlugin.line(0);
    }

    @Override
    public String description() {
        return "Sample of version " + SamplePlugin.line(1);
    }

    @Override
    public List<Verb> verbs() {
        return List.of(new SampleVerb());
    }

    private static void does(String where) {
        String behaviour = SamplePlugin.line(2);
        if (behaviour.equals("throws when it is " + where)) {
            throw new IllegalStateException("no licence");
        }
        if (behaviour.equals("hangs when it is " + where)) {
            hang();
        }
    }

    private static void hang() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    /** The verb. */
    static final class SampleVerb implements Verb {
        @Override
        public String name() {
            return SamplePlugin.line(3);
        }

        @Override
        public VerbCommand command() {
            does("asked");
            return new SampleCommand();
        }

        @Override
        public void complete(Completion typed) {
            does("completed");
            typed.offer("somewhere");
        }
    }

    @Command(name = "sample", description = "Does little.")
    static final class SampleCommand extends VerbCommand {
        @Override
        protected ExitStatus execute(VerbScope scope) {
            does("called");
            scope.console().out().println("It did little.");
            return ExitStatus.DONE;
        }
    }
}
