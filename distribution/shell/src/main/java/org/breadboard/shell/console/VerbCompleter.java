package org.breadboard.shell.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.shell.verb.VerbNames;
import org.breadboard.shell.verb.Verbs;
import org.jline.builtins.Completers;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completes verbs, their options, and the names that each takes. Never throws: what cannot be completed is not. */
final class VerbCompleter implements Completer {
    private static final Set<String> SEPARATORS = Set.of("|", ";", "&&", "||");
    private static final Set<String> FORMS = Set.of("table", "json", "csv");

    private final Breadboard breadboard;
    private CommandSpec model;
    private final Completer directories = new Completers.DirectoriesCompleter(java.nio.file.Path.of(""));

    VerbCompleter(Breadboard breadboard) {
        this.breadboard = breadboard;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        try {
            if (model == null) {
                // Whoever starts the shell does not wait for this.
                model = Verbs.model();
            }
            fill(reader, line, candidates);
        } catch (RuntimeException unforeseen) {
            candidates.clear();
        }
    }

    private void fill(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<String> words = command(line);
        if (words.isEmpty()) {
            VerbNames.ALL.forEach(verb -> candidates.add(described(verb)));
            Repl.LEAVE.forEach(word -> candidates.add(new Candidate(word)));
            return;
        }
        String verb =
                words.get(0).startsWith("breadboard:") ? words.get(0).substring("breadboard:".length()) : words.get(0);
        if (!model.subcommands().containsKey(verb)) {
            return;
        }
        String previous = words.get(words.size() - 1);
        CommandSpec spec = model.subcommands().get(verb).getCommandSpec();
        OptionSpec pending = spec.findOption(previous);
        if (pending != null && pending.arity().max() > 0) {
            values(pending.longestName(), words, line.word()).forEach(value -> candidates.add(value));
        } else if (line.word().startsWith("-")) {
            options(spec, words).forEach(option -> candidates.add(option));
        } else if (verb.equals("verify") && words.size() == 1) {
            directories.complete(reader, line, candidates);
        } else {
            arguments(verb, words).forEach(name -> candidates.add(new Candidate(name)));
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

    private Candidate described(String verb) {
        String[] description =
                model.subcommands().get(verb).getCommandSpec().usageMessage().description();
        return new Candidate(verb, verb, null, description.length == 0 ? null : description[0], null, null, true);
    }

    private Stream<Candidate> values(String option, List<String> words, String typed) {
        return switch (option) {
            case "--output" -> FORMS.stream().sorted().map(Candidate::new);
            case "--runtime" -> breadboard.words("runtime").stream().map(Candidate::new);
            case "--on" -> Stream.of("local", "slurm").map(Candidate::new);
            case "--set" ->
                typed.indexOf('=') > 0
                        ? named(typed.substring(0, typed.indexOf('=')), words.size() > 1 ? words.get(1) : "")
                        : breadboard.settableKeys(words.size() > 1 ? words.get(1) : "").stream()
                                .map(key -> new Candidate(key + '=', key + '=', null, null, null, null, false));
            default -> Stream.empty();
        };
    }

    /** The names that a key chooses among. */
    private Stream<Candidate> named(String key, String mix) {
        List<String> names = isTenant(key, mix) ? single(breadboard.names(Kind.WORKLOADS)) : breadboard.words(key);
        return names.stream().map(name -> new Candidate(key + '=' + name));
    }

    /** Whether a key chooses the workload of one of several that run at once. */
    private boolean isTenant(String key, String mix) {
        return key.startsWith("workload.") && breadboard.settableKeys(mix).contains(key + ".cores");
    }

    private static List<String> single(List<String> workloads) {
        return workloads.stream().filter(name -> !name.equals("shared")).toList();
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

    private List<String> arguments(String verb, List<String> words) {
        boolean first = words.size() == 1;
        return switch (verb) {
            case "run" -> first ? breadboard.names(Kind.MIXES) : List.of();
            case "study" -> first ? breadboard.names(Kind.STUDIES) : List.of();
            case "list" -> first ? kinds() : List.of();
            case "hardware" ->
                first ? List.of("show") : words.size() == 2 ? breadboard.names(Kind.HARDWARE) : List.of();
            case "help" -> first ? VerbNames.ALL : List.of();
            default -> List.of();
        };
    }

    private static List<String> kinds() {
        return Stream.of(Kind.values()).map(Kind::word).toList();
    }
}
