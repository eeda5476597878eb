// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.directory.Conflicts;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction.State;
import org.breadboard.hw.htmbloom.directory.RemoteTransactions;
import org.breadboard.hw.htmbloom.tracker.Trackers;
import org.breadboard.hw.htmbloom.verbs.VerbsMemory;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.RegionTable;
import org.breadboard.hw.htmbloom.wire.Wire;

/**
 * What the NIC of a HADES node receives: requests of other nodes' transactions, and of its own where they write copies
 * that it holds; answers to its own transactions; one-sided verbs. Requests of attempts that are over are dropped. One
 * thread: that of the node's stages.
 */
public final class Nic {
    private final Directory directory;
    private final RemoteTransactions remotes;
    private final DeniedRequests denied;
    private final NicPort port;
    private final Trackers trackers;
    private final VerbsMemory verbs;
    private final RemoteReads reads;
    private final RemoteLocks locks;
    private final RemoteCommits commits;

    /** Of one node. */
    public Nic(
            Directory directory,
            RemoteTransactions remotes,
            Conflicts conflicts,
            DeniedRequests denied,
            NicPort port,
            RegionTable regions,
            Trackers trackers,
            VerbsMemory verbs) {
        this.directory = directory;
        this.remotes = remotes;
        this.denied = denied;
        this.port = port;
        this.trackers = trackers;
        this.verbs = verbs;
        reads = new RemoteReads(directory, denied, port, regions);
        locks = new RemoteLocks(directory, remotes, conflicts, denied, port, regions, trackers);
        commits = new RemoteCommits(directory, remotes, denied, port, regions);
    }

    /** A message has come through the NIC's engine. */
    public void receive(Transit transit, Message message) {
        port.use(transit);
        if (message.kind() >= Wire.VERBS) {
            verbs.arrived(transit, message);
        } else if (message.kind() < Wire.DATA) {
            serve(transit, message);
        } else {
            trackers.get(Wire.coordinator(message)).hear(transit, message);
        }
    }

    /** A request that was denied is tried again. */
    public void receiveAgain(Transit transit, Message message) {
        directory.tally().again(true);
        receive(transit, message);
        directory.tally().again(false);
    }

    private void serve(Transit transit, Message message) {
        directory.complete();
        Coordinator coordinator = Wire.coordinator(message);
        long attempt = Wire.attempt(message);
        if (message.kind() == Wire.LOCK && coordinator.node() == directory.node()) {
            if (directory.ownTransaction(coordinator.transaction()).isCurrent(attempt)) {
                locks.lockOwn(message);
            } else {
                transit.release(message);
            }
            return;
        }
        RemoteTransaction remote = remotes.get(coordinator.transaction());
        if (remote.isStalled() && message.kind() != Wire.VALIDATE) {
            // Its next attempt comes behind what it has committed.
            denied.park(message);
            return;
        }
        if (attempt < remote.attempt() || attempt == remote.attempt() && remote.state() == State.OVER) {
            transit.release(message);
            return;
        }
        switch (message.kind()) {
            case Wire.CANCEL -> {
                remotes.end(remote, attempt);
                transit.release(message);
            }
            case Wire.VALIDATE -> commits.validate(transit, message, remote);
            default -> request(transit, message, remote, attempt);
        }
    }

    private void request(Transit transit, Message message, RemoteTransaction remote, long attempt) {
        if (attempt > remote.attempt() && !remotes.begin(remote, attempt, Wire.coordinator(message))) {
            port.answer(message, Wire.REFUSED, 0, 0);
            return;
        }
        switch (message.kind()) {
            case Wire.READ -> reads.read(transit, message, remote);
            case Wire.PREPARE -> reads.prepare(transit, message, remote);
            case Wire.INTEND -> locks.intend(transit, message, remote);
            case Wire.LOCK -> locks.lock(message, remote);
            default -> throw new IllegalStateException("no request of a transaction has kind " + message.kind());
        }
    }
}
