// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.breadboard.shell.OneShot;

/** Writes the page of {@code man} into the distribution, for the build. */
final class Manual {
    /** Where {@code man} looks for it beside {@code bin}. */
    private static final Path PAGE = Path.of("share", "man", "man1", "breadboard.1");

    private Manual() {}

    /** Writes it. */
    public static void main(String[] none) throws IOException {
        Path home = Path.of(System.getProperty("breadboard.home"));
        Files.createDirectories(home.resolve(PAGE).getParent());
        Files.writeString(
                home.resolve(PAGE),
                OneShot.manPage(home, Manual.class.getPackage().getImplementationVersion()));
    }
}
