// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import org.breadboard.api.runtime.Message;

/** Where a link leads: the processes at its other end, and the source of what arrives there. */
final class Way {
    private final SimProcess[] ends;
    private final int[] sources;

    /** To one process for each machine, by the machines' numbers; or to one for all. */
    Way(SimProcess... ends) {
        this.ends = ends;
        sources = new int[ends.length];
        for (int i = 0; i < ends.length; i++) {
            sources[i] = ends[i].addSource();
        }
    }

    /** Which of its ends a message goes to. */
    int end(Message message) {
        return ends.length == 1 ? 0 : message.targetNode();
    }

    SimProcess process(int end) {
        return ends[end];
    }

    int source(int end) {
        return sources[end];
    }
}
