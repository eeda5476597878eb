// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.abort;

/** Planted faults: what the program gets wrong costs attempts, and never makes a run wrong. */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** A quarter of the requests that ask are sent back, whatever is known of what they ask for. */
    ABORT_ANY,
    /** Records are taken to be one version, or a value, ahead of what was told. */
    ONE_AHEAD,
    /** Whatever is in a record's place is taken for the record. */
    SHARE_ENTRIES
}
