// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

/** A fault that a mix can inject. A mix that asks for a fault that its protocol does not tolerate is refused. */
public enum Fault {
    /** Packets get lost. */
    LOSS,
    /** Packets arrive twice. */
    DUPLICATION,
    /** Packets overtake each other. */
    REORDERING,
    /**
     * Machines crash: what they were at is lost, and so is memory that does not survive it. They may come back. See
     * {@link Recovery}.
     */
    CRASH
}
