// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.txn.Transaction;
import org.breadboard.proto.drtm.log.WriteWord;
import org.breadboard.proto.drtm.table.RecordWord;

/**
 * The RPCs of DrTM+H as bytes (its public source): a request has 24 B of headers and 24 B for each item, and the value
 * where one is written. An item's last word is the header word that the record has been found with, or that it gets, in
 * network byte order, so that switches can compare it. A reply has 8 B, and for a read the header word and the value of
 * each record, or {@link RecordWord#ABSENT} alone. One message to a node carries as much as it holds of what a phase
 * asks, or one record that is committed.
 */
public final class Rpc {
    /** Reads records. */
    public static final int READ = 1;

    /** Locks records that still have the version named, all of them or none. */
    public static final int LOCK = 2;

    /** Looks whether records have the version named and are not locked. */
    public static final int VALIDATE = 3;

    /** Stores the write set at a backup. */
    public static final int LOG = 4;

    /** Stores the write set at its primary, and unlocks. */
    public static final int COMMIT = 5;

    /** Unlocks what the transaction has locked. */
    public static final int RELEASE = 6;

    /** Says once more what was logged; there is nothing to do but reply. */
    public static final int LOG_ACK = 7;

    /** Searches a part of a range over all nodes, or looks whether one is as it was: a message of its own. */
    public static final int RANGE = 8;

    /** What a request begins with. */
    public static final int REQUEST_BYTES = 24;
    /** An item, without the value that follows it. */
    public static final int ITEM_BYTES = 24;
    /** What a reply begins with. */
    public static final int REPLY_BYTES = 8;

    /** In a reply: all was done, or was so. */
    public static final long OK = 0;
    /** In a reply: it was not. */
    public static final long REFUSED = 1;
    /** In a reply, below the number of the part: it is the answer about a part of a range. */
    private static final int PART = 2;

    private static final int PART_SHIFT = 32;

    private static final int COUNT_SHIFT = 8;
    private static final int BYTE = 0xff;
    private static final int REQUEST = 1 << 16;
    private static final int TURNED_ROUND = 1 << 17;
    /** Of a request, and then of its reply: nobody waits for it. */
    private static final int PASSIVE = 1 << 18;
    /** Of an item: whoever asks has locked the record. */
    private static final long OWN = 1L << 62;
    /** Of an item that reads: the record is to be locked, too. */
    private static final long LOCKS = 1L << 63;

    private static final int SHORT = 0xffff;

    private Rpc() {}

    /** Whether it is a request, and not a reply. */
    public static boolean isRequest(Message message) {
        return (message.kind() & REQUEST) != 0;
    }

    /** Whether it is a request that a switch has sent back. */
    public static boolean isTurnedRound(Message message) {
        return (message.kind() & TURNED_ROUND) != 0;
    }

    /** Whether nobody waits for the reply. */
    public static boolean isPassive(Message message) {
        return (message.kind() & PASSIVE) != 0;
    }

    /** Makes it a request for whose reply nobody waits. */
    public static void passive(Message message) {
        message.kind(message.kind() | PASSIVE);
    }

    /** Which coroutine of its thread asked, in a request and in its reply. */
    public static int coroutine(Message message) {
        return message.kind() & SHORT;
    }

    /** Which coroutine asked, by a request's bytes: where its kind says something else. */
    public static int coroutineNumber(Message request) {
        return (int) request.getLong(8);
    }

    /** What a request asks for. */
    public static int op(Message request) {
        return (int) request.getLong(0) & BYTE;
    }

    /** How many items it has. */
    public static int count(Message request) {
        return (int) (request.getLong(0) >>> COUNT_SHIFT);
    }

    /** Makes a message a request of an attempt, for one kind of operation and without items. */
    public static void begin(Message request, int op, int coroutine, long attempt) {
        request.kind(REQUEST | coroutine);
        request.putLong(0, op);
        request.putLong(8, coroutine);
        request.putLong(16, attempt);
        request.lengthBytes(REQUEST_BYTES);
    }

    /** Makes a message a request about a part of a range, which is to follow its headers. */
    public static void beginPart(Message request, int coroutine, long attempt, int part, int lengthBytes) {
        begin(request, RANGE | part << COUNT_SHIFT, coroutine, attempt);
        request.lengthBytes(REQUEST_BYTES + lengthBytes);
    }

    /** Makes a message the reply about a part, with so many bytes behind its header. */
    public static void replyPart(Message reply, Message request, int lengthBytes) {
        reply(reply, coroutine(request), PART | (long) count(request) << PART_SHIFT);
        reply.lengthBytes(REPLY_BYTES + lengthBytes);
    }

    /** Whether a reply is about a part of a range. */
    public static boolean isPart(Message reply) {
        return !isTurnedRound(reply) && (int) reply.getLong(0) == PART;
    }

    /** The number of that part. */
    public static int part(Message reply) {
        return (int) (reply.getLong(0) >>> PART_SHIFT);
    }

    /** What an item takes of a request, with a value of so many bytes or none. */
    public static int itemBytes(int valueBytes) {
        return ITEM_BYTES + (valueBytes + 7 & ~7);
    }

    /** What a reply has for a record that was read. */
    public static int readBytes(int valueBytes) {
        return Long.BYTES + valueBytes;
    }

    /** Adds an item without a value, of a record that is to have this header word. */
    public static void add(Message request, int partition, Transaction transaction, int access, long word) {
        add(request, RecordWord.isLocked(word) ? OWN : 0, partition, transaction, access, word);
    }

    /** Adds an item that reads a record, and locks it unless the transaction has it locked already. */
    public static void addLocking(Message request, boolean isOwn, int partition, Transaction transaction, int access) {
        add(request, isOwn ? OWN : LOCKS, partition, transaction, access, 0);
    }

    /** Adds an item that unlocks a record, to a request that commits others. */
    public static void addUnlock(Message request, int partition, Transaction transaction, int access) {
        long word = RecordWord.of(transaction.readVersion(access));
        add(request, OWN, partition, transaction, access, word);
    }

    private static void add(
            Message request, long flags, int partition, Transaction transaction, int access, long word) {
        long what = WriteWord.of(transaction.table(access), partition, 0) | flags;
        put(request, what, transaction.key(access), word);
    }

    /** Adds an item with what the transaction writes, a {@link WriteWord}. */
    public static void addWrite(Message request, long what, Transaction transaction, int access) {
        int at = put(request, what, transaction.key(access), RecordWord.of(transaction.installedVersion(access)));
        System.arraycopy(
                transaction.values(), transaction.newAt(access), request.bytes(), at, transaction.newBytes(access));
    }

    private static int put(Message request, long what, long key, long word) {
        int at = request.lengthBytes();
        request.putLong(at, what);
        request.putLong(at + 8, key);
        request.putLong(at + 16, Long.reverseBytes(word));
        request.lengthBytes(at + itemBytes(WriteWord.valueBytes(what)));
        request.putLong(0, request.getLong(0) + (1L << COUNT_SHIFT));
        return at + ITEM_BYTES;
    }

    /** The {@link WriteWord} of the item at {@code at}. */
    public static long what(byte[] bytes, int at) {
        return Bytes.getLong(bytes, at);
    }

    /** Of an item's first word: whether the transaction that asks has locked the record. */
    public static boolean isOwn(long what) {
        return (what & OWN) != 0;
    }

    /** Of an item's first word: whether a record that is read is to be locked, too. */
    public static boolean locks(long what) {
        return (what & LOCKS) != 0;
    }

    /** The key of the item at {@code at}. */
    public static long key(byte[] bytes, int at) {
        return Bytes.getLong(bytes, at + 8);
    }

    /** The header word that the item at {@code at} names. */
    public static long word(byte[] bytes, int at) {
        return Long.reverseBytes(Bytes.getLong(bytes, at + 16));
    }

    /** Whether all that the request asked for was done, or was so. */
    public static boolean isOk(Message reply) {
        return !isTurnedRound(reply) && reply.getLong(0) == OK;
    }

    /** Makes a message a reply without records. */
    public static void reply(Message reply, int coroutine, long status) {
        reply.kind(coroutine);
        reply.putLong(0, status);
        reply.lengthBytes(REPLY_BYTES);
    }
}
