package org.breadboard.shell.verb;

import java.util.List;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.ExitStatus;
import org.breadboard.platform.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "bench",
        description = "Benchmarks the hot paths of the core in a JVM of their own, each beside a baseline.",
        footer = {"", "Everything but --help goes to JMH.", "", "Example:", "  breadboard bench RingHop -f 1 -wi 3 -i 5"
        })
final class BenchVerb extends Verb {
    @Parameters(arity = "0..*", paramLabel = "JMH", description = "Patterns and options of JMH's.")
    private List<String> arguments = List.of();

    BenchVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    ExitStatus execute(Breadboard breadboard, Console console) {
        return breadboard.bench(List.copyOf(arguments), console);
    }
}
