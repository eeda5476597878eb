// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    private Path temp;

    private Path folder(String name) throws IOException {
        return Files.createDirectories(temp.resolve(name));
    }

    @Test
    void shouldBeCalledAsWhereItWasBuiltOrUnpacked() throws IOException {
        String built = folder("clone/distribution/assembly/target/breadboard").toString();
        assertEquals("./breadboard", Program.called(built, temp));
        String unpacked = folder("clone/distribution/assembly/target/guide/breadboard-0.1.0")
                .toString();
        assertEquals("bin/breadboard", Program.called(unpacked, temp));
        assertEquals("bin/breadboard", Program.called(folder("breadboard").toString(), temp));
    }

    @Test
    void shouldLookWhereItWorksIfNobodySaysWhereItLies() throws IOException {
        folder("clone/distribution/plugin");
        Files.createFile(temp.resolve("clone/breadboard"));
        assertEquals("./breadboard", Program.called(null, temp.resolve("clone")));
        assertEquals("./breadboard", Program.called(null, folder("clone/distribution/examples/mine")));
        assertEquals("bin/breadboard", Program.called(null, folder("plug-ins/mine")));
    }
}
