package com.example.nowait;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/** Locks, reads and writes records. A header is a version of 46 bits, a count of readers of 17, and a writer's bit. */
final class LockServer extends RecordServer {
    // Operations: those that lock or read come first. The number of an UNLOCK or WRITE is the version to unlock with.
    static final int READ = 0;
    static final int SHARE = 1;
    static final int EXCLUDE = 2;
    static final int UPGRADE = 3;
    static final int UNSHARE = 4;
    static final int UNLOCK = 5;
    static final int WRITE = 6;
    /** As the number of a {@link #WRITE}: the lock stays. */
    static final int KEEP = -1;

    // What it answers.
    static final int FOUND = 0;
    static final int ABSENT = 1;
    static final int REFUSED = 2;

    private static final long WRITER = 1;
    private static final long READER = 2;
    private static final int VERSION_SHIFT = 18;
    private static final long HOLDERS = (1L << VERSION_SHIFT) - 1;

    private final boolean locksReads;

    LockServer(TableCopies[] tables, MemoryCost cost, boolean locksReads) {
        super(tables, cost);
        this.locksReads = locksReads;
    }

    static long version(long header) {
        return header >>> VERSION_SHIFT;
    }

    @Override
    protected int serve(Step step, RecordCall call, RecordAnswer answer) {
        Region region = region(call);
        long header = header(call);
        if (call.operation() <= UPGRADE) {
            if (!lock(region, header, call.operation())) {
                missed(step);
                return REFUSED;
            }
            answer.number(version(region.getLong(header)));
            return read(step, call, answer) ? FOUND : ABSENT;
        }
        if (call.operation() == WRITE) {
            write(step, call);
        } else if (locksReads && (region.getLong(header) & (call.operation() == UNSHARE ? -READER : WRITER)) == 0) {
            throw new IllegalStateException("key " + call.key() + " is unlocked, which nobody has locked so");
        } else {
            cached(step);
        }
        if (call.operation() == UNSHARE) {
            region.getAndAddLong(header, locksReads ? -READER : 0);
        } else if (call.number() != KEEP) {
            region.putLongRelease(header, call.number() << VERSION_SHIFT);
        }
        return FOUND;
    }

    /** Takes a lock, or none for a READ under one; false if others hold it, or another thread changes it just now. */
    private boolean lock(Region region, long header, int operation) {
        long word = region.getLongAcquire(header);
        long holders = word & HOLDERS;
        return switch (operation) {
            case SHARE -> (holders & WRITER) == 0
                    && (!locksReads || region.compareAndSetLong(header, word, word + READER));
            case EXCLUDE -> holders == 0 && region.compareAndSetLong(header, word, word + WRITER);
            case UPGRADE -> holders == (locksReads ? READER : 0)
                    && region.compareAndSetLong(header, word, word - holders + WRITER);
            default -> true;
        };
    }
}
