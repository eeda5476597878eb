// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack.form;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which names of files an archive may have: paths that stay below the folder into which it is unpacked. */
final class EntryName {
    /** Controls, and what Windows has for drives, for folders, or does not allow. */
    private static final Pattern UNSOUND = Pattern.compile("[\\p{Cc}\\\\:*?\"<>|]");

    private static final int MOST_CHARACTERS = 400;

    private EntryName() {}

    /** Whether a name is relative, has no {@code .} and no {@code ..}, and means the same on every system. */
    static boolean isSound(String name) {
        return !name.isEmpty()
                && name.length() <= MOST_CHARACTERS
                && !UNSOUND.matcher(name).find()
                && Stream.of(name.split("/", -1)).noneMatch(part -> part.isBlank() || part.matches("[.]+"));
    }
}
