// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

/**
 * One transaction under way, as a protocol sees it: the accesses that its logic declared, what was fetched for them and
 * what it writes. It is data, reused by one context for transaction after transaction without allocation; one thread at
 * a time.
 *
 * <p>A workload sets its type and input through {@link #input()}, and its logic works on {@link LogicContext}, another
 * view of the same object. The protocol lets the logic {@link #run} round after round, walks the accesses by index,
 * answers each with {@link #fetched} or {@link #missing}, and after a commit sets with {@link #installed} the version
 * that each write got. The run's history is taken from there. An access's index is the order of its declaration.
 *
 * <p><b>Blind writes</b> ({@link LogicContext#overwrite}). A protocol without support for them fetches the record as
 * for any update, finds it written, and stores the new value as a whole: {@link #fetched} merges what was read with
 * what was put. A protocol with support leaves the access unanswered, and writes the {@link #overwriteBytes} at
 * {@link #overwriteAt} to the record's {@link #overwriteOffset}.
 *
 * <p><b>Parts.</b> A protocol of {@link org.breadboard.api.protocol.ProtocolType.Grain#PART} has a version for each
 * part of a record, and reports them with {@link #parts}, {@link #partFetched} and {@link #partInstalled}.
 */
public final class Transaction {
    /** An instant that was not named. */
    public static final long UNSAID = Long.MIN_VALUE;

    private final TransactionInput input = new TransactionInput(this);
    private final Accesses accesses = new Accesses();
    private final LogicContext context = new LogicContext(input, accesses);
    private boolean withdrawn;
    private long author;
    private long snapshot = UNSAID;
    private long commit = UNSAID;

    /** An empty transaction. */
    public Transaction() {}

    /** What to run: for generators, and for a place that a transaction is shipped to. */
    public TransactionInput input() {
        return input;
    }

    /** The type, as the workload numbers it. */
    public int type() {
        return input.type();
    }

    /** The logic that runs. */
    public TransactionLogic logic() {
        return input.logic();
    }

    /** Runs a round of the logic, from 0 on. */
    public Decision run(int round) {
        return input.logic().run(round, context);
    }

    /** What the logic works on. */
    public LogicContext context() {
        return context;
    }

    /** What the logic accounted for ({@link LogicContext#account}). */
    public long account() {
        return context.account();
    }

    /** Forgets the accesses, for another attempt with the same input. */
    public void reset() {
        accesses.clear();
        context.reset();
        withdrawn = false;
        author = 0;
        snapshot = UNSAID;
        commit = UNSAID;
    }

    /**
     * Becomes what another one is now, but for the numbers of its input: for who looks at its accesses and outcome when
     * that one has gone on.
     */
    public void copyOf(Transaction other) {
        input.become(other.type(), other.logic());
        context.reset();
        accesses.copyOf(other.accesses);
        withdrawn = other.withdrawn;
        author = other.author;
        snapshot = other.snapshot;
        commit = other.commit;
    }

    /** How many accesses are declared, rows of ranges included. */
    public int accesses() {
        return accesses.count();
    }

    /** The mode of an access. */
    public AccessMode mode(int access) {
        return accesses.mode(access);
    }

    /** The table of an access. */
    public int table(int access) {
        return accesses.table(access);
    }

    /** The key of an access; of a range, the lowest. */
    public long key(int access) {
        return accesses.key(access);
    }

    /** The highest key of a range; of another access, its key. */
    public long highKey(int access) {
        return accesses.highKey(access);
    }

    /** How many records a range takes at most. */
    public int limit(int access) {
        return accesses.limit(access);
    }

    /** The range access whose row this is, or -1. */
    public int rangeOf(int access) {
        return accesses.rangeOf(access);
    }

    /** Whether the record of an access exists. For ranges: whether any record was found. */
    public boolean found(int access) {
        return accesses.is(access, Accesses.FOUND);
    }

    /** Whether the protocol has answered an access. */
    public boolean answered(int access) {
        return accesses.is(access, Accesses.ANSWERED);
    }

    /**
     * Answers an access: the record exists, with this value and version. Versions grow with each install from 0, the
     * initial state. From now on an overwrite's new value is that of the whole record.
     *
     * @throws IndexOutOfBoundsException if an overwrite does not lie within the value
     */
    public void fetched(int access, long version, byte[] from, int offset, int lengthBytes) {
        accesses.fetched(access, version, from, offset, lengthBytes);
    }

    /**
     * Answers an access: there is no record. The version is that of the word which covers the key. An overwrite then
     * writes nothing.
     */
    public void missing(int access, long version) {
        accesses.missing(access, version);
    }

    /**
     * Adds a row to a range, and returns its index. {@link #fetched} has to be called for it next. The range itself is
     * answered too, with an empty value, or with {@link #missing} if it has no row. To write a record that it found in
     * this way, the logic may declare it once more: the two accesses read the same version.
     */
    public int row(int range, long rowKey) {
        return accesses.row(range, accesses.declare(AccessMode.READ, 0, table(range), rowKey, rowKey, 1));
    }

    /** Whether the logic wrote the record of an access (or confirmed its removal). */
    public boolean written(int access) {
        return accesses.is(access, Accesses.WRITTEN);
    }

    /** Whether the logic wrote the record of an access, and no access behind it writes the record once more. */
    public boolean isLastWrite(int access) {
        if (!written(access)) {
            return false;
        }
        for (int later = access + 1; later < accesses(); later++) {
            if (written(later) && key(later) == key(access) && table(later) == table(access)) {
                return false;
            }
        }
        return true;
    }

    /** The version that was read. */
    public long readVersion(int access) {
        return accesses.readVersion(access);
    }

    /**
     * Sets afterwards the version that an access has read. For a protocol that validates values, and learns their
     * versions only with the commit (NOCC 2).
     */
    public void witnessed(int access, long version) {
        accesses.witnessed(access, version);
    }

    /**
     * Names the instants of an attempt under snapshot isolation, before it is reported as committed. Any numbers do
     * whose order is the one that the protocol promises.
     *
     * @param of it has read the state of this instant: all that was committed then or before
     * @param committed its writes count from this instant on; {@code of} if it has none
     */
    public void snapshot(long of, long committed) {
        snapshot = of;
        commit = committed;
    }

    /** The instant whose state it has read, or {@link #UNSAID}. */
    public long snapshot() {
        return snapshot;
    }

    /** The instant from which its writes count, or {@link #UNSAID}. */
    public long commit() {
        return commit;
    }

    /** Sets the version that a committed write got. */
    public void installed(int access, long version) {
        accesses.installed(access, version);
    }

    /**
     * The attempt gives up, whatever {@link #installed} said. To be told before it releases what it has locked, since
     * from then on others may install these versions.
     */
    public void withdrawn() {
        withdrawn = true;
    }

    /**
     * Says who logs say has asked for the attempt, for a protocol in which an attempt that gives up does not know it in
     * time to be {@link #withdrawn}, so that another one may install the versions that it has told. 0 is nobody in
     * particular.
     */
    public void author(long number) {
        author = number;
    }

    /** Who logs say has asked for the attempt. */
    public long author() {
        return author;
    }

    /** Whether the attempt has given up. */
    public boolean isWithdrawn() {
        return withdrawn;
    }

    /** The version that {@link #installed} set. */
    public long installedVersion(int access) {
        return accesses.installedVersion(access);
    }

    /**
     * Announces that an access's versions are set part by part, for {@code count} parts of its record; once per access.
     */
    public void parts(int access, int count) {
        accesses.parts(access, count);
    }

    /**
     * How many parts {@link #parts(int, int)} announced; 0 if the access's versions are those of the record as a whole.
     */
    public int parts(int access) {
        return accesses.parts(access);
    }

    /** Sets the version of a part that was read. A part without one has the version that was read for the record. */
    public void partFetched(int access, int part, long version) {
        accesses.partFetched(access, part, version);
    }

    /** The version of a part that was read. */
    public long partReadVersion(int access, int part) {
        return accesses.partReadVersion(access, part);
    }

    /** Sets the version that a part got from a committed write. A part without one was not written. */
    public void partInstalled(int access, int part, long version) {
        accesses.partInstalled(access, part, version);
    }

    /** Whether {@link #partInstalled} has set a version for a part. */
    public boolean isPartInstalled(int access, int part) {
        return accesses.partInstalled(access, part) != PartVersions.UNSAID;
    }

    /** The version that {@link #partInstalled} set. */
    public long partInstalledVersion(int access, int part) {
        return accesses.partInstalled(access, part);
    }

    /** Whether an access was declared by {@link LogicContext#overwrite}. */
    public boolean isOverwrite(int access) {
        return accesses.isOverwrite(access);
    }

    /** Where in its record an overwrite begins, in bytes. */
    public int overwriteOffset(int access) {
        return accesses.overwriteOffset(access);
    }

    /** How many bytes an overwrite replaces. */
    public int overwriteBytes(int access) {
        return accesses.overwriteBytes(access);
    }

    /** Where in {@link #values()} the bytes of an overwrite are, whether the record was fetched or not. */
    public int overwriteAt(int access) {
        return accesses.overwriteAt(access);
    }

    /** The array that holds all values. It moves when values are added: ask again after each fetch. */
    public byte[] values() {
        return accesses.values();
    }

    /** Where the value that was read begins in {@link #values()}. */
    public int readAt(int access) {
        return accesses.readAt(access);
    }

    /** How long the value that was read is. */
    public int readBytes(int access) {
        return accesses.readBytes(access);
    }

    /** Where the new value begins in {@link #values()}. */
    public int newAt(int access) {
        return accesses.newAt(access);
    }

    /** How long the new value is; 0 for a removal. */
    public int newBytes(int access) {
        return accesses.newBytes(access);
    }
}
