// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import org.breadboard.api.runtime.MessageReader;
import org.osgi.annotation.versioning.ConsumerType;

/** A protocol in one run. By the thread that assembles the run. */
@ConsumerType
public interface Protocol {
    /**
     * Builds one node. Called for each node in order. When machines crash or come back, another protocol is created for
     * the new configuration, and its nodes are built on the regions that survived ({@link Recovery}).
     */
    ProtocolNode build(NodeContext context);

    /** Reads its messages for people who look at the run closely; asked once, after all nodes are built. */
    default MessageReader reader() {
        return MessageReader.NONE;
    }
}
