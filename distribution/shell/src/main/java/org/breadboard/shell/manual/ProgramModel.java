// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.manual;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.RootCommand;
import org.breadboard.platform.verbs.Word;
import picocli.AutoComplete;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The whole command line: what stands in front of the verb, the verbs, and what they offer for their words. */
public final class ProgramModel {
    private final Board board;
    private final CommandSpec root;

    /** Of a board. */
    public ProgramModel(Board board) {
        this.board = board;
        root = RootCommand.model(board);
        root.addMixin("outer", CommandSpec.forAnnotatedObject(new OuterOptions()));
    }

    /** The page of {@code man}, in troff's language. */
    public String manPage(String version) {
        return new ManPage(root, board.words(), version).text();
    }

    /** The completion of bash, which zsh takes, too. */
    public String bash() {
        offer();
        return AutoComplete.bash(root.name(), root.commandLine());
    }

    /** The completion of fish. */
    public String fish() {
        offer();
        return FishCompletion.script(root);
    }

    /** Has each word know what may stand there now. */
    private void offer() {
        board.verbs().stream().filter(verb -> verb.owner() == null).forEach(this::offer);
    }

    private void offer(Board.Named verb) {
        CommandSpec spec = root.subcommands().get(verb.name()).getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options())) {
            List<String> words = words(option).orElseGet(() -> offers(verb, List.of(), option.longestName()));
            if (!words.isEmpty() && option.arity().max() > 0) {
                spec.remove(option);
                spec.addOption(
                        OptionSpec.builder(option).completionCandidates(words).build());
            }
        }
        List<String> first = List.of();
        for (PositionalParamSpec position : List.copyOf(spec.positionalParameters())) {
            List<String> before = first;
            List<String> words = words(position)
                    .orElseGet(() -> before.isEmpty()
                            ? offers(verb, List.of(), "")
                            : before.stream()
                                    .flatMap(word -> offers(verb, List.of(word), "").stream())
                                    .distinct()
                                    .toList());
            first = position.index().min() == 0 ? words : first;
            if (!words.isEmpty()) {
                spec.remove(position);
                spec.addPositional(PositionalParamSpec.builder(position)
                        .completionCandidates(words)
                        .build());
            }
        }
    }

    /** The words of an argument that takes one of a few. */
    private static Optional<List<String>> words(ArgSpec argument) {
        Object[] constants = argument.auxiliaryTypes()[0].getEnumConstants();
        return constants == null
                ? Optional.empty()
                : Optional.of(Stream.of(constants)
                        .map(constant -> Word.lower((Enum<?>) constant))
                        .toList());
    }

    private List<String> offers(Board.Named verb, List<String> before, String option) {
        List<String> all =
                new ArrayList<>(board.verbs().stream().map(Board.Named::name).toList());
        all.addAll(board.words().stream().map(word -> word.name()).toList());
        Completion typed = new Completion(board.names(), all, before, option, "");
        try {
            verb.verb().complete(typed);
        } catch (RefusedException noMix) {
            return List.of();
        }
        return typed.offers().stream()
                .filter(Completion.Offer::whole)
                .map(Completion.Offer::word)
                .toList();
    }
}
