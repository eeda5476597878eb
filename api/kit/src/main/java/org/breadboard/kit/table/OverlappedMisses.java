// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.runtime.Step;

/**
 * What a CPU waits for memory while it works through a list, such as the records of a log: it knows the next addresses
 * beforehand, so several accesses are under way at once. Of each {@code atOnce} accesses the first one's time passes;
 * the others are over by then. Accesses of one item that depend on each other are one access here, as long as all of
 * them. One thread.
 *
 * <p>A search in a tree depends on itself from node to node, and compares keys in each: it is too long for a core to
 * look beyond it. So ordered tables are not charged this way.
 */
public final class OverlappedMisses {
    /** How many items of a list a CPU is at, at once. */
    public static final Setting<Integer> AT_ONCE = Setting.count(
            "missesAtOnce",
            "",
            4,
            1,
            64,
            "Records of a list whose memory accesses overlap on the CPU that works through it (assumed: a Cascade Lake core has 10 line"
                    + " fill buffers for two hyperthreads, and one of each thread's five fetches the list itself; 1: one after another)");

    private final int atOnce;
    private int begun;

    /** Of a run whose protocol declares {@link #AT_ONCE}. */
    public OverlappedMisses(Settings settings) {
        this(settings.get(AT_ONCE));
    }

    /** So many at once. */
    public OverlappedMisses(int atOnce) {
        this.atOnce = atOnce;
    }

    /** Charges for the next item of the list, whose accesses take so long one after another. */
    public void charge(Step step, double ns) {
        if (begun == 0) {
            step.stall(ns);
        }
        begun = begun + 1 == atOnce ? 0 : begun + 1;
    }

    /** The list is at its end: what another one has cannot be known yet. */
    public void end() {
        begun = 0;
    }
}
