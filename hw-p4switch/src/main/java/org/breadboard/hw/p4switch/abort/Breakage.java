// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.abort;

/** Planted faults: what the program gets wrong costs attempts, and never makes a run wrong. */
enum Breakage {
    /** Nothing is broken. */
    NONE,
    /** Whatever is in a record's place is taken for the record. */
    SHARE_ENTRIES
}
