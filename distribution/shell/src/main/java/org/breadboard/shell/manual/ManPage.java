// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.breadboard.platform.verbs.SessionWord;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of {@code man}. */
final class ManPage {
    private final CommandSpec root;
    private final List<SessionWord> words;
    private final String version;
    private final StringBuilder page = new StringBuilder();

    ManPage(CommandSpec root, List<SessionWord> words, String version) {
        this.root = root;
        this.words = words;
        this.version = version;
    }

    String text() {
        macro("TH " + root.name().toUpperCase(Locale.ROOT) + " 1 \"\" \"" + escaped(root.name() + ' ' + version)
                + "\" \"User Commands\"");
        macro("SH NAME");
        line(root.name() + " - " + plain(root.usageMessage().description()).replaceFirst("\\.$", ""));
        macro("SH SYNOPSIS");
        block(Stream.of(root.usageMessage().customSynopsis()).map(String::strip).toList());
        macro("SH OPTIONS");
        root.options().forEach(this::option);
        macro("SH VERBS");
        root.subcommands().values().forEach(this::verb);
        macro("SH COMMANDS OF THE SHELL");
        for (SessionWord word : words) {
            macro("TP");
            bold(word.usage());
            line(word.description());
        }
        macro("SH NOTES");
        footer(root);
        return page.toString();
    }

    private void verb(CommandLine verb) {
        CommandSpec spec = verb.getCommandSpec();
        macro("SS " + escaped(spec.name()));
        bold(new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF))
                .synopsis(0)
                .strip()
                .replaceAll("\\s+", " "));
        macro("PP");
        line(plain(spec.usageMessage().description()));
        spec.positionalParameters().forEach(this::position);
        spec.options().forEach(this::option);
        macro("PP");
        footer(spec);
    }

    private void option(OptionSpec option) {
        String names = String.join(", ", option.names());
        macro("TP");
        bold(option.arity().max() == 0 ? names : names + ' ' + option.paramLabel());
        line(plain(option.description()));
    }

    private void position(PositionalParamSpec position) {
        macro("TP");
        bold(position.paramLabel());
        line(plain(position.description()));
    }

    /** Paragraphs, and the lines of an example as they are. */
    private void footer(CommandSpec spec) {
        List<String> example = new ArrayList<>();
        for (String line : spec.usageMessage().footer()) {
            if (line.startsWith("  ") || spec != root) {
                example.add(line);
            } else if (!line.isEmpty()) {
                macro("PP");
                line(line);
            }
        }
        block(example);
    }

    private void block(List<String> lines) {
        macro("nf");
        lines.stream().dropWhile(String::isEmpty).forEach(this::line);
        macro("fi");
    }

    private void macro(String text) {
        page.append('.').append(text).append('\n');
    }

    private void bold(String text) {
        page.append("\\fB").append(escaped(text)).append("\\fR\n");
    }

    private void line(String text) {
        String escaped = escaped(text);
        page.append(escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" : "")
                .append(escaped)
                .append('\n');
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }

    /** What picocli would print, in one line. */
    static String plain(String... description) {
        return String.join(" ", description).replace("%n", " ").replace("%%", "%");
    }

    /** What completes an argument. */
    static List<String> offers(ArgSpec argument) {
        List<String> offers = new ArrayList<>();
        if (argument.completionCandidates() != null) {
            argument.completionCandidates().forEach(offers::add);
        }
        return offers;
    }
}
