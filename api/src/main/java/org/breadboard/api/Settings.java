package org.breadboard.api;

import java.util.List;

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

    /** All defaults of some settings: for what a plug-in builds with another one's part that its own mix says nothing about. */
    static Settings defaultsOf(List<Setting> settings) {
        return new DefaultSettings(settings);
    }

    /** {@link #integer} as an {@code int}; the declared bounds must fit one. */
    default int count(String name) {
        return Math.toIntExact(integer(name));
    }
}
