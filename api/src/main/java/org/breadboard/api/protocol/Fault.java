package org.breadboard.api.protocol;

/** A fault that a mix can inject. A mix that asks for a fault that its protocol does not tolerate is refused. */
public enum Fault {
    /** Packets get lost. */
    LOSS,
    /** Packets arrive twice. */
    DUPLICATION,
    /** Packets overtake each other. */
    REORDERING,
    /** Nodes crash. Not there yet: no mix can ask for it, and no run crashes a node. */
    CRASH
}
