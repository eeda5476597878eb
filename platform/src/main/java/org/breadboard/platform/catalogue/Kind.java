package org.breadboard.platform.catalogue;

import java.util.Locale;

/** The kinds of things that a user can name, in the order in which they are listed. */
public enum Kind {
    /** Mixes: what {@code run} runs. */
    MIXES("mix"),
    /** Studies: what {@code study} runs. */
    STUDIES("study"),
    /** Testbeds: clusters that mixes stand on. */
    TESTBEDS("testbed"),
    /** Profiles of devices. */
    HARDWARE("hardware"),
    /** Protocols. */
    PROTOCOLS("protocol"),
    /** Programs for switches. */
    PROGRAMS("program"),
    /** Data structures for tables. */
    STORES("store"),
    /** Workloads. */
    WORKLOADS("workload"),
    /** Plug-ins, with their origin and digest. */
    PLUGINS("plugin");

    private final String singular;

    Kind(String singular) {
        this.singular = singular;
    }

    /** One of them, for the column that says what a row is. */
    public String singular() {
        return singular;
    }

    /** The name on the command line, for example {@code mixes}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
