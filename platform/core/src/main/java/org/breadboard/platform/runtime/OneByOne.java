// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

/** Why the events of a run in virtual time happen one by one, and not machine by machine in windows. */
public enum OneByOne {
    /** Somebody is told of all events in their order. */
    OBSERVED("somebody looks at its events in their order"),
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
