// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.platform.reproduce.Reproduce;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/users/fidelity.md} is what its template and its numbers make of it: nobody wrote into it by hand.
 * {@code .ci/fidelity} writes it anew after a change of the template's words.
 */
final class FidelityTest {
    private static final Path SOURCES = Path.of("../fidelity");
    private static final Path PAGE = Path.of("../../docs/users/fidelity.md");
    private static final boolean REWRITE = Boolean.getBoolean("breadboard.fidelity.rewrite");

    @Test
    void shouldBeMadeOfItsTemplateAndItsNumbers() throws IOException {
        String page = Reproduce.page(SOURCES);
        if (REWRITE) {
            Files.writeString(PAGE, page);
        }
        assertEquals(page, Files.readString(PAGE));
    }
}
