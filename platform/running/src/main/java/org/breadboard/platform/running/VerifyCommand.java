// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.running;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.verbs.OutputOption;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
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
final class VerifyCommand extends VerbCommand {
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

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        if (form != null && elle == null) {
            throw mistake("--form goes with --elle FILE");
        }
        ElleForm chosen = form == null ? ElleForm.LIST_APPEND : form;
        return new ResultRecheck(scope).verify(resultDirectory, file(), chosen, output.format());
    }

    private Optional<Path> file() {
        try {
            return Optional.ofNullable(elle).map(Path::of);
        } catch (InvalidPathException wrong) {
            throw mistake("--elle: '" + elle + "' is no path");
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
