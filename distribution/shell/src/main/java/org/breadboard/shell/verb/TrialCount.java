package org.breadboard.shell.verb;

import org.breadboard.platform.CombinationsRequest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how many combinations to try. */
final class TrialCount implements ITypeConverter<Integer> {
    /** What stands for all. */
    static final String ALL = "ALL";

    /** Made by the reader of the command line. */
    TrialCount() {}

    @Override
    public Integer convert(String word) {
        if (word.equals(ALL)) {
            return CombinationsRequest.ALL;
        }
        int number = word.matches("[0-9]{1,6}") ? Integer.parseInt(word) : 0;
        if (number < 1) {
            throw new TypeConversionException(
                    '\'' + word + "' is not a whole number from 1 to 999999, such as 20; without one, all are tried");
        }
        return number;
    }
}
