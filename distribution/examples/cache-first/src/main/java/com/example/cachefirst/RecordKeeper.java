package com.example.cachefirst;

import com.example.cachingnic.cache.RecordCache;
import java.lang.invoke.VarHandle;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/**
 * Reads, locks and writes records, and tells its node's NIC of those that others read, and of each write. A header is a
 * version and, in its lowest bit, a lock.
 */
final class RecordKeeper extends RecordServer {
    // Operations. The number of a call is a version.
    static final int READ = 0;
    /** For another node, whose next read may find it in the cache. */
    static final int READ_AND_CACHE = 1;
    /** If the version is the call's. */
    static final int LOCK = 2;

    static final int VALIDATE = 3;
    /** Leaves it at the call's version. */
    static final int UNLOCK = 4;

    /** As a backup, with the call's version. */
    static final int STORE = 5;
    /** As the primary; the lock stays. */
    static final int WRITE = 6;
    /** As the primary; unlocks with the call's version. */
    static final int WRITE_AND_UNLOCK = 7;

    // What it answers.
    static final int DONE = 0;
    static final int ABSENT = 1;
    static final int LOCKED = 2;
    static final int CHANGED = 3;

    private static final long LOCK_BIT = 1;

    private RecordCache cache;

    RecordKeeper(TableCopies[] tables, MemoryCost cost) {
        super(tables, cost);
    }

    static long version(long header) {
        return header >>> 1;
    }

    @Override
    protected void attached(RpcThread thread) {
        cache = thread.capability(RecordCache.class);
    }

    @Override
    protected int serve(Step step, RecordCall call, RecordAnswer answer) {
        Region region = region(call);
        long header = header(call);
        switch (call.operation()) {
            case READ, READ_AND_CACHE:
                return read(step, call, answer, region, header);
            case LOCK, VALIDATE:
                missed(step);
                return check(region, header, call);
            case UNLOCK:
                cached(step);
                break;
            default:
                write(step, call);
        }
        if (call.operation() >= WRITE) {
            put(step, call, call.number(), call.value(), call.valueAt(), call.valueBytes());
        }
        if (call.operation() != WRITE) {
            region.putLongRelease(header, call.number() << 1);
        }
        return DONE;
    }

    /** Of a record that another thread writes meanwhile, nothing is taken. */
    private int read(Step step, RecordCall call, RecordAnswer answer, Region region, long header) {
        long word = region.getLongAcquire(header);
        if ((word & LOCK_BIT) != 0) {
            missed(step);
            return LOCKED;
        }
        boolean found = read(step, call, answer);
        VarHandle.acquireFence();
        if (region.getLong(header) != word) {
            return LOCKED;
        }
        answer.number(version(word));
        if (call.operation() == READ_AND_CACHE) {
            put(step, call, version(word), answer.value(), answer.valueAt(), answer.valueBytes());
        }
        return found ? DONE : ABSENT;
    }

    private static int check(Region region, long header, RecordCall call) {
        long word = region.getLongAcquire(header);
        if ((word & LOCK_BIT) != 0) {
            return LOCKED;
        }
        if (version(word) != call.number()) {
            return CHANGED;
        }
        boolean done = call.operation() == VALIDATE || region.compareAndSetLong(header, word, word | LOCK_BIT);
        return done ? DONE : LOCKED;
    }

    /** If the NIC has no time for it, it keeps an older copy for a while, which validation will find. */
    private void put(Step step, RecordCall call, long version, byte[] value, int at, int lengthBytes) {
        cache.put(step, call.table(), call.key(), version, value, at, lengthBytes);
    }
}
