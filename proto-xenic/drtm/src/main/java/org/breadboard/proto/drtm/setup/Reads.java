// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.setup;

/** Which one-sided READs of records a transaction has under way while it executes. */
public enum Reads {
    /** One: the next is posted when it is there. */
    ONE_BY_ONE,
    /** All that a round of the logic asks for. */
    ROUND
}
