package org.breadboard.platform.cluster;

import org.breadboard.api.protocol.Protocol;
import org.breadboard.api.protocol.TransactionSource;

/** Looks at a cluster that is built, from outside of it. By the thread that builds. */
public interface ClusterObserver {
    /** Sees nothing. */
    ClusterObserver NOBODY = new ClusterObserver() {
        @Override
        public TransactionSource clients(int firstClient, TransactionSource clients) {
            return clients;
        }

        @Override
        public void protocol(Protocol protocol) {}
    };

    /**
     * The clients of one stage.
     *
     * @param firstClient the number of the first one, as histories count them
     * @return these, or something that passes all on to them
     */
    TransactionSource clients(int firstClient, TransactionSource clients);

    /** The protocol, of which all nodes are built. */
    void protocol(Protocol protocol);
}
