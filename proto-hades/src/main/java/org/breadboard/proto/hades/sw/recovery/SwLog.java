// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw.recovery;

import org.breadboard.api.memory.Region;

/**
 * A thread's hands on commit logs: its own node's, and, since all are laid out alike, the others'. Immutable.
 *
 * @param nodes of the cluster
 * @param node of the thread
 * @param thread its number
 */
public record SwLog(CommitLog log, int nodes, int node, int thread) {
    /** Of its own node. */
    public Region region() {
        return log.region();
    }

    /** Where the record of one of its contexts goes, on any node. */
    public long address(int context) {
        return log.address(node, thread, context);
    }
}
