// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.nic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.LineList;
import org.breadboard.hw.htmbloom.directory.ReadLocks;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction.State;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.RegionTable;
import org.breadboard.hw.htmbloom.wire.Wire;

/** Reads of other nodes' transactions that execute, tracked (HADES Table II, "Remote Read/Write"). One thread. */
final class RemoteReads {
    private final Directory directory;
    private final DeniedRequests denied;
    private final NicPort port;
    private final RegionTable regions;
    private final LineList writes = new LineList();
    private final Hop fetching;

    RemoteReads(Directory directory, DeniedRequests denied, NicPort port, RegionTable regions) {
        this.directory = directory;
        this.denied = denied;
        this.port = port;
        this.regions = regions;
        fetching = port.afterMemory(this::fetched);
    }

    private Region region(Message message) {
        return regions.region(Wire.coordinator(message).regions(), Wire.region(message));
    }

    /**
     * Tracks lines before it reads them, so that what commits from now on finds the reader; and locks them meanwhile if
     * there are several, so that nobody ever sees half a write. Whoever has locked first has locked them already.
     */
    void read(Transit transit, Message message, RemoteTransaction remote) {
        if (remote.state() == State.SQUASHED) {
            transit.release(message);
            return;
        }
        Region region = region(message);
        long address = Wire.address(message);
        int length = Wire.lengthBytes(message);
        long first = directory.line(region, address);
        long last = directory.line(region, address + length - 1);
        if (!remote.isLocked() && directory.locks().denies(remote.number(), first, last, false)) {
            denied.refuseRead(message);
            return;
        }
        boolean locks = last > first && !remote.isLocked();
        int read = locks ? directory.readLocks().take(remote.number(), first, last, address) : ReadLocks.NONE;
        if (locks && read == ReadLocks.NONE) {
            denied.refuseRead(message);
            return;
        }
        for (long line = first; line <= last; line++) {
            directory.others().read(remote.pair(), line);
        }
        double ns = directory.probeNs(last - first + 1)
                + directory.caches().device(first, last, false, (double) transit.nowNs());
        // The lines of a locked read come one after another: the first is taken now, the others with the last.
        region.read(address, message.bytes(), 0, locks ? firstBytes(address) : length);
        int witnessBytes = Wire.witnessBytes(message);
        if (witnessBytes > 0) {
            regions.witness(region).read(Wire.witnessAddress(message), message.bytes(), length, witnessBytes);
        }
        message.lengthBytes(length + witnessBytes);
        if (locks) {
            Wire.read(message, read);
            port.delay(message, ns + directory.lockNs(0), fetching);
        } else {
            port.answer(message, Wire.DATA, length, ns);
        }
    }

    /** All lines of a read have come; its lock goes, even if its transaction has gone already. */
    private void fetched(Transit transit, Message message) {
        port.use(transit);
        int read = Wire.read(message);
        int length = Wire.lengthBytes(message);
        long address = directory.readLocks().address(read);
        int taken = firstBytes(address);
        region(message).read(address + taken, message.bytes(), taken, length - taken);
        directory.readLocks().release(read);
        port.answer(transit, message, Wire.DATA, length);
        denied.tryAgain();
    }

    /** The bytes from an address to the end of its line. */
    private static int firstBytes(long address) {
        return (int) (CacheLine.BYTES - address % CacheLine.BYTES);
    }

    /** Tracks and reads the lines at the ends of a range that will be written in part. */
    void prepare(Transit transit, Message message, RemoteTransaction remote) {
        if (remote.state() == State.SQUASHED) {
            transit.release(message);
            return;
        }
        Region region = region(message);
        long address = Wire.address(message);
        long end = address + Wire.lengthBytes(message);
        writes.clear();
        if (address % CacheLine.BYTES != 0) {
            writes.add(directory.line(region, address));
        }
        long last = directory.line(region, end - 1);
        if (end % CacheLine.BYTES != 0 && !writes.contains(last)) {
            writes.add(last);
        }
        if (!remote.isLocked() && directory.locks().conflicts(remote.number(), writes, true)) {
            denied.park(message);
            return;
        }
        double ns = 0;
        for (int i = 0; i < writes.size(); i++) {
            long line = writes.get(i);
            directory.others().written(remote.pair(), line);
            ns = Math.max(ns, directory.caches().device(line, line, false, (double) transit.nowNs()));
        }
        message.lengthBytes(0);
        port.answer(message, Wire.DATA, writes.size() * CacheLine.BYTES, ns + directory.probeNs(writes.size()));
    }
}
