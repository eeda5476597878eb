// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades.recovery;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;

/**
 * A thread's hands on temporary durable copies: its own node's, and, since all are laid out alike, the others'.
 *
 * @param node of the thread
 * @param thread its number
 * @param queuePairs one to each other node, for decisions
 * @param firstNumber the number before that of each context's first attempt
 */
public record HadesLog(CopyLog log, int node, int thread, QueuePair[] queuePairs, long firstNumber) {
    /** Where the copy of an attempt of one of its contexts goes, on any node. */
    public long copyAddress(int context, boolean ownPrimary) {
        return log.copyAddress(node, thread, context, ownPrimary);
    }
}
