// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.breadboard.hosting.PluginActions;
import org.breadboard.platform.registry.PluginRegistry;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.PluginVerbs;
import org.breadboard.platform.verbs.Verb;
import org.breadboard.shell.session.CommandNames;
import org.breadboard.shell.session.Script;
import org.breadboard.shell.verb.CompletionVerb;
import org.breadboard.shell.verb.PluginVerb;
import org.breadboard.shell.verb.TutorialVerb;

/** The board of a process with a shell, whose verbs those of the shell are among. */
final class ShellVerbs {
    private ShellVerbs() {}

    /** A registry whose plug-ins may bring verbs, but none that the shell knows already. */
    static PluginRegistry registry() {
        List<String> taken = new ArrayList<>(CommandNames.ALL);
        taken.addAll(Script.LEAVE);
        Board.shipped().forEach(verb -> taken.add(verb.name()));
        own(null).forEach(verb -> taken.add(verb.name()));
        return new PluginRegistry(new PluginVerbs(taken));
    }

    /** The board; {@code plugins} makes what changes plug-ins, and is null where none come and go. */
    static Board board(Path home, PluginRegistry registry, Function<Board, PluginActions> plugins) {
        Board board = new Board(home, registry);
        own(plugins == null ? null : plugins.apply(board)).forEach(board::add);
        CommandNames.WORDS.forEach(board::add);
        return board;
    }

    private static List<Verb> own(PluginActions plugins) {
        return List.of(new PluginVerb(plugins), new TutorialVerb(), new CompletionVerb());
    }
}
