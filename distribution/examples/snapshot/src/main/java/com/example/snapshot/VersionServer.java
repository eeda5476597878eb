package com.example.snapshot;

import org.breadboard.api.Settings;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.rpc.OldVersions;
import org.breadboard.kit.table.TableCopies;

/**
 * Reads records as of a timestamp, and locks and writes them; of node 0, gives out timestamps. A header is when its
 * records were last written (62 bits), whether whoever has locked it has begun to write, and whether it is locked.
 */
final class VersionServer extends RecordServer {
    // Operations.
    static final int READ = 0;
    static final int LOCK = 1;
    static final int UNLOCK = 2;
    /** At the call's number; its second one says whether the header is to be unlocked. */
    static final int WRITE = 3;
    /** Counts as written at the call's number. */
    static final int STAMP = 4;

    static final int WRITE_TO_BACKUP = 5;
    // Of the node.
    static final int NOW = 6;
    static final int NEXT = 7;

    // What it answers.
    static final int DONE = 0;
    static final int ABSENT = 1;
    static final int LOCKED = 2;
    static final int CHANGED = 3;
    static final int TOO_OLD = 4;

    /** In front of the old versions. */
    static final int CLOCK_BYTES = Region.LINE_BYTES;

    private static final long LOCK_BIT = 1;
    private static final long BEGUN = 2;
    private static final int WRITTEN_SHIFT = 2;

    private final double againNs;
    private final int slots;
    private final int valueBytes;
    private final Snapshot.Breakage breakage;
    private OldVersions versions;

    VersionServer(TableCopies[] tables, MemoryCost cost, Settings settings) {
        super(tables, cost);
        againNs = settings.get(Snapshot.AGAIN_NS);
        slots = settings.get(Snapshot.OLD_VERSIONS);
        breakage = settings.get(Snapshot.BREAKAGE);
        int longest = 0;
        for (TableCopies table : tables) {
            longest = Math.max(longest, table.valueBytes());
        }
        valueBytes = longest;
    }

    static long written(long header) {
        return header >>> WRITTEN_SHIFT;
    }

    @Override
    protected double againNs() {
        return againNs;
    }

    @Override
    protected int serve(Step step, RecordCall call, RecordAnswer answer) {
        if (call.isOfNode()) {
            cached(step);
            long now = call.operation() == NEXT
                    ? shared().getAndAddLong(0, 1) + 1
                    : shared().getLongAcquire(0);
            answer.number(now);
            return DONE;
        }
        Region region = region(call);
        long header = header(call);
        long word = region.getLongAcquire(header);
        switch (call.operation()) {
            case READ:
                return read(step, call, answer, region, header, word);
            case LOCK:
                missed(step);
                return lock(call, region, header, word);
            case UNLOCK:
                cached(step);
                region.putLongRelease(header, word & ~LOCK_BIT);
                return DONE;
            case WRITE:
                keep(step, call, region, header, word);
                write(step, call);
                break;
            case WRITE_TO_BACKUP:
                write(step, call);
                break;
            default:
                cached(step);
        }
        if (call.operation() != WRITE || call.second() != 0) {
            region.putLongRelease(header, call.number() << WRITTEN_SHIFT);
        }
        return DONE;
    }

    /** Whoever has locked it may have a timestamp that is older than the reader's: the reader waits. */
    private int read(Step step, RecordCall call, RecordAnswer answer, Region region, long header, long word) {
        if ((word & LOCK_BIT) != 0) {
            missed(step);
            return LATER;
        }
        boolean newest = written(word) <= call.number() || breakage == Snapshot.Breakage.READ_NEWEST;
        OldVersions.Found found = newest ? OldVersions.Found.CURRENT : find(step, call, header);
        answer.number(newest ? written(word) : versions.stamp());
        switch (found) {
            case CURRENT:
                boolean there = read(step, call, answer);
                region.loadFence();
                // Another thread has written meanwhile.
                return region.getLong(header) != word ? LATER : there ? DONE : ABSENT;
            case OLDER:
                answer.value(versions.value(), 0, versions.valueBytes());
                return DONE;
            case ABSENT:
                return ABSENT;
            default:
                return TOO_OLD;
        }
    }

    private OldVersions.Found find(Step step, RecordCall call, long header) {
        OldVersions.Found found = versions().find(call.table(), call.partition(), header, call.key(), call.number());
        for (int i = 0; i < versions.steps(); i++) {
            missed(step);
        }
        return found;
    }

    private int lock(RecordCall call, Region region, long header, long word) {
        if ((word & LOCK_BIT) != 0) {
            return LOCKED;
        }
        if (written(word) > call.number() && breakage != Snapshot.Breakage.LAST_COMMITTER_WINS) {
            return CHANGED;
        }
        return region.compareAndSetLong(header, word, word | LOCK_BIT) ? DONE : LOCKED;
    }

    /** Keeps what a record is that will be overwritten. */
    private void keep(Step step, RecordCall call, Region region, long header, long word) {
        long before = (word & BEGUN) == 0 ? written(word) : call.number();
        region.putLongRelease(header, word | BEGUN);
        long address = valueAddress(step, call);
        missed(step);
        versions()
                .add(
                        call.table(),
                        call.partition(),
                        header,
                        call.key(),
                        before,
                        region,
                        address,
                        valueBytes(call));
    }

    private OldVersions versions() {
        if (versions == null) {
            versions = new OldVersions(shared(), CLOCK_BYTES, slots, valueBytes);
        }
        return versions;
    }
}
