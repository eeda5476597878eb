// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.catalogue;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of things that a user can list, in the order in which they are listed. */
public enum Kind {
    /** Mixes: what {@code run} runs. */
    MIXES("mix"),
    /** Studies: what {@code study} runs. */
    STUDIES("study"),
    /** Testbeds: clusters that mixes stand on. */
    TESTBEDS("testbed"),
    /** Kinds of hardware; where a user asks for them alone, with their profiles. */
    HARDWARE("hardware"),
    /** Data sheets of devices. */
    PROFILES("profile"),
    /** Protocols. */
    PROTOCOLS("protocol"),
    /** Programs for switches. */
    PROGRAMS("program"),
    /** Data structures for tables. */
    STORES("store"),
    /** Workloads. */
    WORKLOADS("workload"),
    /** Plug-ins, with their origin and digest. */
    PLUGINS("plugin"),
    /** What of these goes with what. They have no names, and are not the catalogue's. */
    COMBINATIONS("combination"),
    /** Results that are kept, which are not the catalogue's either. */
    RESULTS("result");

    private final String singular;

    Kind(String singular) {
        this.singular = singular;
    }

    /** The kind of a word in the singular or as in {@link #word}; nothing if it names none. */
    public static Optional<Kind> of(String word) {
        return Stream.of(values())
                .filter(kind -> kind.singular.equals(word) || kind.word().equals(word))
                .findFirst();
    }

    /** One of them, for the column that says what a row is. */
    public String singular() {
        return singular;
    }

    /** The name on the command line, for example {@code mixes}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a list of this kind shows another one, too. */
    boolean shows(Kind other) {
        return other == this || this == HARDWARE && other == PROFILES;
    }

    /** Whether it has columns of its own, so that a list of everything leaves it out. */
    boolean isApart() {
        return this == PLUGINS || this == COMBINATIONS || this == RESULTS;
    }
}
