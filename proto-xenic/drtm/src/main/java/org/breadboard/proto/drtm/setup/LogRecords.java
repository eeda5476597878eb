// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** What a machine with a copy of something that a transaction writes finds in its log. */
public enum LogRecords {
    /** All that the transaction writes, in one buffer that is the same for all machines. */
    WHOLE,
    /** What it has copies of. */
    PARTS
}
