// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.util.List;

/**
 * Runs in one process what users run most, for the build: the archive of classes from which Java starts faster takes
 * those that one process has loaded.
 */
final class Rehearsal {
    private static final List<String> LINES = List.of(
            "help",
            "help run",
            "list",
            "list plugins --output json",
            "list mixes --output csv",
            "list combinations --of smallbank --output json",
            "describe connect-ib",
            "describe fasst",
            "run hades-smallbank --print-config",
            "run fasst-smallbank SHORT",
            "run xenic-smallbank SHORT",
            "run hades-smallbank SHORT",
            "run nocc-mix SHORT",
            "-c list");

    /** A run that takes no time; its figures are not looked at. */
    private static final String SHORT = "--set time.warmupUs=10 --set time.measureUs=100 --set cluster.scale=0.01";

    private Rehearsal() {}

    /** Runs them and ends, whatever they say. */
    public static void main(String[] none) {
        Main main = new Main(Streams.ofProcess(), new Interrupts());
        for (String line : LINES) {
            main.run(Arguments.parse(line.replace("SHORT", SHORT).split(" ")));
        }
        Runtime.getRuntime().exit(0);
    }
}
