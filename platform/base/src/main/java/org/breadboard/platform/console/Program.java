// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.console;

import java.nio.file.Files;
import java.nio.file.Path;

/** How a person calls Breadboard. Any thread. */
public final class Program {
    /** Where the distribution lies that runs; the script says it, and who starts a JVM for it passes it on. */
    public static final String HOME = "breadboard.home";

    private static final String CLONE = "./breadboard";
    private static final String DISTRIBUTION = "bin/breadboard";
    /** Where a clone builds its distribution. */
    private static final Path BUILT = Path.of("distribution", "assembly", "target", "breadboard");

    private Program() {}

    /** {@code ./breadboard} in a clone, and {@code bin/breadboard} in a distribution that was unpacked. */
    public static String called() {
        return called(System.getProperty(HOME), Path.of(""));
    }

    /** Without a home, as in tests of plug-ins, it counts whether the working directory lies in a clone. */
    static String called(String home, Path working) {
        if (home != null) {
            return Path.of(home).endsWith(BUILT) ? CLONE : DISTRIBUTION;
        }
        for (Path at = working.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("breadboard"))
                    && Files.exists(at.resolve(BUILT.getName(0)).resolve("plugin"))) {
                return CLONE;
            }
        }
        return DISTRIBUTION;
    }
}
