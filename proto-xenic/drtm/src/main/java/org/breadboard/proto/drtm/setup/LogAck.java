// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** What follows the log, before primaries are written. */
public enum LogAck {
    /** An RPC to the same machines, with what was logged as its payload, whose reply is awaited. */
    WHOLE,
    /** Nothing. */
    NONE
}
