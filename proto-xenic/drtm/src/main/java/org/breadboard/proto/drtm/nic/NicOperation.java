// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.nic;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.proto.drtm.log.WriteWord;
import org.breadboard.proto.drtm.rpc.Rpc;
import org.breadboard.proto.drtm.table.RecordWord;

/**
 * One request on a core: it reads the buckets of all its items beside one another, and then does to the records what it
 * is asked, by the verbs that a coordinator would use (Xenic 5.1). Locks are taken by compare-and-swaps of this NIC,
 * and are all or none. One core.
 */
final class NicOperation {
    private final int number;
    private final NicServer server;
    private Message request;
    private int count;
    private int pending;
    private Part step = Part.LOOK;
    private boolean refused;
    private Item[] items = new Item[0];

    private enum Part {
        /** Looking the records up. */
        LOOK,
        /** Locking, storing or unlocking them. */
        ACT,
        /** Giving back the locks that were taken beside one that was refused. */
        UNDO
    }

    /** One item. */
    private final class Item {
        private final Cursor[] cursors = new Cursor[server.tables()];
        private Cursor cursor;
        private int at;
        private Region host;
        private long word;
        private byte[] value = {};
        private boolean locked;
    }

    NicOperation(int number, NicServer server) {
        this.number = number;
        this.server = server;
    }

    int number() {
        return number;
    }

    Message request() {
        return request;
    }

    /** Begins; a request has one item at least, so it is not done with at once. */
    void begin(Step now, Message message) {
        request = message;
        count = Rpc.count(message);
        pending = count;
        step = Part.LOOK;
        refused = false;
        // The first one is in what the device charges for a message, which is derived from an echo (Xenic 3.3).
        now.busy(server.entryNs() * (count - 1));
        if (count > items.length) {
            int had = items.length;
            items = Arrays.copyOf(items, count);
            for (int i = had; i < count; i++) {
                items[i] = new Item();
            }
        }
        int at = Rpc.REQUEST_BYTES;
        for (int i = 0; i < count; i++) {
            look(now, i, at);
            at += Rpc.itemBytes(WriteWord.valueBytes(Rpc.what(message.bytes(), at)));
        }
    }

    private void look(Step now, int index, int at) {
        Item item = items[index];
        long what = Rpc.what(request.bytes(), at);
        int table = WriteWord.table(what);
        item.at = at;
        item.host = server.table(table).region(WriteWord.partition(what));
        item.locked = false;
        if (item.cursors[table] == null) {
            item.cursors[table] = server.table(table).store().cursor();
        }
        item.cursor = item.cursors[table];
        item.cursor.find(Rpc.key(request.bytes(), at));
        read(now, index);
    }

    private void read(Step now, int index) {
        Cursor cursor = items[index].cursor;
        server.memory().read(now, number, index, items[index].host, cursor.needAddress(), cursor.needBytes());
    }

    /** A verb is complete; whether the request is done with. */
    boolean completed(Step now, int index, Message message) {
        if (step == Part.LOOK && !looked(now, index, message)) {
            return false;
        }
        if (step == Part.ACT && Rpc.op(request) == Rpc.LOCK) {
            items[index].locked = message.getLong(0) == items[index].word;
            refused |= !items[index].locked;
        }
        if (--pending > 0) {
            return false;
        }
        if (step == Part.LOOK) {
            step = Part.ACT;
            act(now);
        }
        if (pending == 0 && step == Part.ACT && refused) {
            step = Part.UNDO;
            undo(now);
        }
        return pending == 0;
    }

    private boolean looked(Step now, int index, Message message) {
        Item item = items[index];
        long from = item.cursor.needAddress();
        Cursor.State state = item.cursor.give(message.bytes(), 0);
        if (state == Cursor.State.NEED) {
            read(now, index);
            return false;
        }
        item.word = RecordWord.ABSENT;
        if (state == Cursor.State.FOUND) {
            item.word = Bytes.getLong(message.bytes(), (int) (item.cursor.headerAddress() - from));
            int valueBytes = server.table(WriteWord.table(Rpc.what(request.bytes(), item.at)))
                    .valueBytes();
            int valueAt = (int) (item.cursor.valueAddress() - from);
            item.value = valueBytes > item.value.length ? new byte[valueBytes] : item.value;
            System.arraycopy(message.bytes(), valueAt, item.value, 0, valueBytes);
        }
        return true;
    }

    private void act(Step now) {
        int op = Rpc.op(request);
        for (int i = 0; i < count; i++) {
            Item item = items[i];
            long asked = Rpc.word(request.bytes(), item.at);
            switch (op) {
                case Rpc.READ -> {}
                case Rpc.VALIDATE -> refused |= item.word != asked;
                case Rpc.LOCK -> lock(now, i, asked);
                case Rpc.COMMIT -> {
                    mustBeLocked(item);
                    store(now, i);
                    header(now, i, asked);
                }
                case Rpc.RELEASE -> {
                    mustBeLocked(item);
                    header(now, i, RecordWord.of(RecordWord.version(item.word)));
                }
                default -> throw new IllegalStateException("there is no RPC " + op + " that a NIC handles");
            }
        }
    }

    private void lock(Step now, int index, long asked) {
        Item item = items[index];
        if (item.word == RecordWord.ABSENT) {
            refused = true;
            return;
        }
        item.word = RecordWord.of(RecordWord.version(asked));
        pending++;
        server.memory()
                .compareAndSwap(
                        now,
                        number,
                        index,
                        item.host,
                        item.cursor.headerAddress(),
                        item.word,
                        RecordWord.locked(item.word));
    }

    private void mustBeLocked(Item item) {
        if (item.word == RecordWord.ABSENT || !RecordWord.isLocked(item.word)) {
            throw new IllegalStateException("the record of key " + Rpc.key(request.bytes(), item.at)
                    + " is written or unlocked by a transaction that has not locked it");
        }
    }

    private void store(Step now, int index) {
        Item item = items[index];
        int valueBytes = WriteWord.valueBytes(Rpc.what(request.bytes(), item.at));
        Message value = now.take(valueBytes);
        System.arraycopy(request.bytes(), item.at + Rpc.ITEM_BYTES, value.bytes(), 0, valueBytes);
        value.lengthBytes(valueBytes);
        write(now, index, item.cursor.valueAddress(), value);
    }

    /** Stores a header word, behind the value: verbs are executed in their order. */
    private void header(Step now, int index, long word) {
        Message header = now.take(Long.BYTES);
        header.putLong(0, word);
        header.lengthBytes(Long.BYTES);
        write(now, index, items[index].cursor.headerAddress(), header);
    }

    private void write(Step now, int index, long address, Message from) {
        pending++;
        server.memory().write(now, number, index, items[index].host, address, from);
    }

    private void undo(Step now) {
        for (int i = 0; i < count; i++) {
            if (items[i].locked) {
                header(now, i, items[i].word);
            }
        }
    }

    /** The reply. */
    Message reply(Step now) {
        boolean reads = Rpc.op(request) == Rpc.READ;
        int bytes = Rpc.REPLY_BYTES;
        for (int i = 0; i < count && reads; i++) {
            bytes += Rpc.readBytes(items[i].value.length);
        }
        Message reply = now.take(bytes);
        Rpc.reply(reply, Rpc.coroutineNumber(request), refused ? Rpc.REFUSED : Rpc.OK);
        for (int i = 0; i < count && reads; i++) {
            int at = reply.lengthBytes();
            boolean found = items[i].word != RecordWord.ABSENT;
            int table = WriteWord.table(Rpc.what(request.bytes(), items[i].at));
            int valueBytes = found ? server.table(table).valueBytes() : 0;
            reply.putLong(at, items[i].word);
            System.arraycopy(items[i].value, 0, reply.bytes(), at + Long.BYTES, valueBytes);
            reply.lengthBytes(at + Rpc.readBytes(valueBytes));
        }
        return reply;
    }
}
