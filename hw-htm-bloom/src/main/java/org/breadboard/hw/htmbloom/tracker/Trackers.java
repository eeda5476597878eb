// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.tracker;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Task;
import org.breadboard.hw.htmbloom.directory.Conflicts;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.OwnTransaction;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Outlet;
import org.breadboard.hw.htmbloom.wire.RegionTable;

/** The trackers of a node's transactions, by tag. One thread. */
public final class Trackers {
    private final Directory directory;
    private final Conflicts conflicts;
    private final DeniedRequests denied;
    private final Outlet outlet;
    private final NicPort port;
    private final RegionTable regions;
    private final List<NodeTracker> trackers = new ArrayList<>();

    /** None yet. */
    public Trackers(
            Directory directory,
            Conflicts conflicts,
            DeniedRequests denied,
            Outlet outlet,
            NicPort port,
            RegionTable regions) {
        this.directory = directory;
        this.conflicts = conflicts;
        this.denied = denied;
        this.outlet = outlet;
        this.port = port;
        this.regions = regions;
    }

    /** One more, for the transactions of a task, one after another. */
    public NodeTracker open(Stage stage, Task task) {
        OwnTransaction own = new OwnTransaction(directory, outlet, stage, task);
        Coordinator coordinator = new Coordinator(directory.node(), own.tag(), own.number(), regions);
        OwnLock lock = new OwnLock(directory, conflicts, port, own);
        OwnMemory memory = new OwnMemory(directory, denied, own, lock);
        OtherNodes others = new OtherNodes(port, own, coordinator, directory.nodes());
        LockFirst lockFirst = new LockFirst(port, others, coordinator);
        stage.reserve(OtherNodes.MOST_OUTSTANDING + 1);
        NodeTracker tracker = new NodeTracker(directory, denied, port, own, memory, lock, others, lockFirst);
        trackers.add(tracker);
        return tracker;
    }

    /** The tracker of a transaction of this node. */
    public NodeTracker get(Coordinator coordinator) {
        return trackers.get(coordinator.tag());
    }
}
