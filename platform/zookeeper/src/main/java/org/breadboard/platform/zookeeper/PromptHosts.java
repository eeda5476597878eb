// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.zookeeper;

import java.net.InetSocketAddress;
import java.util.Collection;
import org.apache.zookeeper.client.HostProvider;
import org.apache.zookeeper.client.StaticHostProvider;

/**
 * The servers of an ensemble, for a client that is back soon after they are: it tries after 10 to 200 ms, where
 * ZooKeeper's own waits for a second, and up to another second before it connects again. By ZooKeeper's sending thread.
 */
final class PromptHosts implements HostProvider {
    static final int SHORTEST_MS = 10;
    static final int LONGEST_MS = 200;

    private final StaticHostProvider hosts;
    private int waitMs = SHORTEST_MS;
    private boolean hadConnected;

    PromptHosts(Collection<InetSocketAddress> servers) {
        hosts = new StaticHostProvider(servers);
    }

    @Override
    public int size() {
        return hosts.size();
    }

    /** The next server; it is the sending thread that asks, and connects when this returns. */
    @Override
    public InetSocketAddress next(long spinDelayMs) {
        InetSocketAddress next = hosts.next(spinDelayMs == 0 ? 0 : waitMs);
        waitMs = Math.min(2 * waitMs, LONGEST_MS);
        if (hadConnected) {
            // ClientCnxn.startConnect would sleep for up to a second now; an interrupt ends that.
            Thread.currentThread().interrupt();
        }
        return next;
    }

    @Override
    public void onConnected() {
        hosts.onConnected();
        waitMs = SHORTEST_MS;
        hadConnected = true;
    }

    @Override
    public boolean updateServerList(Collection<InetSocketAddress> servers, InetSocketAddress current) {
        return hosts.updateServerList(servers, current);
    }
}
