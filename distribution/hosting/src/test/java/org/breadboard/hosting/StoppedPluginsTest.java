// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Version;

class StoppedPluginsTest {
    private static final BundleName SHIPPED = new BundleName("org.sample", Version.parseVersion("1.0.0"));
    private static final BundleName FORK = new BundleName("org.sample", Version.parseVersion("1.0.1"));

    @TempDir
    private Path folder;

    @Test
    void shouldTellAForkFromWhatItWasMadeOf() throws IOException {
        StoppedPlugins stopped = new StoppedPlugins(folder);
        stopped.add(SHIPPED, "sample");
        assertEquals(Optional.of("sample"), stopped.all().id(SHIPPED));
        assertEquals(Optional.empty(), stopped.all().id(FORK));
        stopped.remove(SHIPPED);
        assertEquals(List.of(), files());
    }

    @Test
    void shouldLetOthersReadWhatIsStopped() throws IOException {
        new StoppedPlugins(folder).add(SHIPPED, "sample");
        Path other = Files.createFile(folder.resolve("other"));
        assertEquals(Files.getPosixFilePermissions(other), Files.getPosixFilePermissions(folder.resolve("stopped")));
    }

    @Test
    void shouldLeaveNothingBehindWhereItCannotWrite() throws IOException {
        Files.createDirectories(folder.resolve("stopped").resolve("x"));
        assertThrows(IOException.class, () -> new StoppedPlugins(folder).add(SHIPPED, "sample"));
        assertEquals(List.of("stopped"), files());
    }

    @Test
    void shouldSayOfAFileThatCannotBeReadWhatToDo() throws IOException {
        Files.write(folder.resolve("stopped"), new byte[] {(byte) 0xff, (byte) 0xfe});
        RefusedException refused = assertThrows(RefusedException.class, () -> new StoppedPlugins(folder).any());
        assertTrue(refused.getMessage().contains("or delete it to start them all."), refused.getMessage());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
