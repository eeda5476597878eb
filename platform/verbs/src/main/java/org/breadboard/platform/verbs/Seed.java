// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a seed. */
public final class Seed implements ITypeConverter<Long> {
    /** What a mix takes for its key {@code seed}. */
    private static final long MOST = 1L << 53;

    /** Made by the reader of the command line. */
    public Seed() {}

    @Override
    public Long convert(String word) {
        if (!word.matches("[0-9]{1,16}") || Long.parseLong(word) > MOST) {
            throw new TypeConversionException(
                    '\'' + word + "' is not a whole number between 0 and " + MOST + ", such as 42");
        }
        return Long.parseLong(word);
    }
}
