// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
        name = "explain",
        description = "Draws one transaction of a mix: its messages, hop by hop, with times.",
        footer = {
            "",
            "Example:",
            "  breadboard explain fasst-smallbank",
            "  breadboard explain xenic-smallbank --set load.contexts=1 --svg xenic.svg"
        })
final class ExplainCommand extends VerbCommand {
    @Parameters(paramLabel = "MIX", description = "The name of a mix ('list mixes'), or the path of a YAML file.")
    private String mix;

    @Option(
            names = "--transaction",
            paramLabel = "N",
            converter = TransactionNumber.class,
            description = "The transaction, by the number that verdicts give it (T65537 is 65537); default: the median"
                    + " one of those that commit.")
    private Long transaction;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Sets one key of the mix; may be given again and again, and the last one of a key wins.")
    private List<String> overrides = List.of();

    @Option(names = "--svg", paramLabel = "FILE", description = "Draws it to a file that browsers show, too.")
    private String svg;

    @Mixin
    private OutputOption output;

    @Override
    protected String subject() {
        return mix;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        OptionalLong chosen = transaction == null ? OptionalLong.empty() : OptionalLong.of(transaction);
        return new MixExplanation(scope)
                .explain(new ExplainRequest(mix, List.copyOf(overrides), chosen, file(), output.format()));
    }

    private Optional<Path> file() {
        try {
            return Optional.ofNullable(svg).map(Path::of);
        } catch (InvalidPathException wrong) {
            throw mistake("--svg: '" + svg + "' is no path");
        }
    }

    /** Reads a transaction's number, as verdicts write it. */
    static final class TransactionNumber implements ITypeConverter<Long> {
        /** Made by the reader of the command line. */
        TransactionNumber() {}

        @Override
        public Long convert(String word) {
            if (!word.matches("T?[0-9]{1,18}")) {
                throw new TypeConversionException(
                        '\'' + word + "' is not the number of a transaction, such as 65537 or T65537");
            }
            return Long.valueOf(word.startsWith("T") ? word.substring(1) : word);
        }
    }
}
