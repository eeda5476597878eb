// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.yaml;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.api.RefusedException;

/**
 * A place that a user can go to.
 *
 * @param file as the user would name it, or what stands for a file, for example {@code --set}
 * @param line from 1, or 0 where there are no lines
 * @param folder what paths that are given there are relative to
 */
public record Where(String file, int line, Path folder) {
    /** Controls but tabs and line ends, halves of characters, and what is no character. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF&&[^\\t\\n]]");

    /** A place whose paths are relative to the working folder. */
    public Where(String file, int line) {
        this(file, line, Path.of(""));
    }

    /** A refusal that begins with the place. */
    public RefusedException refuse(String sentence) {
        return new RefusedException(this + ": " + sentence);
    }

    /** Text that was given here; one that holds what a terminal obeys or YAML cannot hold as it is, is refused. */
    public String printable(String text) {
        Matcher unprintable = UNPRINTABLE.matcher(text);
        if (unprintable.find()) {
            throw refuse(String.format(
                    Locale.ROOT,
                    "text holds the control character U+%04X; of these, only tabs and line ends are allowed.",
                    text.codePointAt(unprintable.start())));
        }
        return text;
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
