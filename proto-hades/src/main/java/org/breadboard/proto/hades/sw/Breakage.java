package org.breadboard.proto.hades.sw;

/**
 * Planted faults: each leaves out a rule of the protocol, so that it can be seen that the checks after a run find it.
 */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** What was only read is not looked at again. */
    SKIP_VALIDATION,
    /** What is written is not locked. */
    SKIP_LOCK,
    /** A record is unlocked a little before its new value is written. */
    UNLOCK_BEFORE_WRITE
}
