// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.breadboard.hosting.PluginActions;
import org.breadboard.hosting.PluginState;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.Word;

/** {@code plugin}: which plug-ins there are, and how they come and go. */
public final class PluginVerb implements Verb {
    private final PluginActions plugins;

    /** {@code plugins} is what it does, or null where plug-ins cannot come and go. */
    public PluginVerb(PluginActions plugins) {
        this.plugins = plugins;
    }

    @Override
    public String name() {
        return "plugin";
    }

    @Override
    public int order() {
        return 13;
    }

    @Override
    public VerbCommand command() {
        return new PluginCommand(plugins);
    }

    @Override
    public void complete(Completion typed) {
        if (!typed.option().isEmpty()) {
            return;
        }
        String action = typed.word(0);
        if (typed.first()) {
            typed.offer(
                    Stream.of(PluginCommand.Action.values()).map(Word::lower).toList());
        } else if (typed.after("install")
                || action.equals("update") && typed.words().size() == 2) {
            typed.offer(Completion.Files.ALL);
        } else if (typed.after("start")) {
            typed.offer(plugins == null ? List.of() : stopped()); // without a container nobody knows
        } else if (typed.words().size() == 1) {
            typed.offer(Kind.PLUGINS);
        }
    }

    /** What there is to start is not active; everything else is about what is, first of all. */
    private List<String> stopped() {
        try {
            return plugins.list().stream()
                    .filter(row -> row.state() == PluginState.STOPPED)
                    .map(PluginActions.Row::id)
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
