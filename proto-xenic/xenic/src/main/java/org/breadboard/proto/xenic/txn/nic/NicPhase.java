// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

/** Where a transaction stands on the NIC that coordinates it. */
enum NicPhase {
    /** There is none. */
    FREE,
    /** Primaries lock what may be written, and read (Xenic 4.2 step 2). */
    EXECUTE,
    /** The host executes (step 3). */
    ON_HOST,
    /**
     * Primaries lock what is written and is not locked yet: the host has executed it, or locks are requests of their
     * own.
     */
    LOCK,
    /** Primaries look again at what was only read (step 4). */
    VALIDATE,
    /** Backups log (step 5). */
    LOG,
    /** Primaries commit (step 6). */
    COMMIT,
    /** The own shard is locked and read for a transaction that executes elsewhere (Xenic 4.2.3). */
    LOCK_LOCAL,
    /** The remote NIC executes, and the backups log. */
    SHIPPED
}
