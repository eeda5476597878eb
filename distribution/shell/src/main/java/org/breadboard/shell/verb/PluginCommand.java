// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.verb;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.hosting.PluginActions;
import org.breadboard.hosting.PluginActions.Change;
import org.breadboard.hosting.PluginActions.Details;
import org.breadboard.hosting.PluginActions.Row;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "plugin",
        description = "Lists plug-ins, and brings them in, exchanges and removes them.",
        footer = {
            "",
            "list           all of them, with their state and SHA-256",
            "info ID        what one brings, and who needs it",
            "install FILE   copies a jar to plugins/, if it works",
            "update ID FILE takes a jar instead of the one of before, which comes back if the new one does not work",
            "start ID       takes one into use again",
            "stop ID        takes one out of use, until it is started again",
            "remove ID      deletes the jar of one",
            "",
            "Example:",
            "  breadboard plugin install my-plugin.jar"
        })
final class PluginCommand extends VerbCommand {
    private static final int SHORT_DIGEST = 12;

    /** What can be done with plug-ins. */
    enum Action {
        LIST(""),
        INFO(" ID"),
        INSTALL(" FILE"),
        UPDATE(" ID FILE"),
        START(" ID"),
        STOP(" ID"),
        REMOVE(" ID");

        private final String operands;

        Action(String operands) {
            this.operands = operands;
        }

        String usage() {
            return "plugin " + name().toLowerCase(Locale.ROOT) + operands;
        }

        int count() {
            return operands.isEmpty() ? 0 : operands.split(" ", -1).length - 1;
        }
    }

    private final PluginActions plugins;

    @Parameters(index = "0", paramLabel = "ACTION", description = "list, info, install, update, start, stop or remove.")
    private Action action;

    @Parameters(
            index = "1..*",
            arity = "0..2",
            paramLabel = "ID|FILE",
            description = "The id of a plug-in, the name of its bundle or jar, or the path of a jar.")
    private List<String> operands = List.of();

    @Option(names = "--sha256", paramLabel = "HEX", description = "Refuses a jar with another SHA-256 than this.")
    private String sha256;

    @Option(names = "--force", description = "Updates, stops or removes also what is in use; runs with it end.")
    private boolean force;

    @Mixin
    private OutputOption output;

    PluginCommand(PluginActions plugins) {
        this.plugins = plugins;
    }

    @Override
    protected boolean needsACleanProcess() {
        return false;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (operands.size() != action.count()) {
            throw mistake("The words of it are '" + action.usage() + '\'');
        }
        if (sha256 != null && action != Action.INSTALL && action != Action.UPDATE) {
            throw mistake("--sha256 goes with install and update");
        }
        try {
            return act(scope.console());
        } catch (InvalidPathException name) {
            throw new RefusedException("'" + name.getInput() + "' cannot be the name of a file.");
        }
    }

    private ExitStatus act(Console console) throws IOException {
        return switch (action) {
            case LIST -> print(plugins.list(), console);
            case INFO -> print(plugins.info(operands.get(0)), console);
            case INSTALL -> print(plugins.install(Path.of(operands.get(0)), sha256), console);
            case UPDATE -> print(plugins.update(operands.get(0), Path.of(operands.get(1)), sha256, force), console);
            case START -> print(plugins.start(operands.get(0)), console);
            case STOP -> print(plugins.stop(operands.get(0), force), console);
            case REMOVE -> print(plugins.remove(operands.get(0), force), console);
        };
    }

    private ExitStatus print(Change change, Console console) {
        if (output.format() == OutputFormat.TABLE) {
            console.out().println(change.sentence());
        } else {
            print(List.of(change.row()), console);
        }
        if (change.undone().isEmpty()) {
            return ExitStatus.DONE;
        }
        console.err().println(change.undone());
        return ExitStatus.FAILED;
    }

    private ExitStatus print(List<Row> rows, Console console) {
        Table table = new Table("id", "version", "state", "shipped", "jar", "sha256", "description");
        for (Row row : rows) {
            boolean shorten =
                    output.format() == OutputFormat.TABLE && !row.sha256().isEmpty();
            table.add(
                    row.id(),
                    row.version(),
                    row.state().toString(),
                    row.shipped(),
                    row.jar(),
                    shorten ? row.sha256().substring(0, SHORT_DIGEST) : row.sha256(),
                    row.description());
        }
        table.print(output.format(), "pluginStates", 2, console.out());
        return ExitStatus.DONE;
    }

    private ExitStatus print(Details details, Console console) {
        Row row = details.row();
        Stream<String> head = Stream.of("id", "version", "state", "shipped", "bundle", "jar", "sha256", "description");
        Stream<Object> values = Stream.of(
                row.id(),
                row.version(),
                row.state().toString(),
                row.shipped(),
                details.bundle(),
                details.path(),
                row.sha256(),
                row.description());
        Stream<String> kinds = details.offers().stream().map(PluginActions.Offers::kind);
        Stream<Object> offers = details.offers().stream().map(PluginActions.Offers::names);
        List<String> keys = Stream.of(head, kinds, Stream.of("dependants", "mixes", "runs"))
                .flatMap(each -> each)
                .toList();
        List<Object> cells = Stream.of(
                        values, offers, Stream.<Object>of(details.dependants(), details.mixes(), details.runs()))
                .flatMap(each -> each)
                .toList();
        if (output.format() == OutputFormat.TABLE) {
            Table table = new Table("what", "value");
            for (int index = 0; index < keys.size(); index++) {
                if (!cells.get(index).equals(List.of())) {
                    table.add(keys.get(index), cells.get(index));
                }
            }
            table.print(console.out());
        } else {
            Table table = new Table(keys.toArray(new String[0]));
            table.add(cells.toArray());
            table.print(output.format(), "plugin", 2, console.out());
        }
        return ExitStatus.DONE;
    }
}
