// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

/**
 * The caches of one node: two private ones per core, the shared one, DRAM behind it. They know where lines are, not
 * what is in them. One thread.
 */
public final class Caches {
    /** A directory's entry names cores by one bit each. */
    public static final int MOST_CORES = Long.SIZE;

    private final CacheParameters parameters;
    private final LastLevelCache llc;
    private final LastLevelCache.Evictions squashes;
    private final Dram dram;
    private final PrivateCache[] l1;
    private final PrivateCache[] l2;

    /** @param squashes told of lines that leave the shared cache with a transaction's tag */
    public Caches(LlcGeometry geometry, CacheParameters parameters, int cores, LastLevelCache.Evictions squashes) {
        this.parameters = parameters;
        this.squashes = squashes;
        llc = new LastLevelCache(geometry, parameters.llcWays, this::evicted);
        dram = new Dram(
                parameters.dramChannels,
                parameters.dramBanks,
                parameters.dramNs,
                parameters.dramBankNs,
                parameters.dramTransferNs);
        l1 = new PrivateCache[cores];
        l2 = new PrivateCache[cores];
        for (int core = 0; core < cores; core++) {
            l1[core] = cache(parameters.l1Bytes);
            l2[core] = cache(parameters.l2Bytes);
        }
    }

    private PrivateCache cache(int bytes) {
        return new PrivateCache(bytes / CacheLine.BYTES / parameters.privateWays, parameters.privateWays);
    }

    /** The shared cache, with its tags. */
    public LastLevelCache llc() {
        return llc;
    }

    /** Whether a core's private caches say that this stretch of a transaction has recorded the access already. */
    public boolean isRecorded(int core, long line, boolean write, long stamp) {
        int at = l2[core].touch(line);
        return at != PrivateCache.NONE && l2[core].isRecorded(at, write, stamp);
    }

    /** Sets a line's bit in a core's private caches, which have the line. */
    public void record(int core, long line, boolean write, long stamp) {
        int at = l2[core].touch(line);
        if (at != PrivateCache.NONE) {
            l2[core].record(at, write, stamp);
        }
    }

    /**
     * A core's load or store of lines in a row. All overlap: the slowest counts, and a little for each of the others.
     *
     * @return what the core waits, in ns
     */
    public double access(int core, long firstLine, long lastLine, boolean write, double nowNs) {
        double slowest = 0;
        for (long line = firstLine; line <= lastLine; line++) {
            slowest = Math.max(slowest, access(core, line, write, nowNs));
        }
        return slowest + (lastLine - firstLine) * parameters.lineNs;
    }

    private double access(int core, long line, boolean write, double nowNs) {
        boolean owned = !write || isOnlyAt(core, line);
        if (owned && l1[core].touch(line) != PrivateCache.NONE) {
            return parameters.l1Ns;
        }
        if (owned && l2[core].touch(line) != PrivateCache.NONE) {
            l1[core].insert(line);
            return parameters.l2Ns;
        }
        int entry = llc.touch(line);
        double ns = parameters.llcNs;
        if (entry == LastLevelCache.NONE) {
            ns += dram.accessNs(nowNs + ns, line);
            entry = llc.insert(line);
        }
        long self = 1L << core;
        if (write) {
            invalidate(line, llc.sharers(entry) & ~self);
            llc.sharers(entry, self);
        } else {
            llc.sharers(entry, llc.sharers(entry) | self);
        }
        fill(core, line);
        return ns;
    }

    private boolean isOnlyAt(int core, long line) {
        int entry = llc.find(line);
        return entry != LastLevelCache.NONE && llc.sharers(entry) == 1L << core;
    }

    private void fill(int core, long line) {
        if (l2[core].touch(line) == PrivateCache.NONE) {
            long gone = l2[core].insert(line);
            if (gone != PrivateCache.NONE) {
                l1[core].invalidate(gone);
            }
        }
        if (l1[core].touch(line) == PrivateCache.NONE) {
            l1[core].insert(line);
        }
    }

    /** The NIC's read or write of lines in a row, through the shared cache. Returns ns. */
    public double device(long firstLine, long lastLine, boolean write, double nowNs) {
        double slowest = 0;
        for (long line = firstLine; line <= lastLine; line++) {
            int entry = llc.touch(line);
            double ns = parameters.llcNs;
            if (entry == LastLevelCache.NONE) {
                // A write of a device allocates the line without fetching it.
                ns += write ? 0 : dram.accessNs(nowNs + ns, line);
                entry = llc.insert(line);
            }
            if (write) {
                invalidate(line, llc.sharers(entry));
                llc.sharers(entry, 0);
            }
            slowest = Math.max(slowest, ns);
        }
        return slowest + (lastLine - firstLine) * parameters.lineNs;
    }

    /** Drops a line that a squashed transaction wrote from all caches. */
    public void drop(long line) {
        int entry = llc.find(line);
        if (entry != LastLevelCache.NONE) {
            invalidate(line, llc.sharers(entry));
            llc.drop(entry);
        }
    }

    private void evicted(long line, long sharers, int writer) {
        invalidate(line, sharers);
        if (writer != LastLevelCache.NONE) {
            squashes.evicted(line, sharers, writer);
        }
    }

    private void invalidate(long line, long cores) {
        for (long left = cores; left != 0; left &= left - 1) {
            int core = Long.numberOfTrailingZeros(left);
            l1[core].invalidate(line);
            l2[core].invalidate(line);
        }
    }
}
