// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.verbs;

/**
 * A verb of the command line: its word, what the words behind it mean, what it does, and how it is completed.
 * Breadboard's own are found by {@link java.util.ServiceLoader}; those of plug-ins by {@link VerbPlugin}. One object
 * for a process; any thread.
 */
public interface Verb {
    /** Where help lists a verb that says nothing else: behind Breadboard's own. */
    int LAST = 100;

    /** The word that names it, as in {@code breadboard run}: lower-case letters, digits and single hyphens. */
    String name();

    /** What its words mean, and what it does; a new object for each call. */
    VerbCommand command();

    /** Where help lists it: smaller first, then by name. A plug-in's are behind all others, whatever it says. */
    default int order() {
        return LAST;
    }

    /**
     * Offers what the word that a user types may become. May be called before the words make sense; somebody waits for
     * it. Nothing is offered unless this is overridden, but options and the forms of {@code --output}.
     */
    default void complete(Completion typed) {}
}
