package org.breadboard.api.protocol;

/** What can go wrong on purpose. A mix that asks for a fault that its protocol does not tolerate is refused. */
public enum Fault {
    /** Packets get lost. */
    LOSS,
    /** Packets arrive twice. */
    DUPLICATION,
    /** Packets overtake each other. */
    REORDERING,
    /** Nodes crash. */
    CRASH
}
