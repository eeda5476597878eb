package org.breadboard.shell.verb;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import org.breadboard.hosting.PluginActions;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.catalogue.Kind;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.verbs.RunRequest;
import org.breadboard.shell.verb.common.Word;
import org.breadboard.shell.verb.results.CalibrateVerb;
import org.breadboard.shell.verb.results.CompareVerb;
import org.breadboard.shell.verb.results.ReproduceVerb;
import org.breadboard.shell.verb.results.WhatIfVerb;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The root command: all verbs on one console. Made for one call. */
@Command(
        name = "breadboard",
        description = "A breadboard for hardware-accelerated distributed transactions.",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "breadboard [--debug] [--project DIR] VERB ...",
            "       breadboard -c \"VERB ...\"",
            "       breadboard -f SCRIPT",
            "       breadboard"
        },
        commandListHeading = "%nVerbs:%n",
        footer = {
            "",
            "Each verb has --help with an example. Without a verb the console shell opens.",
            "In the shell and in scripts also: print, grep, each, if, alias; with '&' a verb runs in the background,",
            "where jobs, wait and kill see it; history is the shell's own. docs/shell.md tells of them.",
            "A folder with breadboard.yaml is a project: its mixes, profiles and plug-ins are found in it, or by --project.",
            "Exit code: 0 done and verified, 1 violated or failed, 2 a mistake of yours, 3 a defect of ours.",
            "",
            "Example:",
            "  breadboard run fasst-smallbank --seed 42"
        })
public final class Verbs {
    private static final int USAGE_COLUMNS = 100;

    private final Breadboard breadboard;
    private final PluginActions plugins;
    private final Console console;

    /** The verbs of a platform, on a console; {@code plugins} is null where plug-ins cannot come and go. */
    public Verbs(Breadboard breadboard, PluginActions plugins, Console console) {
        this.breadboard = breadboard;
        this.plugins = plugins;
        this.console = console;
    }

    /** Runs the verb that the first word names; never throws. */
    public int execute(List<String> words) {
        String first = words.get(0);
        boolean one = VerbNames.ALL.contains(first) && !first.equals("help");
        // To read how all of them are declared takes longer than most of them run.
        CommandLine line = commandLine(one ? List.of(first) : VerbNames.ALL);
        line.setOut(writer(console.out()));
        line.setErr(writer(console.err()));
        line.setParameterExceptionHandler((mistake, arguments) -> explain(mistake));
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            console.err().println("A defect of Breadboard's: " + thrown + '.');
            if (console.debug()) {
                thrown.printStackTrace(console.err());
            }
            return ExitStatus.DEFECT.code();
        });
        return line.execute(words.toArray(new String[0]));
    }

    /** The model of some verbs, their options and arguments. */
    private CommandLine commandLine(List<String> names) {
        CommandLine line = new CommandLine(this);
        names.forEach(name -> line.addSubcommand(verb(name)));
        return line.registerConverter(Kind.class, word -> Word.read(Kind.class, word))
                .registerConverter(OutputFormat.class, word -> Word.read(OutputFormat.class, word))
                .registerConverter(StudyVerb.Place.class, word -> Word.read(StudyVerb.Place.class, word))
                .registerConverter(RunRequest.RuntimeKind.class, word -> Word.read(RunRequest.RuntimeKind.class, word))
                .registerConverter(MixVerb.Action.class, word -> Word.read(MixVerb.Action.class, word))
                .registerConverter(HardwareVerb.Action.class, word -> Word.read(HardwareVerb.Action.class, word))
                .registerConverter(LiveVerb.Action.class, word -> Word.read(LiveVerb.Action.class, word))
                .registerConverter(PluginVerb.Action.class, word -> Word.read(PluginVerb.Action.class, word))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(USAGE_COLUMNS);
    }

    private CommandLine verb(String name) {
        return switch (name) {
            case "run" -> new CommandLine(new RunVerb(breadboard, console));
            case "explain" -> new CommandLine(new ExplainVerb(breadboard, console));
            case "live" -> new CommandLine(new LiveVerb(breadboard, console));
            case "whatif" -> new CommandLine(new WhatIfVerb(breadboard, console));
            case "compare" -> new CommandLine(new CompareVerb(breadboard, console));
            case "reproduce" -> new CommandLine(new ReproduceVerb(breadboard, console));
            case "calibrate" -> new CommandLine(new CalibrateVerb(breadboard, console));
            case "study" -> new CommandLine(new StudyVerb(breadboard, console));
            case "campaign" -> new CommandLine(new CampaignVerb(breadboard, console));
            case "list" -> new CommandLine(new ListVerb(breadboard, console));
            case "describe" -> new CommandLine(new DescribeVerb(breadboard, console));
            case "mix" -> new CommandLine(new MixVerb(breadboard, console));
            case "hardware" -> new CommandLine(new HardwareVerb(breadboard, console));
            case "plugin" -> new CommandLine(new PluginVerb(breadboard, plugins, console));
            case "verify" -> new CommandLine(new VerifyVerb(breadboard, console));
            case "bench" ->
                new CommandLine(new BenchVerb(breadboard, console)).setUnmatchedOptionsArePositionalParams(true);
            case "tutorial" ->
                new CommandLine(new TutorialVerb(
                        breadboard, console, words -> new Verbs(breadboard, plugins, console).execute(words)));
            case "help" -> new CommandLine(new HelpVerb(breadboard, console));
            default -> throw new IllegalArgumentException("no verb " + name);
        };
    }

    /** The model of all verbs for completion, without a console. */
    public static CommandSpec model() {
        return new Verbs(null, null, null).commandLine(VerbNames.ALL).getCommandSpec();
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, Charset.defaultCharset()), true);
    }

    private int explain(CommandLine.ParameterException mistake) {
        CommandSpec spec = mistake.getCommandLine().getCommandSpec();
        console.err().println(sentence(mistake, spec));
        if (console.debug()) {
            mistake.printStackTrace(console.err());
        }
        return ExitStatus.USER_MISTAKE.code();
    }

    private static String sentence(CommandLine.ParameterException mistake, CommandSpec spec) {
        String help = "; '" + spec.qualifiedName() + " --help' shows what there is.";
        if (mistake instanceof CommandLine.UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            if (spec.parent() == null) {
                return VerbNames.unknown(word);
            }
            List<String> options =
                    spec.options().stream().map(OptionSpec::longestName).toList();
            return word.startsWith("-")
                    ? '\'' + spec.name() + "' has no option '" + word + '\'' + Suggestion.phrase(word, options) + help
                    : '\'' + word + "' is one word too many" + help;
        }
        String message = mistake.getMessage();
        if (mistake.getCause() instanceof CommandLine.TypeConversionException explained) {
            String option = mistake.getArgSpec() instanceof OptionSpec named ? named.longestName() + ": " : "";
            message = option + explained.getMessage();
        }
        return (message.endsWith(".") ? message.substring(0, message.length() - 1) : message) + help;
    }
}
