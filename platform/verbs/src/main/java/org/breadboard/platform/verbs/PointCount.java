// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of points, or of threads. */
public final class PointCount implements ITypeConverter<Integer> {
    private static final int MOST = 256;

    /** Made by the reader of the command line. */
    public PointCount() {}

    @Override
    public Integer convert(String word) {
        int number = word.matches("[0-9]{1,4}") ? Integer.parseInt(word) : 0;
        if (number < 1 || number > MOST) {
            throw new TypeConversionException(
                    '\'' + word + "' is not a whole number between 1 and " + MOST + ", such as 2");
        }
        return number;
    }
}
