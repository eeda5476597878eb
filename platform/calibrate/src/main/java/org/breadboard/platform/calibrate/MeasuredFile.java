// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.calibrate;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;

/** Reads what somebody measured: finds out which tool wrote a file by what it says. */
final class MeasuredFile {
    private static final Pattern PERFTEST_JSON = Pattern.compile("\\s*\"(test_info|MsgSize)\"\\s*:.*");
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final long MOST_BYTES = 16 << 20;

    private MeasuredFile() {}

    /**
     * All that a file tells.
     *
     * @param notTaken is told in a sentence of each of its parts that counts for nothing
     * @throws RefusedException if it is of none of the tools, or tells nothing
     */
    static List<Measured> read(Path file, Consumer<String> notTaken) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new RefusedException("There is no file '" + file + "'.");
        }
        List<String> lines = lines(file);
        String name = file.getFileName().toString();
        List<String> others = new ArrayList<>();
        List<Measured> measured;
        if (PerftestOutput.is(lines)) {
            measured = PerftestOutput.read(name, lines, sentence -> {
                notTaken.accept(sentence);
                others.add(sentence);
            });
        } else if (TestpmdOutput.is(lines)) {
            measured = TestpmdOutput.read(name, lines);
        } else if (MeasuredCsv.is(lines)) {
            measured = MeasuredCsv.read(file);
        } else if (lines.stream().anyMatch(line -> PERFTEST_JSON.matcher(line).matches())) {
            throw new RefusedException("'" + file + "' is what perftest writes with --out_json; take what it prints.");
        } else {
            throw unknown(file);
        }
        if (measured.isEmpty() && !others.isEmpty()) {
            throw new RefusedException(others.get(0));
        }
        if (measured.isEmpty()) {
            throw new RefusedException("'" + file + "' has no line with a result; it may have been cut off.");
        }
        return measured;
    }

    private static List<String> lines(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw unknown(file);
        }
        try {
            List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
            if (!lines.isEmpty() && lines.get(0).startsWith(BYTE_ORDER_MARK)) {
                lines.set(0, lines.get(0).substring(1));
            }
            return lines;
        } catch (MalformedInputException another) {
            // A comment in another encoding does no harm: what tools print is ASCII.
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        }
    }

    /** Of a line with a number that is none, or that nothing can measure. */
    static RefusedException noNumber(String place, String line) {
        return new RefusedException(
                place + ": '" + line.strip() + "' has a number that nothing can measure; it may be damaged.");
    }

    private static RefusedException unknown(Path file) {
        return new RefusedException(
                "'" + file + "' is no output of perftest (ib_read_bw and its like) or of testpmd's 'show"
                        + " port stats', and no CSV with the columns operation, bytes, metric, value and unit.");
    }
}
