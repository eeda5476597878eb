package org.breadboard.platform.yaml;

import java.nio.file.Path;
import org.breadboard.api.RefusedException;

/**
 * A place that a user can go to.
 *
 * @param file as the user would name it, or what stands for a file, for example {@code --set}
 * @param line from 1, or 0 where there are no lines
 * @param folder what paths that are given there are relative to
 */
public record Where(String file, int line, Path folder) {
    /** A place whose paths are relative to the working folder. */
    public Where(String file, int line) {
        this(file, line, Path.of(""));
    }

    /** A refusal that begins with the place. */
    public RefusedException refuse(String sentence) {
        return new RefusedException(this + ": " + sentence);
    }

    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
