// SPDX-License-Identifier: Apache-2.0
package org.breadboard.shell.tutorial;

import java.util.List;

/**
 * A step of the tutorial.
 *
 * @param title what it is about
 * @param before what to know before
 * @param command what is run, in words that no quotes are needed for
 * @param status the exit code that it ends with
 * @param after what to look at
 */
record Lesson(String title, String before, String command, int status, String after) {
    private static final String SHORT = " --set time.measureUs=300";

    /** All steps, in their order. */
    static final List<Lesson> ALL = List.of(
            new Lesson(
                    "What there is to run",
                    "A mix is a file that says what runs: a cluster, its hardware, a protocol, a workload, a load.",
                    "list mixes",
                    0,
                    "Each line is one mix. Most are named after the paper's system and the workload."),
            new Lesson(
                    "A first run",
                    "FaSST answers RPCs over RDMA datagrams. This runs SmallBank on it, on a simulated cluster.",
                    "run fasst-smallbank" + SHORT,
                    0,
                    "'verdict' comes last: every committed transaction was checked. 'bottleneck' names what is used up."
                            + " 'result' is a folder with a report to open in a browser."),
            new Lesson(
                    "Change one thing",
                    "--set changes any value of a mix. Fewer transactions at a time, 4 instead of 19 per thread:",
                    "run fasst-smallbank --set load.contexts=4" + SHORT,
                    0,
                    "Compare 'latency' with the run before: who waits less in queues is faster, and less is done."),
            new Lesson(
                    "One transaction, hop by hop",
                    "Where does its time go? This draws a typical transaction of the same run.",
                    "explain fasst-smallbank --set load.contexts=4" + SHORT,
                    0,
                    "'time' sums it up. Below, '*' marks what the outcome waited for: read it from top to bottom."),
            new Lesson(
                    "What a part is",
                    "Protocols, hardware, workloads and the rest are parts that plug-ins bring.",
                    "describe fasst",
                    0,
                    "'needs' is what it asks of hardware; whatever offers that can take it. Below are its settings, which"
                            + " --set protocol.NAME=VALUE changes."),
            new Lesson(
                    "Other hardware",
                    "So the same protocol runs on another paper's hardware: here a SmartNIC. First the question who offers"
                            + " what:",
                    "mix check fasst-smallbank --set hardware.profile=liquidio3",
                    0,
                    "Nothing is missing: all that is asked for is offered."),
            new Lesson(
                    "The combination, run",
                    "And here it is:",
                    "run fasst-smallbank --set hardware.profile=liquidio3" + SHORT,
                    0,
                    "Another bottleneck, other figures, and again a verdict. 'list combinations' shows what else goes"
                            + " together."),
            new Lesson(
                    "A broken protocol is caught",
                    "Verdicts are worth something if they can be bad. This leaves out FaSST's validation of what was read:",
                    "run fasst-contended --set protocol.breakage=skip-validation",
                    1,
                    "'Violated', the cycle in words, and the command that replays it. The exit code is 1."),
            new Lesson(
                    "A system of another kind",
                    "NOCC's switch aborts transactions early, on their way to the store.",
                    "run nocc-counter",
                    0,
                    "See 'early' among the aborts: the store never saw these. Now try 'explain nocc-counter', and then a"
                            + " mix of your own: 'mix new mine --from fasst-smallbank'."));
}
