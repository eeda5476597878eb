// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.txn;

import org.breadboard.api.memory.Bytes;

/**
 * A {@link Transaction} as a workload's generator sees it: what is to run, and on what input. It stays the same for all
 * attempts. One thread at a time.
 */
public final class TransactionInput {
    private static final int MAX_BYTES = 256;

    private final Transaction transaction;
    private final byte[] bytes = new byte[MAX_BYTES];
    private int end;
    private int type;
    private TransactionLogic logic;

    TransactionInput(Transaction transaction) {
        this.transaction = transaction;
    }

    /** Begins another transaction: forgets the last one and sets what to run. */
    public void begin(int newType, TransactionLogic newLogic) {
        become(newType, newLogic);
        end = 0;
        transaction.reset();
    }

    /**
     * Changes type and logic, with the same input. For a workload that is made of others, whose generators know only
     * their own types. After {@link #begin}.
     */
    public void become(int newType, TransactionLogic newLogic) {
        type = newType;
        logic = newLogic;
    }

    /**
     * Adds a number to the input.
     *
     * @throws IndexOutOfBoundsException if it has 32 already
     */
    public void put(long value) {
        if (end == MAX_BYTES) {
            throw new IndexOutOfBoundsException("a transaction's input has at most " + MAX_BYTES + " B");
        }
        Bytes.putLong(bytes, end, value);
        end += Long.BYTES;
    }

    /** How long all of it is, in bytes. */
    public int lengthBytes() {
        return end;
    }

    /** The {@code index}-th number. */
    public long number(int index) {
        return Bytes.getLong(bytes, index * Long.BYTES);
    }

    /** The type, as the workload numbers it. */
    public int type() {
        return type;
    }

    /** The logic to run. */
    public TransactionLogic logic() {
        return logic;
    }

    /** Its bytes, valid from 0 to {@link #lengthBytes()}: what travels with a transaction that is shipped. */
    public byte[] bytes() {
        return bytes;
    }
}
