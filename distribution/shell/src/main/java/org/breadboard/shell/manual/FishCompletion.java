// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.manual;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion of fish: a line for each word that there is. */
final class FishCompletion {
    private final StringBuilder script = new StringBuilder();
    private final String program;

    private FishCompletion(String program) {
        this.program = program;
    }

    static String script(CommandSpec root) {
        FishCompletion fish = new FishCompletion(root.name());
        root.options().forEach(option -> fish.option("__fish_use_subcommand", option));
        for (CommandLine verb : root.subcommands().values()) {
            CommandSpec spec = verb.getCommandSpec();
            fish.line(
                    "__fish_use_subcommand",
                    "-f -a " + quoted(spec.name()) + " -d "
                            + quoted(ManPage.plain(spec.usageMessage().description())));
            String seen = "__fish_seen_subcommand_from " + spec.name();
            spec.options().forEach(option -> fish.option(seen, option));
            spec.positionalParameters().forEach(position -> fish.position(seen, position));
        }
        return fish.script.toString();
    }

    private void line(String condition, String words) {
        script.append("complete -c ").append(program).append(" -n ").append(quoted(condition));
        script.append(' ').append(words).append('\n');
    }

    private void option(String condition, OptionSpec option) {
        StringBuilder words = new StringBuilder();
        for (String name : option.names()) {
            words.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                    .append(' ');
        }
        List<String> offers = ManPage.offers(option);
        if (option.arity().max() > 0) {
            words.append(offers.isEmpty() ? "-r " : "-x -a " + quoted(String.join(" ", offers)) + ' ');
        }
        line(condition, words + "-d " + quoted(ManPage.plain(option.description())));
    }

    /** Words in front of it are the program, the verb and its operands; options there shift it. */
    private void position(String condition, PositionalParamSpec position) {
        List<String> offers = ManPage.offers(position);
        if (!offers.isEmpty()) {
            int before = 2 + position.index().min();
            boolean more = position.index().max() > position.index().min();
            line(
                    condition + "; and test (count (commandline -opc)) " + (more ? "-ge " : "-eq ") + before,
                    "-a " + quoted(String.join(" ", offers)));
        }
    }

    private static String quoted(String text) {
        return '\'' + text.replace("\\", "\\\\").replace("'", "\\'") + '\'';
    }
}
