// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributionTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({
        "list,false",
        "--debug list,false",
        "run -c x,false",
        "plugin list,true",
        "--help,false",
        "-c list,true",
        "-f script.gogo,true",
        "--debug,true",
    })
    void shouldNeedFelixForScriptsAndTheShell(String line, boolean needed) {
        assertEquals(needed, needsFelix(line.split(" ")));
    }

    @Test
    void shouldNeedFelixForAJarAmongThePlugins() throws IOException {
        Path plugins = Files.createDirectory(home.resolve("plugins"));
        assertFalse(needsFelix("list"));
        Files.createFile(plugins.resolve("README.md"));
        assertFalse(needsFelix("list"));
        Files.createFile(plugins.resolve("broken.jar"));
        assertTrue(needsFelix("list"));
    }

    @Test
    void shouldLeaveAFolderThatCannotBeReadToFelix() throws IOException {
        Files.createFile(home.resolve("plugins"));
        assertTrue(needsFelix("list"));
    }

    private boolean needsFelix(String... line) {
        return new Distribution(home).needsFelix(Arguments.parse(line));
    }
}
