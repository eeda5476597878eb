// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.List;
import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.protocol.TransactionSource;
import org.breadboard.api.workload.Placement;

/** Looks at a cluster that is built, from outside of it. By the thread that builds. */
public interface ClusterObserver {
    /** Sees nothing. */
    ClusterObserver NOBODY = new ClusterObserver() {
        @Override
        public TransactionSource clients(
                int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
            return clients;
        }

        @Override
        public void built(Protocol protocol, List<ProtocolNode> nodes, Placement placement) {}
    };

    /**
     * The clients of one stage.
     *
     * @param node where the stage is
     * @param thread its number there, as the protocol has it
     * @param firstClient the number of the first one, as histories count them
     * @param placement where the records of its transactions live
     * @return these, or something that passes all on to them
     */
    TransactionSource clients(int node, int thread, int firstClient, Placement placement, TransactionSource clients);

    /** The protocol and its nodes, all of which are built. */
    void built(Protocol protocol, List<ProtocolNode> nodes, Placement placement);

    /** A cluster that was built after others on their memory has recovered: all that they had under way is decided. */
    default void recovered() {}

    /** This one and another one, which sees what clients are asked before this one does. */
    default ClusterObserver and(ClusterObserver other) {
        ClusterObserver first = this;
        return new ClusterObserver() {
            @Override
            public TransactionSource clients(
                    int node, int thread, int firstClient, Placement placement, TransactionSource clients) {
                TransactionSource seen = first.clients(node, thread, firstClient, placement, clients);
                return other.clients(node, thread, firstClient, placement, seen);
            }

            @Override
            public void built(Protocol protocol, List<ProtocolNode> nodes, Placement placement) {
                first.built(protocol, nodes, placement);
                other.built(protocol, nodes, placement);
            }

            @Override
            public void recovered() {
                first.recovered();
                other.recovered();
            }
        };
    }
}
