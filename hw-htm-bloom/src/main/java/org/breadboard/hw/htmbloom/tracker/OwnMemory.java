// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.tracker;

import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.hw.htmbloom.cache.AddressSpace;
import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.cache.Caches;
import org.breadboard.hw.htmbloom.cache.LastLevelCache;
import org.breadboard.hw.htmbloom.directory.DeniedRequests;
import org.breadboard.hw.htmbloom.directory.Directory;
import org.breadboard.hw.htmbloom.directory.FilterPairs;
import org.breadboard.hw.htmbloom.directory.LineList;
import org.breadboard.hw.htmbloom.directory.OwnTransaction;
import org.breadboard.hw.htmbloom.directory.RecordedBits;
import org.breadboard.hw.htmbloom.directory.SpeculativeLines;

/**
 * What a transaction loads and stores on its own node (HADES V.A, "Local Read/Write"): filter bits of the private
 * caches, the directory's tags, the filters, and the bytes that stay in the shared cache until the commit. One thread.
 */
final class OwnMemory {
    private final Directory directory;
    private final DeniedRequests requests;
    private final OwnTransaction own;
    private final OwnLock lock;
    private final int core;
    private final int tag;
    private final RecordedBits recorded;
    private final SpeculativeLines stores;
    private final LineList tagged = new LineList();
    private boolean denied;

    OwnMemory(Directory directory, DeniedRequests requests, OwnTransaction own, OwnLock lock) {
        this.directory = directory;
        this.requests = requests;
        this.own = own;
        this.lock = lock;
        core = own.core();
        tag = own.tag();
        recorded = directory.recordedBits(core);
        stores = own.stores();
    }

    /** An attempt begins: nothing is recorded for it. */
    void begin() {
        recorded.begin(tag);
        denied = false;
    }

    /** Makes what was stored visible, and its lines nobody's. */
    void publish(Step step) {
        if (stores.lines().size() == 0) {
            return;
        }
        findTagged(step);
        stores.publish();
        LastLevelCache llc = directory.caches().llc();
        for (int i = 0; i < tagged.size(); i++) {
            llc.writer(llc.find(tagged.get(i)), LastLevelCache.NONE);
        }
    }

    Access load(Step step, Region region, long address, byte[] target, int offset, int lengthBytes) {
        AddressSpace space = directory.space();
        long first = space.line(region, address);
        long last = space.line(region, address + lengthBytes - 1);
        Access access = admit(first, last, false);
        if (access != Access.DONE) {
            step.stall(directory.tripNs());
            return access;
        }
        long stamp = recorded.stamp(tag);
        for (long line = first; line <= last; line++) {
            if (!directory.caches().isRecorded(core, line, false, stamp)) {
                directory.own().read(lock.pair(), line);
            }
        }
        step.stall(directory.caches().access(core, first, last, false, (double) step.nowNs()));
        if (own.isSquashed()) {
            return Access.SQUASHED;
        }
        region.read(address, target, offset, lengthBytes);
        for (long line = first; line <= last; line++) {
            directory.caches().record(core, line, false, stamp);
            if (stores.lines().size() > 0) {
                stores.overlay(line, space.address(line), address, target, offset, lengthBytes);
            }
        }
        return Access.DONE;
    }

    Access store(Step step, Region region, long address, byte[] source, int offset, int lengthBytes) {
        AddressSpace space = directory.space();
        long first = space.line(region, address);
        long last = space.line(region, address + lengthBytes - 1);
        Access access = admit(first, last, true);
        if (access != Access.DONE) {
            step.stall(directory.tripNs());
            return access;
        }
        long stamp = recorded.stamp(tag);
        Caches caches = directory.caches();
        double slowestNs = 0;
        for (long line = first; line <= last && !own.isSquashed(); line++) {
            if (!caches.isRecorded(core, line, true, stamp)) {
                directory.own().written(lock.pair(), line);
            }
            slowestNs = Math.max(slowestNs, caches.access(core, line, line, true, (double) step.nowNs()));
            if (own.isSquashed()) {
                break;
            }
            caches.record(core, line, true, stamp);
            caches.llc().writer(caches.llc().find(line), tag);
            long lineAddress = space.address(line);
            long from = Math.max(address, lineAddress);
            long to = Math.min(address + lengthBytes, lineAddress + CacheLine.BYTES);
            stores.store(line, region, lineAddress, from, source, offset + (int) (from - address), (int) (to - from));
        }
        step.stall(slowestNs + directory.furtherNs(last - first));
        return own.isSquashed() ? Access.SQUASHED : Access.DONE;
    }

    /** Whether a lock stands against an access that is not watched. */
    boolean isDenied(Step step, Region region, long address, int lengthBytes, boolean write) {
        long first = directory.space().line(region, address);
        long last = directory.space().line(region, address + lengthBytes - 1);
        directory.tally().again(denied);
        denied = !lock.isLocked() && directory.locks().denies(own.number(), first, last, write);
        directory.tally().again(false);
        if (denied) {
            requests.denied();
            step.stall(directory.tripNs());
        }
        return denied;
    }

    /** Whether the directory lets an access happen. Whoever was denied one tries it again next. */
    private Access admit(long first, long last, boolean write) {
        directory.tally().again(denied);
        Access access = ask(first, last, write);
        directory.tally().again(false);
        denied = access == Access.DENIED;
        if (denied) {
            requests.denied();
        }
        return access;
    }

    /** What it has recorded already the directory need not be asked. */
    private Access ask(long first, long last, boolean write) {
        if (!own.isActive() || !own.isWatched()) {
            throw new IllegalStateException("the node's memory is accessed outside a transaction that watches it");
        }
        if (own.isSquashed()) {
            return Access.SQUASHED;
        }
        long stamp = recorded.stamp(tag);
        for (long line = first; line <= last; line++) {
            if (directory.caches().isRecorded(core, line, write, stamp)) {
                continue;
            }
            if (!lock.isLocked() && directory.locks().denies(own.number(), line, write)) {
                return Access.DENIED;
            }
            int writer = directory.writer(line);
            // Whoever holds locks since before it executes has no readers but those that filters make up.
            if (writer != LastLevelCache.NONE && writer != tag || write && !lock.isLocked() && isReadByOther(line)) {
                own.squash(directory.squashes().byLocalAccess(), AbortReason.SQUASHED);
                return Access.SQUASHED;
            }
        }
        return Access.DONE;
    }

    private boolean isReadByOther(long line) {
        FilterPairs filters = directory.own();
        int reader = filters.nextReader(0, line);
        return reader == lock.pair()
                ? filters.nextReader(reader + 1, line) != FilterPairs.NONE
                : reader != FilterPairs.NONE;
    }

    /**
     * The lines that the shared cache holds with this transaction's tag, found through the index section of its write
     * filter (V.C).
     */
    LineList findTagged(Step step) {
        tagged.clear();
        if (stores.lines().size() == 0) {
            return tagged;
        }
        LastLevelCache llc = directory.caches().llc();
        var filters = directory.own().writes();
        for (int set = filters.firstSet(lock.pair()); set >= 0; set = filters.nextSet(lock.pair(), set)) {
            for (int way = 0; way < llc.ways(); way++) {
                long line = llc.taggedLine(set, way, tag);
                if (line != LastLevelCache.NONE) {
                    tagged.add(line);
                }
            }
        }
        if (tagged.size() != stores.cached()) {
            throw new IllegalStateException("a transaction has stored to "
                    + stores.lines().size() + " lines, but the shared cache has " + tagged.size() + " with its tag");
        }
        step.stall(directory.findTaggedNs(tagged.size()));
        return tagged;
    }
}
