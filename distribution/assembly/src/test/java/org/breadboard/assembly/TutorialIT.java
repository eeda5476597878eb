// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tutorial against the assembled distribution. */
final class TutorialIT {
    @TempDir
    private Path temp;

    @Test
    void shouldRunAllSteps() throws Exception {
        String out = Assembled.run(temp, "tutorial", "--yes").with(0).out();
        assertTrue(out.contains("Step 1 of 9:") && out.contains("Step 9 of 9:"), out);
        assertTrue(out.contains("Violated") && out.endsWith("the documentation is in docs/.\n"), out);
    }

    @Test
    void shouldRefuseAStepThatThereIsNot() throws Exception {
        String err = Assembled.run(temp, "tutorial", "10").with(2).err();
        assertTrue(err.startsWith("'10' is no step: they go from 1 to 9;"), err);
    }
}
