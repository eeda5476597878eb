// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.nemesis;

import java.util.Arrays;
import org.breadboard.platform.nemesis.FaultAt.Moment;

/**
 * Counts the instants of a run in virtual time, and strikes at one of them. Until it strikes it changes nothing, so the
 * run comes to the same instants whatever strikes at which. A place is a machine by its number, or all switches
 * together by the number after the last machine. One thread: the one that runs all events in their order.
 */
public final class Instants {
    private final FaultAt fault;
    private final int machines;
    private final Stores stores;
    private final long untilNs;
    private Strike strike;
    private boolean closed;
    private boolean inStep;
    private boolean stored;
    private boolean hurried;
    private int struckPlace = -1;

    private int count;
    private int[] places = new int[64];
    private int[] lengths = new int[64];

    /** Whoever has a fault happen. */
    @FunctionalInterface
    public interface Strike {
        /** It happens now. */
        void at(FaultAt fault, int place, long nowNs);
    }

    /** The stores of a step to memory that survives a crash. */
    public interface Stores {
        /** A step begins. */
        void begin();

        /** It ends: how many words it has stored. */
        int end();

        /** Takes back so many of the last ones. */
        void undo(int last);
    }

    /**
     * Those of a run.
     *
     * @param machines that hold records: they are the first places
     * @param untilNs from when on none counts
     * @param stores of all machines' memory; null where only arrivals count
     */
    public Instants(FaultAt fault, int machines, long untilNs, Stores stores) {
        this.fault = fault;
        this.machines = machines;
        this.untilNs = untilNs;
        this.stores = stores;
    }

    /** Says who has the fault happen. Before the run begins. */
    public void struckBy(Strike by) {
        strike = by;
    }

    // For the engine.

    /**
     * A place is at the boundary of two steps; it counts if something lasts of what was done since the last one.
     *
     * @param sends whether that sends or tells something
     */
    public void atStep(int place, boolean sends, long nowNs) {
        if (sends || stored) {
            stored = false;
            at(Moment.STEP, place, 0, nowNs);
        }
    }

    /** Something is about to arrive at a place. */
    public void atArrival(int place, long nowNs) {
        at(Moment.ARRIVAL, place, 0, nowNs);
    }

    /**
     * A step begins at a place, of a stage or of a device.
     *
     * @return whether it is cut short: nothing that it sends may leave
     */
    public boolean begins() {
        if (fault.moment() == Moment.ARRIVAL || closed) {
            return false;
        }
        inStep = true;
        stores.begin();
        return fault.moment() == Moment.STORE && fault.number() == count + 1L;
    }

    /** The step that began is done; what it sends has not left. */
    public void ends(int place, long nowNs) {
        if (inStep) {
            inStep = false;
            int length = stores.end();
            stored |= length > 0;
            at(Moment.STORE, place, length, nowNs);
        }
    }

    private void at(Moment moment, int place, int length, long nowNs) {
        if (moment != fault.moment() || closed || nowNs >= untilNs) {
            return;
        }
        count++;
        if (fault.number() == 0) {
            note(place, length);
        } else if (count == fault.number()) {
            closed = true;
            hurried = true;
            struckPlace = place;
            if (length > 0) {
                stores.undo(Math.min(length, fault.lostStores()));
            }
            strike.at(fault, place, nowNs);
        }
    }

    private void note(int place, int length) {
        if (count > places.length) {
            places = Arrays.copyOf(places, places.length * 2);
            lengths = Arrays.copyOf(lengths, lengths.length * 2);
        }
        places[count - 1] = place;
        lengths[count - 1] = length;
    }

    /** Whether a place does nothing any more. */
    public boolean isDown(int place) {
        return struckPlace >= 0
                && switch (fault.kind()) {
                    case CRASH -> place == struckPlace;
                    case POWER_LOSS -> place < machines;
                    default -> false;
                };
    }

    /** Whether it has struck since this was last asked. */
    public boolean hasStruck() {
        boolean was = hurried;
        hurried = false;
        return was;
    }

    // What a run without a fault came through.

    /** What they are. */
    public Moment moment() {
        return fault.moment();
    }

    /** How many there were. */
    public int count() {
        return count;
    }

    /** Where the instant of a number, from 1, was. */
    public int place(int number) {
        return places[number - 1];
    }

    /** How many words were stored in the step that the instant of a number, from 1, is in. */
    public int stores(int number) {
        return lengths[number - 1];
    }
}
