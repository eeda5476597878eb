// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** A rule of the protocol that is left out, to see that the checker finds the anomalies that it prevents. */
public enum Breakage {
    /** Nothing is left out. */
    NONE,
    /** No record of a hash table is looked at again (Xenic 2.2.1, phase 2), nor is a range on another node. */
    SKIP_VALIDATION,
    /** A backup stores whatever comes, also over a later version. */
    APPLY_OLDER,
    /** Recovery does not look at logs. */
    SKIP_LOG_SCAN
}
