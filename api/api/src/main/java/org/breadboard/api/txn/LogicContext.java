// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

import org.breadboard.api.memory.Bytes;

/**
 * A {@link Transaction} as its logic sees it: it reads the input, declares accesses, reads values and writes new ones.
 * An access's index is the order of its declaration. One thread at a time.
 *
 * <p><b>Blind writes.</b> {@link #overwrite} declares an update of some bytes of a record, which the logic puts at once
 * and never reads.
 */
public final class LogicContext {
    private final TransactionInput input;
    private final Accesses accesses;
    private long account;
    private int firstTable;

    LogicContext(TransactionInput input, Accesses accesses) {
        this.input = input;
        this.accesses = accesses;
    }

    void reset() {
        account = 0;
    }

    long account() {
        return account;
    }

    /**
     * From now on table numbers, in both directions, count from the run's table {@code first}. For a workload that is
     * made of others, whose logics know only their own tables. Called around each round of such a logic, with
     * {@code tablesFrom(0)} at the end.
     */
    public void tablesFrom(int first) {
        firstTable = first;
    }

    /** The {@code index}-th number of the input. */
    public long input(int index) {
        return input.number(index);
    }

    // Declaring accesses.

    /** Declares that a record is read. Returns the access's index. */
    public int read(int table, long key) {
        return declare(AccessMode.READ, table, key, key, 1);
    }

    /** Declares that a record is read and perhaps written. */
    public int update(int table, long key) {
        return declare(AccessMode.UPDATE, table, key, key, 1);
    }

    /**
     * Declares that {@code lengthBytes} of a record that exists are written from {@code offset} on, whatever their
     * content: an access of mode {@link AccessMode#UPDATE} that counts as written, with zeros at first. The logic puts
     * the new bytes in the round that declares them, at offsets of the record. It cannot read anything of the record,
     * and does not learn whether it exists. If it does not, nothing is written. In a table with parts, whole parts are
     * overwritten.
     *
     * @throws IllegalArgumentException if {@code offset} is negative or {@code lengthBytes} not positive
     */
    public int overwrite(int table, long key, int offset, int lengthBytes) {
        if (offset < 0 || lengthBytes < 1) {
            throw new IllegalArgumentException(lengthBytes + " B at " + offset + " of a record cannot be overwritten");
        }
        int access = declare(AccessMode.UPDATE, table, key, key, 1);
        accesses.overwrites(access, offset, lengthBytes);
        return access;
    }

    /** Declares that a record is created. */
    public int insert(int table, long key) {
        return declare(AccessMode.INSERT, table, key, key, 1);
    }

    /** Declares that a record is removed. */
    public int delete(int table, long key) {
        return declare(AccessMode.DELETE, table, key, key, 1);
    }

    /** Declares that the record with the smallest key from {@code low} to {@code high}, both included, is read. */
    public int min(int table, long low, long high) {
        return declare(AccessMode.MIN, table, low, high, 1);
    }

    /** Declares that the record with the largest key from {@code low} to {@code high}, both included, is read. */
    public int max(int table, long low, long high) {
        return declare(AccessMode.MAX, table, low, high, 1);
    }

    /** Declares that up to {@code limit} records from {@code low} to {@code high}, both included, are read in order. */
    public int range(int table, long low, long high, int limit) {
        return declare(AccessMode.RANGE, table, low, high, limit);
    }

    private int declare(AccessMode accessMode, int table, long low, long high, int rows) {
        return accesses.declare(accessMode, firstTable, table, low, high, rows);
    }

    // What is declared.

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
        return accesses.table(access) - firstTable;
    }

    /** The key of an access; of a range, the lowest. */
    public long key(int access) {
        return accesses.key(access);
    }

    /** The range access whose row this is, or -1. */
    public int rangeOf(int access) {
        return accesses.rangeOf(access);
    }

    // Reading and writing.

    /** Whether the record of an access exists. For ranges: whether any record was found. */
    public boolean found(int access) {
        return accesses.is(access, Accesses.FOUND);
    }

    /** The 64-bit number at {@code offset} of what was read, or of the new value once something was put. */
    public long getLong(int access, int offset) {
        return Bytes.getLong(accesses.values(), accesses.readableAt(access, offset, Long.BYTES));
    }

    /** The 32-bit number at {@code offset}. */
    public int getInt(int access, int offset) {
        return Bytes.getInt(accesses.values(), accesses.readableAt(access, offset, Integer.BYTES));
    }

    /** The byte at {@code offset}. */
    public byte getByte(int access, int offset) {
        return accesses.values()[accesses.readableAt(access, offset, 1)];
    }

    /** Puts a 64-bit number into the new value. */
    public void putLong(int access, int offset, long value) {
        int at = accesses.writableAt(access, offset, Long.BYTES); // which may move values
        Bytes.putLong(accesses.values(), at, value);
    }

    /** Puts a 32-bit number into the new value. */
    public void putInt(int access, int offset, int value) {
        int at = accesses.writableAt(access, offset, Integer.BYTES);
        Bytes.putInt(accesses.values(), at, value);
    }

    /** Puts a byte into the new value. */
    public void putByte(int access, int offset, int value) {
        int at = accesses.writableAt(access, offset, 1);
        accesses.values()[at] = (byte) value;
    }

    /** Makes the new value of an insert, or of an update that changes its size: {@code sizeBytes} zeros. */
    public void newValue(int access, int sizeBytes) {
        if (accesses.isOverwrite(access)) {
            throw new IllegalStateException("access " + access + " overwrites a part of a value, and makes no new one");
        }
        accesses.newZeros(access, sizeBytes);
    }

    /** Confirms a delete. Without this call, an access of that mode only reads. */
    public void remove(int access) {
        if (accesses.mode(access) != AccessMode.DELETE) {
            throw new IllegalStateException("access " + access + " was not declared as a delete");
        }
        accesses.removed(access);
    }

    // Whole values, for a logic that accounts for every byte.

    /** Whether the record of an access is written so far (or its removal confirmed). */
    public boolean written(int access) {
        return accesses.is(access, Accesses.WRITTEN);
    }

    /** The array that holds all values. It moves when values are added: ask again after each put. */
    public byte[] values() {
        return accesses.values();
    }

    /** Where the value that was read begins in {@link #values()}. */
    public int readAt(int access) {
        return accesses.readAt(access);
    }

    /** Where the new value begins in {@link #values()}. */
    public int newAt(int access) {
        return accesses.newAt(access);
    }

    /** How long the new value is; 0 for a removal. */
    public int newBytes(int access) {
        return accesses.newBytes(access);
    }

    /** Adds to the sum that the workload's invariant compares with the final state if this transaction commits. */
    public void account(long delta) {
        account += delta;
    }
}
