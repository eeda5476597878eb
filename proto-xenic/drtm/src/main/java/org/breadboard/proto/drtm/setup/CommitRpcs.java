// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** How many of the records that a transaction commits share an RPC to their primary. */
public enum CommitRpcs {
    /** None: each record has a request of its own. */
    RECORD,
    /** Those of one machine, as many as a message holds. */
    NODE
}
