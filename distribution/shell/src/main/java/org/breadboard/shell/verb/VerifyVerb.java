package org.breadboard.shell.verb;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.platform.Breadboard;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.shell.verb.common.OutputOption;
import org.breadboard.shell.verb.common.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "verify",
        description = "Checks the history of a stored result again.",
        footer = {
            "",
            "Example:",
            "  breadboard verify results/fasst-smallbank/latest",
            "  breadboard verify results/fasst-contended/latest --elle history.edn"
        })
final class VerifyVerb extends Verb {
    @Parameters(paramLabel = "RESULT_DIR", description = "The directory that a run has written.")
    private Path resultDirectory;

    @Option(
            names = "--elle",
            paramLabel = "FILE",
            description = "Writes the history to a file that Jepsen's Elle checks (docs/users/elle.md).")
    private String elle;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            converter = FormName.class,
            description = "How --elle writes it: list-append (the default) or rw-register, which is smaller and shows"
                    + " less.")
    private ElleForm form;

    @Mixin
    private OutputOption output;

    @Spec
    private CommandSpec spec;

    VerifyVerb(Breadboard breadboard, Console console) {
        super(breadboard, console);
    }

    @Override
    protected ExitStatus execute(Breadboard breadboard, Console console) {
        if (form != null && elle == null) {
            throw new ParameterException(spec.commandLine(), "--form goes with --elle FILE");
        }
        ElleForm chosen = form == null ? ElleForm.LIST_APPEND : form;
        return breadboard.verify(resultDirectory, file(), chosen, output.format(), console);
    }

    private Optional<Path> file() {
        try {
            return Optional.ofNullable(elle).map(Path::of);
        } catch (InvalidPathException wrong) {
            throw new ParameterException(spec.commandLine(), "--elle: '" + elle + "' is no path");
        }
    }

    /** Reads the name of a form. */
    static final class FormName implements ITypeConverter<ElleForm> {
        /** Made by the reader of the command line. */
        FormName() {}

        @Override
        public ElleForm convert(String word) {
            return Stream.of(ElleForm.values())
                    .filter(form -> form.toString().equals(word))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException('\'' + word + "' is no form; take list-append or rw-register"));
        }
    }
}
