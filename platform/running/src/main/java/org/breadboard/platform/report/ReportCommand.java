// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.report;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.page.Exhibit;
import org.breadboard.platform.result.RunFiles;
import org.breadboard.platform.verbs.VerbCommand;
import org.breadboard.platform.verbs.VerbScope;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = "Writes the plots and tables of a stored result as files, for papers and other programs.",
        footer = {
            "",
            "Example:",
            "  breadboard report results/fasst-smallbank/latest --form pdf --out figures",
            "  breadboard report results/xenic-fig8a/latest --form latex --out figures"
        })
final class ReportCommand extends VerbCommand {
    @Parameters(
            paramLabel = "RESULT",
            description = "The folder of a run, study, comparison or what-if, or a report.html.")
    private Path result;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            required = true,
            description = "svg or pdf: pictures. csv: numbers and texts. latex: pgfplots and booktabs. gnuplot: scripts"
                    + " and their data.")
    private ReportForm form;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "The folder for the files; made if missing. Files of the same names are replaced.")
    private Path out;

    @Override
    protected String subject() {
        return result.toString();
    }

    @Override
    protected boolean needsACleanProcess() {
        return false;
    }

    @Override
    protected ExitStatus execute(VerbScope scope) throws IOException {
        Path page = Files.isDirectory(result) ? result.resolve(RunFiles.REPORT) : result;
        List<Exhibit> exhibits = exhibits(page);
        List<Path> written = new ExhibitFiles(form, exhibits).write(out);
        written.forEach(scope.console().out()::println);
        return ExitStatus.DONE;
    }

    private static List<Exhibit> exhibits(Path page) throws IOException {
        if (!Files.isRegularFile(page)) {
            throw new RefusedException("There is no report '" + page
                    + "'; give the folder of a result, results/NAME/TIMESTAMP, or its " + RunFiles.REPORT + ".");
        }
        try {
            return Exhibit.read(page.toString(), Files.readString(page));
        } catch (CharacterCodingException binary) {
            throw new RefusedException("'" + page + "' is not UTF-8 text, so it is no " + RunFiles.REPORT + ".");
        }
    }
}
