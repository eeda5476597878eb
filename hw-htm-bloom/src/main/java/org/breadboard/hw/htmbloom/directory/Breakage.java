// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

/** A rule of the hardware that a run can leave out, to see its check fail (docs/users/verification.md). */
public enum Breakage {
    /** None is left out. */
    NONE,
    /** A node agrees to a commit without squashing those that conflict. */
    UNMARKED_CONFLICTS,
    /** A node that has squashed a transaction does not remember it, and agrees to its commit later. */
    FORGOTTEN_SQUASH,
    /** The lock lacks lines that are written as a whole, which are in no filter before the Intend-to-commit. */
    UNLOCKED_WHOLE_LINES,
    /** A node tracks the lines of a read after it has read them. */
    TRACKED_LATE,
    /** A node does not lock the lines of a read while it fetches them. */
    TORN_READS,
    /** The words that a commit advances move when its locks are gone. */
    LATE_VERSIONS,
    /** Nodes that have agreed are not told that the transaction was squashed elsewhere. */
    UNTOLD_NODES
}
