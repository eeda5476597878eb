package org.breadboard.api.protocol;

import org.breadboard.api.runtime.MessageReader;

/** A protocol in one run. By the thread that assembles the run. */
public interface Protocol {
    /**
     * Builds one node. Called for each node in order. Not there yet: it will be called again, with surviving regions,
     * when a crashed node comes back.
     */
    ProtocolNode build(NodeContext context);

    /** Reads its messages for people who look at the run closely; asked once, after all nodes are built. */
    default MessageReader reader() {
        return MessageReader.NONE;
    }
}
