// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StreamsTest {
    @ParameterizedTest
    @CsvSource({"',in,out,err 132',132", "',out 5',20", "',out ',80", "',out x',80", "',out 0',80", "'',80"})
    void shouldTakeTheWidthThatTheScriptHasFound(String said, int columns) {
        assertEquals(columns, Streams.of(null, null, null, said).columns());
    }

    @Test
    void shouldTakeTheTerminalsThatTheScriptHasFound() {
        assertEquals(
                Set.of("in", "out"), Streams.of(null, null, null, ",in,out 80").terminals());
        assertEquals(Set.of("in"), Streams.of(null, null, null, ",in").terminals());
        assertEquals(Set.of(), Streams.of(null, null, null, "").terminals());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "--halp; 'breadboard' has no option '--halp', did you mean '--help'",
                "--projct x run y; 'breadboard' has no option '--projct', did you mean '--project'",
                "--xyzzy; 'breadboard' has no option '--xyzzy'",
            })
    void shouldSayWhichOptionWasMeant(String line, String sentence) {
        String said = assertThrows(CommandLine.ParameterException.class, () -> Arguments.parse(line.split(" ")))
                .getMessage();
        assertEquals(sentence, said);
    }
}
