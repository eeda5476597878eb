// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

/**
 * Why the events of a run in virtual time happen one by one, and not machine by machine in windows: something that is
 * shared between machines would depend on the order in which they run.
 */
public enum OneByOne {
    /** One stream of random numbers draws jitter and ties. */
    EXPLORES("it explores: one stream of random numbers draws what happens on all machines"),
    /** Faults draw from one stream, and crashes stop all machines at an instant. */
    FAULTS("it has faults, which strike all machines in the order of time"),
    /** Transactions that are tried until they commit take turns. */
    TURNS("transactions are tried until they are done, and clients of all machines take turns at that"),
    /** Somebody is told of all events in their order. */
    OBSERVED("somebody looks at its events in their order"),
    /** A spine between racks, or a manager of configurations. */
    BETWEEN("something in it is of no machine, such as the uplink of a rack"),
    /** Nothing to be apart from. */
    ALONE("no two machines of it are joined by a network"),
    /** The network takes too little time. */
    NO_TIME("its network takes no time, or next to none, from a machine to the next");

    private final String words;

    OneByOne(String words) {
        this.words = words;
    }

    /** The reason as people read it, behind "since". */
    public String words() {
        return words;
    }
}
