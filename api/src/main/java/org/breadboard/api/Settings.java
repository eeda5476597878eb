package org.breadboard.api;

/**
 * The settled values of a plug-in's {@link Setting}s in one run: every declared setting has a legal value.
 *
 * <p>Asking for a name that was not declared, or for another type than was declared, is a defect of the plug-in and throws
 * {@link IllegalArgumentException}. Immutable; any thread.
 */
public interface Settings {
    /** The value of an {@link Setting.Type#INTEGER} setting. */
    long integer(String name);

    /** The value of a {@link Setting.Type#NUMBER} (or integer) setting. */
    double number(String name);

    /** The value of a {@link Setting.Type#FLAG} setting. */
    boolean flag(String name);

    /** The value of a {@link Setting.Type#CHOICE} setting. */
    String choice(String name);

    /** {@link #integer} as an {@code int}; the declared bounds must fit one. */
    default int count(String name) {
        return Math.toIntExact(integer(name));
    }
}
