package org.breadboard.workloads.contended;

/** Which ordered table there is. */
enum OrderedTable {
    /** None. */
    NONE,
    /** Each client uses the part of its own node. */
    LOCAL,
    /** Each client uses all parts. */
    SPREAD
}
