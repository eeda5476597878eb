// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.verbs.Board;
import org.breadboard.platform.verbs.Completion;
import org.breadboard.platform.verbs.RootCommand;
import org.breadboard.shell.session.CommandNames;
import org.breadboard.shell.session.Script;
import org.jline.builtins.Completers;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completes verbs and their options; what each takes, the verb tells. Never throws: what cannot be completed is not.
 */
final class VerbCompleter implements Completer {
    private static final Set<String> SEPARATORS = Set.of("|", ";", "&", "&&", "||");
    private static final String OUTPUT = "--output";
    private static final List<String> FORMS = List.of("csv", "json", "table");
    private static final String SCOPE = "breadboard:";

    private final Board board;
    private final Completer files = new Completers.FilesCompleter(Path.of(""));
    private final Completer directories = new Completers.DirectoriesCompleter(Path.of(""));
    private List<Board.Named> verbs = List.of();
    private CommandSpec model;

    VerbCompleter(Board board) {
        this.board = board;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        try {
            fill(reader, line, candidates);
        } catch (RuntimeException | LinkageError unforeseen) {
            candidates.clear();
        }
    }

    /** Does beforehand what takes long the first time; any thread. */
    void warmUp() {
        model();
        board.names().of(Kind.MIXES).stream()
                .limit(1)
                .forEach(mix -> board.names().settableKeys(mix, List.of()));
    }

    /** The model of the verbs that there are now. */
    private synchronized CommandSpec model() {
        List<Board.Named> now = board.verbs();
        if (!now.equals(verbs)) {
            model = RootCommand.model(board);
            verbs = now;
        }
        return model;
    }

    private void fill(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<String> words = command(line);
        if (words.isEmpty()) {
            model().subcommands().forEach((name, verb) -> candidates.add(described(name, verb.getCommandSpec())));
            CommandNames.ALL.forEach(word -> candidates.add(new Candidate(word)));
            Script.LEAVE.forEach(word -> candidates.add(new Candidate(word)));
            return;
        }
        String name = words.get(0).startsWith(SCOPE) ? words.get(0).substring(SCOPE.length()) : words.get(0);
        if (!model().subcommands().containsKey(name)) {
            return;
        }
        CommandSpec spec = model().subcommands().get(name).getCommandSpec();
        OptionSpec pending = spec.findOption(words.get(words.size() - 1));
        if (pending != null && pending.arity().max() == 0) {
            pending = null;
        }
        if (pending != null && pending.longestName().equals(OUTPUT)) {
            FORMS.forEach(form -> candidates.add(new Candidate(form)));
        } else if (pending == null && line.word().startsWith("-")) {
            options(spec, words).forEach(candidates::add);
        } else {
            Completion typed = new Completion(
                    board.names(),
                    Stream.concat(model().subcommands().keySet().stream(), CommandNames.ALL.stream())
                            .toList(),
                    words.subList(1, words.size()),
                    pending == null ? "" : pending.longestName(),
                    line.word());
            offer(name, typed);
            typed.offers()
                    .forEach(offer ->
                            candidates.add(offer.whole() ? new Candidate(offer.word()) : unfinished(offer.word())));
            offerFiles(typed.files(), reader, line, candidates);
        }
    }

    private void offer(String name, Completion typed) {
        for (Board.Named verb : board.verbs()) {
            if (!verb.name().equals(name)) {
                continue;
            }
            if (verb.owner() == null) {
                verb.verb().complete(typed);
            } else {
                board.names().ask(() -> {
                    verb.verb().complete(typed);
                    return List.of();
                });
            }
        }
    }

    private void offerFiles(Completion.Files which, LineReader reader, ParsedLine line, List<Candidate> candidates) {
        switch (which) {
            case ALL -> files.complete(reader, line, candidates);
            case FOLDERS -> directories.complete(reader, line, candidates);
            case YAML -> yaml(line.word()).forEach(candidates::add);
            case NONE -> {}
        }
    }

    /** The words of the last command of the line, without the one that is being typed. */
    private static List<String> command(ParsedLine line) {
        List<String> words = new ArrayList<>(line.words().subList(0, line.wordIndex()));
        for (int index = words.size() - 1; index >= 0; index--) {
            if (SEPARATORS.contains(words.get(index))) {
                return words.subList(index + 1, words.size());
            }
        }
        return words;
    }

    private static Candidate described(String verb, CommandSpec spec) {
        String[] description = spec.usageMessage().description();
        return new Candidate(verb, verb, null, description.length == 0 ? null : description[0], null, null, true);
    }

    /** A candidate that more is typed behind. */
    private static Candidate unfinished(String word) {
        return new Candidate(word, word, null, null, null, null, false);
    }

    /** The YAML files of the folder that is typed, and its folders; without one, the files of the working folder. */
    private static Stream<Candidate> yaml(String typed) {
        int slash = typed.lastIndexOf('/');
        String folder = typed.substring(0, slash + 1);
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            List<Candidate> found = new ArrayList<>();
            entries.sorted().forEach(entry -> {
                String name = folder + entry.getFileName();
                if (Files.isDirectory(entry)) {
                    if (slash >= 0 || typed.startsWith(".")) {
                        found.add(unfinished(name + '/'));
                    }
                } else if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                    found.add(new Candidate(name));
                }
            });
            return found.stream();
        } catch (IOException | UncheckedIOException | InvalidPathException unreadable) {
            return Stream.empty();
        }
    }

    private static Stream<Candidate> options(CommandSpec spec, List<String> words) {
        return spec.options().stream()
                .filter(option -> option.isMultiValue() || !words.contains(option.longestName()))
                .map(option -> new Candidate(
                        option.longestName(),
                        option.longestName(),
                        null,
                        option.description().length == 0 ? null : option.description()[0],
                        null,
                        null,
                        true));
    }
}
