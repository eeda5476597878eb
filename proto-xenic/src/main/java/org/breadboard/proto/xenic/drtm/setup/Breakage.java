package org.breadboard.proto.xenic.drtm.setup;

/** A rule of the protocol that is left out, to see that the checker finds the anomalies that it prevents. */
public enum Breakage {
    /** Nothing is left out. */
    NONE,
    /** No record of a hash table is looked at again (Xenic 2.2.1, phase 2). */
    SKIP_VALIDATION,
    /**
     * RPCs, and the own CPU, lock records whatever version they have; validation of what is written makes up for it.
     */
    LOCK_ANY_VERSION,
    /** A client is told that its transaction has committed before any backup has logged it (Xenic 2.2.1, phase 3). */
    REPORT_BEFORE_LOG
}
