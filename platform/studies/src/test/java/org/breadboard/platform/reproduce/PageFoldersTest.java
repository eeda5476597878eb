// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageFoldersTest {
    @TempDir
    private Path root;

    private Path clone;
    private Path home;

    @BeforeEach
    void setUp() throws IOException {
        clone = root.resolve("clone");
        home = root.resolve("home");
        template(clone.resolve("distribution/fidelity"));
        template(home.resolve("fidelity"));
    }

    private static void template(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("fidelity.template.md"), "");
    }

    @Test
    void shouldWriteThePageOfACloneForItsUsers() {
        assertEquals(
                new PageFolders(clone.resolve("distribution/fidelity"), clone.resolve("docs/users")),
                PageFolders.of(null, clone, home));
    }

    @Test
    void shouldLeaveADistributionAsItIs() {
        assertEquals(new PageFolders(home.resolve("fidelity"), null), PageFolders.of(null, root, home));
    }

    @Test
    void shouldTakeOneFolderForAllIfItIsNamed() throws IOException {
        Path own = root.resolve("own");
        template(own);

        assertEquals(new PageFolders(own, own), PageFolders.of(own, clone, home));
    }

    @Test
    void shouldRefuseANamedFolderWithoutATemplate() {
        RefusedException refused = assertThrows(RefusedException.class, () -> PageFolders.of(root, clone, home));

        assertEquals("'" + root + "' has no fidelity.template.md, of which the page is made.", refused.getMessage());
    }
}
