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
import org.breadboard.hosting.PluginActions;
import org.breadboard.hosting.PluginState;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.shell.session.Script;
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
    private static final Set<String> SEPARATORS = Set.of("|", ";", "&", "&&", "||");
    private static final Set<String> TAKE_FILES = Set.of("run", "explain", "whatif", "study", "describe");
    private static final String NEMESIS = "faults.nemesis";
    private static final Set<String> FORMS = Set.of("table", "json", "csv");

    private final Breadboard breadboard;
    private final PluginActions plugins;
    private CommandSpec model;
    private final Completer files = new Completers.FilesCompleter(Path.of(""));
    private final Completer directories = new Completers.DirectoriesCompleter(Path.of(""));

    VerbCompleter(Breadboard breadboard, PluginActions plugins) {
        this.breadboard = breadboard;
        this.plugins = plugins;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        try {
            fill(reader, line, candidates);
        } catch (RuntimeException unforeseen) {
            candidates.clear();
        }
    }

    /** Does beforehand what takes long the first time; any thread. */
    void warmUp() {
        model();
        breadboard.names(Kind.MIXES).stream().limit(1).forEach(mix -> breadboard.settableKeys(mix, List.of()));
        breadboard.describable();
    }

    private synchronized CommandSpec model() {
        if (model == null) {
            model = Verbs.model();
        }
        return model;
    }

    private void fill(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<String> words = command(line);
        if (words.isEmpty()) {
            VerbNames.ALL.forEach(verb -> candidates.add(described(verb)));
            VerbNames.COMMANDS.forEach(word -> candidates.add(new Candidate(word)));
            Script.LEAVE.forEach(word -> candidates.add(new Candidate(word)));
            return;
        }
        String verb =
                words.get(0).startsWith("breadboard:") ? words.get(0).substring("breadboard:".length()) : words.get(0);
        if (!model().subcommands().containsKey(verb)) {
            return;
        }
        String previous = words.get(words.size() - 1);
        CommandSpec spec = model().subcommands().get(verb).getCommandSpec();
        OptionSpec pending = spec.findOption(previous);
        if (pending != null && pending.longestName().equals("--svg")) {
            files.complete(reader, line, candidates);
        } else if (pending != null && pending.longestName().equals("--docs")) {
            directories.complete(reader, line, candidates);
        } else if (pending != null && pending.arity().max() > 0) {
            values(pending.longestName(), words, line.word()).forEach(value -> candidates.add(value));
        } else if (line.word().startsWith("-")) {
            options(spec, words).forEach(option -> candidates.add(option));
        } else if (verb.equals("verify") && words.size() == 1) {
            directories.complete(reader, line, candidates);
        } else if (verb.equals("compare") && line.word().indexOf('/') >= 0) {
            directories.complete(reader, line, candidates);
        } else if (verb.equals("calibrate") || verb.equals("plugin") && takesFile(words)) {
            files.complete(reader, line, candidates);
        } else {
            arguments(verb, words).forEach(name -> candidates.add(new Candidate(name)));
            if (TAKE_FILES.contains(verb) && words.size() == 1 || isMixOf(words, "check") || isLiveStart(words)) {
                files(line.word()).forEach(candidates::add);
            }
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
                model().subcommands().get(verb).getCommandSpec().usageMessage().description();
        return new Candidate(verb, verb, null, description.length == 0 ? null : description[0], null, null, true);
    }

    private Stream<Candidate> values(String option, List<String> words, String typed) {
        return switch (option) {
            case "--output" -> FORMS.stream().sorted().map(Candidate::new);
            case "--runtime" ->
                breadboard.words("runtime", "", List.of()).stream().map(Candidate::new);
            case "--nemesis" ->
                listed(typed, breadboard.words(NEMESIS, "", List.of())).map(Candidate::new);
            case "--of" -> combined().map(Candidate::new);
            case "--on" -> Stream.of("local", "slurm").map(Candidate::new);
            case "--set" -> set(words, typed);
            case "--parameter" ->
                breadboard.settableKeys(mix(words), List.of()).stream().map(Candidate::new);
            case "--from" -> breadboard.names(Kind.MIXES).stream().map(Candidate::new);
            case "--protocol" -> breadboard.names(Kind.PROTOCOLS).stream().map(Candidate::new);
            case "--hardware" -> breadboard.names(Kind.PROFILES).stream().map(Candidate::new);
            case "--workload" -> breadboard.names(Kind.WORKLOADS).stream().map(Candidate::new);
            case "--extends" -> breadboard.names(Kind.PROFILES).stream().map(Candidate::new);
            case "--testbed" -> breadboard.names(Kind.TESTBEDS).stream().map(Candidate::new);
            default -> Stream.empty();
        };
    }

    /** A key of the mix, or a value of the key that is typed, after what is set before. */
    private Stream<Candidate> set(List<String> words, String typed) {
        String mix = mix(words);
        List<String> before = new ArrayList<>();
        for (int index = 1; index < words.size() - 1; index++) {
            if (words.get(index).equals("--set") && words.get(index + 1).indexOf('=') > 0) {
                before.add(words.get(index + 1));
            }
        }
        if (typed.indexOf('=') > 0) {
            String key = typed.substring(0, typed.indexOf('='));
            return listed(typed.substring(key.length() + 1), breadboard.words(key, mix, before))
                    .map(word -> new Candidate(key + '=' + word));
        }
        return breadboard.settableKeys(mix, before).stream().map(key -> unfinished(key + '='));
    }

    /** The words that can stand at the end of a list with commas of which a part is typed. */
    private static Stream<String> listed(String typed, List<String> words) {
        String before = typed.substring(0, typed.lastIndexOf(',') + 1);
        List<String> there = List.of(before.split(","));
        return words.stream().filter(word -> !there.contains(word)).map(word -> before + word);
    }

    /** What can be combined. */
    private Stream<String> combined() {
        return Stream.of(Kind.PROTOCOLS, Kind.PROFILES, Kind.PROGRAMS, Kind.WORKLOADS)
                .flatMap(kind -> breadboard.names(kind).stream())
                .filter(name -> !name.equals("shared"));
    }

    /** The mix that a command is about, or that the mix that it makes begins with; {@code ""} if none is typed yet. */
    private static String mix(List<String> words) {
        int at = words.get(0).equals("live")
                ? 2
                : !words.get(0).equals("mix") ? 1 : words.contains("--from") ? words.indexOf("--from") + 1 : 2;
        return at < words.size() ? words.get(at) : "";
    }

    /** Whether the second word of the verb {@code mix} is typed, and the first was this one. */
    private static boolean isMixOf(List<String> words, String action) {
        return words.size() == 2 && words.get(0).equals("mix") && words.get(1).equals(action);
    }

    private static boolean isLiveStart(List<String> words) {
        return words.size() == 2 && words.get(0).equals("live") && words.get(1).equals("start");
    }

    /** A candidate that more is typed behind. */
    private static Candidate unfinished(String word) {
        return new Candidate(word, word, null, null, null, null, false);
    }

    /** The YAML files of the folder that is typed, and its folders; without one, the files of the working folder. */
    private static Stream<Candidate> files(String typed) {
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

    private List<String> arguments(String verb, List<String> words) {
        boolean first = words.size() == 1;
        return switch (verb) {
            case "run", "explain", "whatif" -> first ? breadboard.names(Kind.MIXES) : List.of();
            case "live" -> first ? VerbNames.LIVE_ACTIONS : words.size() == 2 ? live(words.get(1)) : List.of();
            case "study" -> first ? breadboard.names(Kind.STUDIES) : List.of();
            case "reproduce" -> first ? breadboard.reproducible() : List.of();
            case "compare" ->
                Stream.of(Kind.MIXES, Kind.STUDIES)
                        .flatMap(kind -> breadboard.names(kind).stream())
                        .toList();
            case "describe" -> first ? breadboard.describable() : List.of();
            case "list" -> first ? kinds() : List.of();
            case "hardware" ->
                first ? List.of("show") : words.size() == 2 ? breadboard.names(Kind.PROFILES) : List.of();
            case "mix" ->
                first ? List.of("new", "check") : isMixOf(words, "check") ? breadboard.names(Kind.MIXES) : List.of();
            case "plugin" -> first ? VerbNames.PLUGIN_ACTIONS : words.size() == 2 ? plugins(words.get(1)) : List.of();
            case "help" -> first ? VerbNames.ALL : List.of();
            default -> List.of();
        };
    }

    /** What there is to start is not active; everything else is about what is, first of all. */
    private List<String> plugins(String action) {
        if (!action.equals("start")) {
            return breadboard.names(Kind.PLUGINS);
        }
        try {
            return plugins.list().stream()
                    .filter(row -> row.state() == PluginState.STOPPED)
                    .map(PluginActions.Row::id)
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private List<String> live(String action) {
        return switch (action) {
            case "start" -> breadboard.names(Kind.MIXES);
            case "swap" -> breadboard.names(Kind.PROTOCOLS);
            default -> List.of();
        };
    }

    /** Whether the next word of {@code plugin} is a jar. */
    private static boolean takesFile(List<String> words) {
        return words.size() == 2 && words.get(1).equals("install")
                || words.size() == 3 && words.get(1).equals("update");
    }

    private static List<String> kinds() {
        return Stream.of(Kind.values()).map(Kind::word).toList();
    }
}
