// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.table;

import java.lang.invoke.VarHandle;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;

/**
 * The part of a transaction that is on its coordinator's own node: optimistic concurrency control over
 * {@link LocalTable}s, by the CPU. It reads records, absent keys, minima, maxima and ranges, and writes inserts,
 * updates and deletes. Remote parts and the log are the protocol's. Reused for transaction after transaction; one
 * thread, that of its {@link LocalRecords}.
 *
 * <p><b>Order of calls.</b> {@link #begin}; {@link #fetch} for each local access, and in between {@link #lock} where a
 * protocol locks what it will write before it fetches it; {@link #lockWrites}; {@link #insert}; {@link #validate};
 * {@link #installed}, the protocol's log; {@link #install}. If a call answers a reason, the attempt has to abort:
 * {@link #release}. The protocol may also abort it, until it logs. All locks of the transaction, on any node, and
 * {@link #insert} come before {@link #validate} or any other validation.
 *
 * <p><b>Why it is serializable.</b> The transaction takes effect at an instant between its last lock or insert and its
 * first validation. What it writes is locked then, with the version that was read. What it only read, absent keys
 * included, is covered by header words, which are the same and unlocked before and after the instant. The keys of its
 * ranges are covered by guards in the same way. What others insert is in the store before they validate, under a locked
 * header. So of two transactions that insert into each other's ranges, the one that validates later finds a changed
 * guard. Own inserts change own guards: such ranges are walked once more after the inserts, and must have the keys that
 * were fetched.
 */
public final class LocalTransaction {
    private final LocalRecords records;
    private final LocalFootprint footprint = new LocalFootprint();
    private final LocalScan scan;
    private final LocalInserts inserts;
    private Transaction transaction;

    /** For one coordinator of a thread, in a run in which no machine crashes. */
    public LocalTransaction(LocalRecords records) {
        this(records, null);
    }

    /**
     * For one coordinator of a thread.
     *
     * @param journal remembers what it has inserted if its machine crashes; null if none does
     */
    public LocalTransaction(LocalRecords records, InsertJournal.Lane journal) {
        this.records = records;
        scan = new LocalScan(records, footprint);
        inserts = new LocalInserts(records, footprint, journal);
    }

    /** Begins another attempt. The one before was installed or released. */
    public void begin(Transaction next) {
        transaction = next;
        clear();
    }

    private void clear() {
        footprint.clear();
        inserts.clear();
    }

    // Reading.

    /**
     * Fetches an access to a local table, of any mode: answers it in the transaction, and adds the rows of a range to
     * it.
     *
     * @param partition the access's, of which this node has the primary
     * @return null, or why the attempt has to abort: another transaction holds a lock
     */
    public AbortReason fetch(Step step, int access, int partition) {
        int table = transaction.table(access);
        Region region = records.table(table).region(partition);
        if (transaction.mode(access).ranges()) {
            footprint.place(access, partition, 0);
            footprint.part(access, partition);
            return scan.fetch(step, transaction, access, region);
        }
        long header = place(access, partition);
        boolean own = footprint.findLock(table, partition, header) != LocalFootprint.NONE;
        long word = region.getLongAcquire(header);
        if (LocalHeader.isLocked(word) && !own) {
            step.stall(records.cost().cachedNs());
            return AbortReason.LOCKED;
        }
        byte[] value = records.value(table);
        int valueBytes = records.table(table).valueBytes();
        boolean found = records.find(step, table, region, transaction.key(access));
        long address = found ? records.cursor(table).valueAddress() : 0;
        if (found) {
            step.stall(records.cost().memoryNs());
            region.read(address, value, 0, valueBytes);
        }
        region.loadFence();
        if (region.getLongAcquire(header) != word) {
            return AbortReason.LOCKED;
        }
        footprint.value(access, address);
        if (found) {
            transaction.fetched(access, LocalHeader.version(word), value, 0, valueBytes);
        } else {
            transaction.missing(access, LocalHeader.version(word));
        }
        return null;
    }

    /**
     * Fetches up to {@code rows} rows of a partition's part of a range, from {@code low} on, into {@code into}; answers
     * as {@link #fetch}.
     */
    AbortReason gather(Step step, int range, int partition, long low, int rows, SpreadRanges into) {
        footprint.part(range, partition);
        Region region = records.table(transaction.table(range)).region(partition);
        return scan.gather(step, transaction, range, partition, low, rows, region, into);
    }

    /** Says where the record of a row is that was gathered. */
    void placeRow(int access, int partition, long header, long value) {
        footprint.place(access, partition, header);
        footprint.value(access, value);
    }

    private long place(int access, int partition) {
        long header = records.table(transaction.table(access)).store().headerAddress(transaction.key(access));
        footprint.place(access, partition, header);
        return header;
    }

    // Locking.

    /**
     * Locks the header of an access, once for all accesses that it covers. If the access is fetched already, the header
     * must have the version that was read.
     *
     * @return null, or why the attempt has to abort
     */
    public AbortReason lock(Step step, int access, int partition) {
        int table = transaction.table(access);
        long header = place(access, partition);
        int lock = footprint.findLock(table, partition, header);
        if (lock == LocalFootprint.NONE) {
            Region region = records.table(table).region(partition);
            long word = region.getLongAcquire(header);
            step.stall(records.cost().cachedNs());
            if (LocalHeader.isLocked(word) || !region.compareAndSetLong(header, word, LocalHeader.locked(word))) {
                return AbortReason.LOCKED;
            }
            lock = footprint.locks();
            footprint.lock(table, partition, header, word);
        }
        boolean stale = transaction.answered(access)
                && transaction.readVersion(access) != LocalHeader.version(footprint.lockWord(lock));
        return stale ? AbortReason.VALIDATION : null;
    }

    /** Locks the headers of all that is written; as {@link #lock}. */
    public AbortReason lockWrites(Step step) {
        for (int i = 0; i < footprint.known(); i++) {
            if (isWritten(i)) {
                AbortReason failure = lock(step, i, footprint.partition(i));
                if (failure != null) {
                    return failure;
                }
            }
        }
        return null;
    }

    private boolean isWritten(int access) {
        return footprint.is(access, LocalFootprint.LOCAL) && transaction.written(access);
    }

    /**
     * Puts the records of inserts into the store, locked and without a value yet. From then on every other transaction
     * that has searched their ranges fails to validate.
     *
     * @return null, or why the attempt has to abort: a table is full, or one of its own ranges has changed
     */
    public AbortReason insert(Step step) {
        footprint.order(transaction);
        AbortReason failure = inserts.place(step, transaction);
        if (failure != null || !inserts.any()) {
            return failure;
        }
        // Others must not find the store as it was once this transaction has begun to validate.
        VarHandle.fullFence();
        return rangesAgain(step) ? null : AbortReason.VALIDATION;
    }

    private boolean rangesAgain(Step step) {
        boolean same = true;
        for (int i = 0; i < footprint.parts() && same; i++) {
            int range = footprint.partRange(i);
            int partition = footprint.partPartition(i);
            int table = transaction.table(range);
            if (inserts.isInto(transaction, table, partition)) {
                Region region = records.table(table).region(partition);
                same = scan.again(step, transaction, range, partition, region);
            }
        }
        return same;
    }

    private Region region(int access) {
        return records.table(transaction.table(access)).region(footprint.partition(access));
    }

    // Validating.

    /**
     * Checks that everything that was read is unchanged.
     *
     * @return null, or why the attempt has to abort
     */
    public AbortReason validate(Step step) {
        AbortReason failure = validateRecords(step);
        return failure == null ? validateRanges(step) : failure;
    }

    /**
     * The half of {@link #validate} that is about records and absent keys: headers are unlocked, with the version that
     * was read.
     */
    public AbortReason validateRecords(Step step) {
        for (int i = 0; i < footprint.known(); i++) {
            if (footprint.is(i, LocalFootprint.LOCAL)
                    && !transaction.mode(i).ranges()
                    && !transaction.written(i)
                    && !isCurrent(step, i)) {
                return AbortReason.VALIDATION;
            }
        }
        return null;
    }

    private boolean isCurrent(Step step, int access) {
        long header = footprint.header(access);
        int lock = footprint.findLock(transaction.table(access), footprint.partition(access), header);
        long word;
        if (lock == LocalFootprint.NONE) {
            step.stall(records.cost().cachedNs());
            word = region(access).getLongAcquire(header);
        } else {
            word = footprint.lockWord(lock);
        }
        return !LocalHeader.isLocked(word) && LocalHeader.version(word) == transaction.readVersion(access);
    }

    /** The other half: no key has entered or left a range. */
    public AbortReason validateRanges(Step step) {
        for (int i = 0; i < footprint.guards(); i++) {
            step.stall(records.cost().cachedNs());
            int table = transaction.table(footprint.guardRange(i));
            Region region = records.table(table).region(footprint.guardPartition(i));
            if (region.getLongAcquire(footprint.guardAddress(i)) != footprint.guardVersion(i)) {
                return AbortReason.VALIDATION;
            }
        }
        return null;
    }

    // Ending.

    /** Sets in the transaction the versions that its local writes get: one version for all writes under a header. */
    public void installed() {
        for (int i = 0; i < footprint.known(); i++) {
            if (isWritten(i)) {
                int lock = footprint.findLock(transaction.table(i), footprint.partition(i), footprint.header(i));
                transaction.installed(i, LocalHeader.version(footprint.lockWord(lock)) + 1);
            }
        }
    }

    /**
     * Whether an access is a local write that has to be stored: the last one of its key. Known after {@link #insert}.
     */
    public boolean isStored(int access) {
        return footprint.is(access, LocalFootprint.STORED);
    }

    /** Whether a stored write is the last one under its header, in the order of accesses; backups have to be told. */
    public boolean isLast(int access) {
        return footprint.is(access, LocalFootprint.LAST) && isStored(access);
    }

    /** Stores what was written and unlocks everything. */
    public void install(Step step) {
        // Before anything else: who loses power behind it applies what was logged, and must not find inserts to remove.
        inserts.clear();
        for (int i = 0; i < footprint.known(); i++) {
            if (!footprint.is(i, LocalFootprint.STORED)) {
                continue;
            }
            Region region = region(i);
            if (transaction.mode(i) != AccessMode.DELETE) {
                step.stall(records.cost().cachedNs());
                region.write(footprint.value(i), transaction.values(), transaction.newAt(i), transaction.newBytes(i));
            } else if (transaction.found(i)) {
                records.delete(step, transaction.table(i), region, transaction.key(i));
            }
            if (isLast(i)) {
                region.putLongRelease(footprint.header(i), LocalHeader.of(transaction.installedVersion(i)));
            }
        }
        for (int lock = 0; lock < footprint.locks(); lock++) {
            if (!isWrittenUnder(lock)) {
                unlock(step, lock, footprint.lockWord(lock));
            }
        }
        clear();
    }

    private boolean isWrittenUnder(int lock) {
        for (int i = 0; i < footprint.known(); i++) {
            if (isLast(i)
                    && footprint.header(i) == footprint.lockHeader(lock)
                    && transaction.table(i) == footprint.lockTable(lock)
                    && footprint.partition(i) == footprint.lockPartition(lock)) {
                return true;
            }
        }
        return false;
    }

    private void unlock(Step step, int lock, long word) {
        step.stall(records.cost().cachedNs());
        Region region = records.table(footprint.lockTable(lock)).region(footprint.lockPartition(lock));
        region.putLongRelease(footprint.lockHeader(lock), word);
    }

    /** Removes inserts and unlocks everything; leaves the store as it was. */
    public void release(Step step) {
        boolean inserted = inserts.any();
        inserts.takeBack(step, transaction);
        // Before others can insert them: recovery would remove theirs.
        inserts.clear();
        for (int lock = 0; lock < footprint.locks(); lock++) {
            long word = footprint.lockWord(lock);
            unlock(step, lock, inserted ? LocalHeader.takenBack(word) : word);
        }
        clear();
    }
}
