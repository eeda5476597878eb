// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.nic;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.RemoteTransaction;
import org.breadboard.hw.htmbloom.directory.RemoteTransactions;
import org.breadboard.hw.htmbloom.wire.NicPort;
import org.breadboard.hw.htmbloom.wire.Ranges;
import org.breadboard.hw.htmbloom.wire.RegionTable;
import org.breadboard.hw.htmbloom.wire.Wire;

/** Applies what transactions write here once they have committed (HADES V.A, "Validation"). One thread. */
record RemoteCommits(
        Directory directory, RemoteTransactions remotes, DeniedRequests denied, NicPort port, RegionTable regions) {
    void validate(Transit transit, Message message, RemoteTransaction remote) {
        if (!remote.isLocked()) {
            throw new IllegalStateException("node " + directory.node() + " is told that transaction " + remote.number()
                    + " has committed, but has not agreed to it");
        }
        remote.stalled(directory.locks().areRead(remote.number(), remote.written()));
        if (remote.isStalled()) {
            denied.stall(message);
            return;
        }
        RegionTable names = Wire.coordinator(message).regions();
        int at = apply(transit, names, remote.durable(), remote.durableBytes(), true);
        if (at != remote.durableBytes()) {
            throw new IllegalStateException("an Intend-to-commit was not kept whole");
        }
        at = apply(transit, names, message.bytes(), message.lengthBytes(), false);
        int words = message.getInt(at);
        at += Integer.BYTES;
        for (int i = 0; i < words; i++) {
            regions.region(names, message.getInt(at)).putLong(message.getLong(at + 4), message.getLong(at + 12));
            at += Ranges.WORD_BYTES;
        }
        remotes.end(remote, remote.attempt());
        advance(transit, message, at);
    }

    /**
     * Moves the words that a commit advances: read and written at one instant, so that no lock of their lines is
     * needed.
     */
    private void advance(Transit transit, Message message, int from) {
        RegionTable names = Wire.coordinator(message).regions();
        int words = message.getInt(from);
        int at = from + Integer.BYTES;
        for (int i = 0; i < words; i++) {
            Region region = regions.region(names, message.getInt(at));
            long address = message.getLong(at + 4);
            region.getAndAddLong(address, message.getLong(at + 12));
            long line = directory.line(region, address);
            directory.caches().device(line, line, true, (double) transit.nowNs());
            at += Ranges.WORD_BYTES;
        }
        transit.release(message);
    }

    /** Writes the ranges that come with bytes; answers where they end. */
    private int apply(Transit transit, RegionTable names, byte[] bytes, int end, boolean flagged) {
        if (end == 0) {
            return 0;
        }
        int count = Bytes.getInt(bytes, 0);
        int at = Integer.BYTES;
        for (int i = 0; i < count; i++) {
            int length = Bytes.getInt(bytes, at + 4);
            boolean carries = ((length & Ranges.FLAG) != 0) == flagged;
            length &= ~Ranges.FLAG;
            Region region = regions.region(names, Bytes.getInt(bytes, at));
            long address = Bytes.getLong(bytes, at + 8);
            at += Wire.RANGE_BYTES;
            if (carries) {
                region.write(address, bytes, at, length);
                long first = directory.line(region, address);
                long last = directory.line(region, address + length - 1);
                directory.caches().device(first, last, true, (double) transit.nowNs());
                at += length;
            }
        }
        return at;
    }
}
