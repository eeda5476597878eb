// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** Who waits for primaries to have what a transaction has written. */
public enum CommitAcks {
    /** Its coroutine, before it takes the next transaction. */
    AWAITED,
    /** Nobody: WRITEs are not signalled, and replies to RPCs are looked at when they come. */
    PASSIVE
}
