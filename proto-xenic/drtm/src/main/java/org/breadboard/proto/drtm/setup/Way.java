// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** How a phase reaches another node. */
public enum Way {
    /** The verbs READ, WRITE and compare-and-swap: the other node's CPU is not asked. */
    ONE_SIDED,
    /** A request that a thread of the other node serves. */
    RPC
}
