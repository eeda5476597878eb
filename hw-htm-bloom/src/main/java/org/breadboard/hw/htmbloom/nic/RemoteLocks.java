// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.nic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.directory.Conflicts;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.FilterPairs;
import org.breadboard.hw.htmbloom.directory.LineList;
import org.breadboard.hw.htmbloom.directory.PartialLocks;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction.State;
import org.breadboard.hw.htmbloom.directory.RemoteTransactions;
import org.breadboard.hw.htmbloom.tracker.Trackers;
import org.breadboard.hw.htmbloom.wire.Coordinator;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Ranges;
import org.breadboard.hw.htmbloom.wire.RegionTable;
import org.breadboard.hw.htmbloom.wire.Wire;

/**
 * Locks the lines that a request names: to commit (HADES V.A, "Intend-to-commit"), or before the execution (VI). The
 * latter waits for other locks; a commit never does. One thread.
 */
final class RemoteLocks {
    private final Directory directory;
    private final RemoteTransactions remotes;
    private final Conflicts conflicts;
    private final DeniedRequests denied;
    private final NicPort port;
    private final RegionTable regions;
    private final Trackers trackers;
    private final LineList reads = new LineList();
    private final LineList writes = new LineList();

    RemoteLocks(
            Directory directory,
            RemoteTransactions remotes,
            Conflicts conflicts,
            DeniedRequests denied,
            NicPort port,
            RegionTable regions,
            Trackers trackers) {
        this.directory = directory;
        this.remotes = remotes;
        this.conflicts = conflicts;
        this.denied = denied;
        this.port = port;
        this.regions = regions;
        this.trackers = trackers;
    }

    // To commit.

    void intend(Transit transit, Message message, RemoteTransaction remote) {
        if (remote.state() == State.SQUASHED) {
            port.answer(message, Wire.NACK, 0, 0);
            return;
        }
        LineList written = remote.written();
        int rangesEnd = linesOf(message, written);
        if (remote.state() == State.EXECUTING && !lockToCommit(Wire.coordinator(message), remote)) {
            directory.squashes().byLock().add(1);
            remotes.refuse(remote);
            port.answer(message, Wire.NACK, 0, 0);
            return;
        }
        remote.keep(message, rangesEnd);
        double keptNs = message.lengthBytes() > rangesEnd ? keep(transit, message, rangesEnd) : 0;
        message.lengthBytes(0);
        port.answer(message, Wire.ACK, 0, keptNs + directory.lockNs(written.size()));
    }

    /**
     * Writes what comes behind an Intend-to-commit's ranges to where it survives (HADES V.A, "Fault-Tolerance and
     * Durability"): side by side, so that the slowest counts.
     */
    private double keep(Transit transit, Message message, int from) {
        RegionTable names = Wire.coordinator(message).regions();
        int at = from + Integer.BYTES;
        double slowestNs = 0;
        for (int left = message.getInt(from); left > 0; left--) {
            Region region = regions.region(names, message.getInt(at));
            int length = message.getInt(at + 4) & ~Ranges.FLAG;
            long address = message.getLong(at + 8);
            at += Wire.RANGE_BYTES;
            region.write(address, message.bytes(), at, length);
            long first = directory.line(region, address);
            long last = directory.line(region, address + length - 1);
            slowestNs = Math.max(slowestNs, directory.caches().device(first, last, true, (double) transit.nowNs()));
            at += length;
        }
        return slowestNs;
    }

    private boolean lockToCommit(Coordinator coordinator, RemoteTransaction remote) {
        LineList written = remote.written();
        FilterPairs others = directory.others();
        // Lines that are written as a whole are in no filter yet; the lock is made of the filters.
        for (int i = 0; i < written.size(); i++) {
            others.written(remote.pair(), written.get(i));
        }
        boolean covered = coordinator.node() == directory.node()
                && directory.ownTransaction(remote.number()).hasLockedFirst();
        if (!covered && directory.locks().conflicts(remote.number(), written, true)
                || !directory.locks().add(remote.number(), others, remote.pair())) {
            return false;
        }
        remote.locked();
        conflicts.detect(remote.number(), written, null);
        return true;
    }

    // Before the execution.

    void lock(Message message, RemoteTransaction remote) {
        splitLinesOf(message);
        PartialLocks locks = directory.locks();
        FilterPairs others = directory.others();
        if (locks.conflicts(remote.number(), writes, true)
                || locks.conflicts(remote.number(), reads, false)
                || !locks.addFirst(remote.number(), others, remote.pair())) {
            denied.park(message);
            return;
        }
        for (int i = 0; i < reads.size(); i++) {
            others.read(remote.pair(), reads.get(i));
        }
        for (int i = 0; i < writes.size(); i++) {
            others.written(remote.pair(), writes.get(i));
        }
        remote.locked();
        conflicts.detect(remote.number(), writes, reads);
        grant(message);
    }

    /** The same for a transaction of this node. */
    void lockOwn(Message message) {
        splitLinesOf(message);
        if (trackers.get(Wire.coordinator(message)).takeLocks(reads, writes)) {
            grant(message);
        } else {
            denied.park(message);
        }
    }

    private void grant(Message message) {
        port.answer(message, Wire.GRANTED, 0, directory.lockNs(reads.size() + writes.size()));
    }

    // The lines that a message names.

    /** The lines of an Intend-to-commit; answers where its ranges end. */
    private int linesOf(Message message, LineList into) {
        into.clear();
        int count = message.getInt(0);
        int at = Integer.BYTES;
        for (int i = 0; i < count; i++) {
            int length = message.getInt(at + 4);
            boolean carries = (length & Ranges.FLAG) != 0;
            addLines(message, at, length & ~Ranges.FLAG, into);
            at += Wire.RANGE_BYTES + (carries ? length & ~Ranges.FLAG : 0);
        }
        return at;
    }

    private void splitLinesOf(Message message) {
        reads.clear();
        writes.clear();
        int count = message.getInt(0);
        for (int i = 0, at = Integer.BYTES; i < count; i++, at += Wire.RANGE_BYTES) {
            int length = message.getInt(at + 4);
            addLines(message, at, length & ~Ranges.FLAG, (length & Ranges.FLAG) != 0 ? writes : reads);
        }
    }

    private void addLines(Message message, int at, int length, LineList into) {
        Region region = regions.region(Wire.coordinator(message).regions(), message.getInt(at));
        long address = message.getLong(at + 8);
        into.addRange(directory.line(region, address), directory.line(region, address + length - 1));
    }
}
