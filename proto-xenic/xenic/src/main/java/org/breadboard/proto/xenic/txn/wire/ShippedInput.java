// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.wire;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.xenic.txn.setup.Catalog;

/**
 * What a transaction takes along to a NIC besides its records: its type, how many rounds its host has run and, if it
 * executes there (Xenic 4.2.2, 4.2.3), its input and the ordered tables that it may insert into. One thread.
 */
public final class ShippedInput {
    private final Catalog catalog;
    private int type;
    private int rounds;
    private long inserts;
    private byte[] input = new byte[64];
    private int inputBytes;

    /** The input of one transaction after another. */
    public ShippedInput(Catalog catalog) {
        this.catalog = catalog;
    }

    /** How many bytes {@link #encode} writes. */
    public static int encodedBytes(Catalog catalog, Transaction of) {
        return (catalog.hasOrdered() ? 2 : 1) * Long.BYTES + of.input().lengthBytes();
    }

    /**
     * Adds to a message what is executed: its input and, if there are ordered tables, those that it may insert into, as
     * bits.
     */
    public static void encode(Message message, Catalog catalog, Transaction of, long inserts) {
        int at = message.lengthBytes();
        if (catalog.hasOrdered()) {
            Bytes.putLong(message.bytes(), at, inserts);
            at += Long.BYTES;
        }
        Bytes.putLong(message.bytes(), at, of.input().lengthBytes());
        System.arraycopy(
                of.input().bytes(),
                0,
                message.bytes(),
                at + Long.BYTES,
                of.input().lengthBytes());
        message.lengthBytes(at + Long.BYTES + of.input().lengthBytes());
    }

    /**
     * Reads it.
     *
     * @param executes whether the message has what an execution needs
     * @return where the records begin
     */
    public int decode(Message message, boolean executes) {
        type = HostWire.type(Wire.number(message));
        rounds = HostWire.rounds(Wire.number(message));
        int at = Wire.HEADER_BYTES;
        inserts = 0;
        inputBytes = 0;
        if (!executes) {
            return at;
        }
        if (catalog.hasOrdered()) {
            inserts = message.getLong(at);
            at += Long.BYTES;
        }
        inputBytes = (int) message.getLong(at);
        input = inputBytes > input.length ? new byte[inputBytes] : input;
        at += Long.BYTES;
        System.arraycopy(message.bytes(), at, input, 0, inputBytes);
        return at + inputBytes;
    }

    /** Makes a transaction the one that was read, without accesses. */
    public void begin(Transaction transaction) {
        transaction.input().begin(type, catalog.logic(type));
        for (int at = 0; at < inputBytes; at += Long.BYTES) {
            transaction.input().put(Bytes.getLong(input, at));
        }
    }

    /**
     * Answers what a logic wants of ordered tables where it executes: what it inserts is not there yet.
     *
     * @param from the first access that it has declared there
     * @return false if it wants something else, or its host does not know of the insert: only its host has that
     */
    public boolean takesInserts(Transaction transaction, int from) {
        for (int i = from; i < transaction.accesses(); i++) {
            int table = transaction.table(i);
            if (!catalog.isOrdered(table)) {
                continue;
            }
            if (transaction.mode(i) != AccessMode.INSERT || (inserts >>> table & 1) == 0) {
                return false;
            }
            transaction.missing(i, 0);
        }
        return true;
    }

    /** The type of the transaction. */
    public int type() {
        return type;
    }

    /** How many rounds its host has run. */
    public int rounds() {
        return rounds;
    }

    /** The ordered tables that it may insert into, as bits. */
    public long inserts() {
        return inserts;
    }
}
