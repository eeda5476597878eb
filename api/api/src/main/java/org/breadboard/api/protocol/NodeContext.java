// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.NodeScope;
import org.breadboard.api.runtime.Stage;
import org.osgi.annotation.versioning.ProviderType;

/** What a protocol builds its part of a node from. */
@ProviderType
public interface NodeContext extends NodeScope {
    /**
     * A capability of this node's hardware, or of the runtime ({@link org.breadboard.api.hardware.BlockingCalls}); one
     * that {@link ProtocolType#requires()} names is never null.
     */
    <C extends Capability> C capability(Class<C> capability);

    /** The transactions that the contexts of one stage run. One for each host thread, in the order of threads. */
    TransactionSource transactions(Stage stage, int thread);

    /** What the node needs to recover from crashes; null in a run in which no machine crashes. */
    default Recovery recovery() {
        return null;
    }

    /** Counts the operations of a micro-benchmark that runs on one stage. */
    Operations operations(Stage stage);
}
