// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import org.breadboard.hw.htmbloom.directory.RemoteTransaction.State;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Wire;

/**
 * The transactions of other nodes that a node knows of, with their filters and locks here (HADES IV.C, module 4a). One
 * thread.
 */
public final class RemoteTransactions {
    private final Directory directory;
    private final DeniedRequests denied;
    private final NicPort port;
    private final RemoteTransaction[] all;

    /**
     * None yet.
     *
     * @param port by which transactions are told that they were squashed
     */
    public RemoteTransactions(Directory directory, DeniedRequests denied, NicPort port) {
        this.directory = directory;
        this.denied = denied;
        this.port = port;
        all = new RemoteTransaction[directory.transactions()];
        for (int i = 0; i < all.length; i++) {
            all[i] = new RemoteTransaction(i);
        }
    }

    /** The one with this number in the cluster. */
    public RemoteTransaction get(int number) {
        return all[number];
    }

    /** The first request of an attempt has come; false if there are no filters for it. */
    public boolean begin(RemoteTransaction remote, long attempt, Coordinator coordinator) {
        end(remote, remote.attempt);
        int pair = directory.others().take(remote.number());
        if (pair == FilterPairs.NONE) {
            return false;
        }
        remote.begin(attempt, coordinator, pair);
        return true;
    }

    /** It cannot commit here, and its coordinator is told by the answer. */
    public void refuse(RemoteTransaction remote) {
        remote.state = State.SQUASHED;
        release(remote);
    }

    /** Squashes one that conflicts, unless it was squashed or has agreed; its coordinator is told. */
    void squash(RemoteTransaction remote) {
        if (remote.state != State.EXECUTING) {
            return;
        }
        directory.squashes().byCommit().add(1);
        refuse(remote);
        port.tell(Wire.SQUASH, remote.coordinator, remote.attempt);
    }

    /** An attempt is over, and those before it: filters and lock go. */
    public void end(RemoteTransaction remote, long attempt) {
        boolean unlocks = remote.isLocked();
        release(remote);
        remote.state = State.OVER;
        remote.attempt = attempt;
        if (unlocks) {
            denied.tryAgain();
        }
    }

    private void release(RemoteTransaction remote) {
        if (remote.pair == FilterPairs.NONE) {
            return;
        }
        if (remote.isLocked()) {
            directory.locks().remove(directory.others(), remote.pair);
        }
        directory.others().release(remote.pair);
        remote.pair = FilterPairs.NONE;
    }
}
