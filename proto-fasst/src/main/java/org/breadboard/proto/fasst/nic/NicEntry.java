// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.nic;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaCursor;
import org.breadboard.proto.fasst.rpc.RpcHandler;
import org.breadboard.proto.fasst.table.TableRequest;
import org.breadboard.proto.fasst.table.TableService;

/**
 * One request of a message on a core, with its record in host memory: a table's, or one of the log. Used again and
 * again; one core.
 */
final class NicEntry {
    private static final int NO_TABLE = -1;

    private final NicOperation operation;
    private final int part;
    private final NicServer server;
    private final TableRequest request = new TableRequest();
    private final MicaCursor[] cursors;
    private byte[] answer = new byte[64];
    private int reply;
    private int table;
    private MicaCursor cursor;
    private boolean readingValue;
    // Of a part of a log record.
    private byte[] bytes;
    private int at;
    private int lengthBytes;

    NicEntry(NicOperation operation, int part, NicServer server) {
        this.operation = operation;
        this.part = part;
        this.server = server;
        cursors = new MicaCursor[server.setup().tables().count()];
    }

    int reply() {
        return reply;
    }

    byte[] answer() {
        return answer;
    }

    private TableService service() {
        return server.service(table);
    }

    private Region host() {
        return server.setup().tables().table(table).region(request.partition);
    }

    /** Begins; how many completions are to come. */
    int begin(Step step, int type, byte[] message, int begin, int length) {
        if (type == server.setup().logType()) {
            return log(step, message, begin, length);
        }
        table = type;
        request.decode(message, begin, length);
        int longest = service().responseBytes(request.op);
        answer = longest > answer.length ? new byte[longest] : answer;
        reply = service().begin(step, request, answer, 0);
        if (reply != TableService.RECORD) {
            return 0;
        }
        readingValue = false;
        cursor = cursor();
        cursor.find(request.key);
        read(step, cursor.needAddress(), cursor.needBytes());
        return 1;
    }

    private MicaCursor cursor() {
        if (cursors[table] == null) {
            cursors[table] =
                    server.setup().tables().store(table).cursor(server.setup().mostBytes());
        }
        return cursors[table];
    }

    private void read(Step step, long address, int readBytes) {
        server.memory().read(step, operation.number(), part, host(), address, readBytes);
    }

    private int log(Step step, byte[] message, int begin, int length) {
        table = NO_TABLE;
        bytes = message;
        at = begin;
        lengthBytes = length;
        reply = RpcHandler.reply(TableService.OK, 0);
        server.costs().hit(step);
        NicLog log = server.log();
        long address =
                log.append(operation.caller(), operation.thread(), operation.coroutine(), bytes, at, lengthBytes);
        write(step, log.region(), address, copy(step, bytes, at, lengthBytes));
        return 1;
    }

    private static Message copy(Step step, byte[] from, int begin, int length) {
        Message copy = step.take(length);
        System.arraycopy(from, begin, copy.bytes(), 0, length);
        copy.lengthBytes(length);
        return copy;
    }

    private void write(Step step, Region host, long address, Message from) {
        server.memory().write(step, operation.number(), part, host, address, from);
    }

    /** Host memory has been read; whether the record is looked up. Of the log, a part of a record is there. */
    boolean looked(Step step, Message message) {
        if (table == NO_TABLE) {
            return true;
        }
        if (readingValue) {
            return fetched(message, 0);
        }
        Cursor.State state = cursor.give(message.bytes(), 0);
        if (state == Cursor.State.NEED) {
            read(step, cursor.needAddress(), cursor.needBytes());
            return false;
        }
        boolean found = state == Cursor.State.FOUND;
        if (!TableRequest.fetches(request.op)) {
            mustBe(found);
            return true;
        }
        if (!found) {
            mustBe(request.reserve == 0);
            reply = service().fetched(request, false, answer, 0);
            return true;
        }
        long offset = cursor.valueAddress() - cursor.needAddress();
        if (offset + valueBytes() <= message.lengthBytes()) {
            return fetched(message, (int) offset);
        }
        readingValue = true;
        read(step, cursor.valueAddress(), valueBytes());
        return false;
    }

    private int valueBytes() {
        return server.setup().tables().table(table).valueBytes();
    }

    private boolean fetched(Message message, int offset) {
        System.arraycopy(message.bytes(), offset, answer, TableService.VERSION_BYTES, valueBytes());
        reply = service().fetched(request, true, answer, 0);
        return true;
    }

    private void mustBe(boolean there) {
        if (!there || request.op == TableRequest.DELETE) {
            throw new IllegalStateException("tables whose RPCs are handled by a NIC hold a fixed set of records here,"
                    + " and key " + request.key + " of table " + table + " is inserted or deleted");
        }
    }

    private boolean writes() {
        return table != NO_TABLE && (request.op == TableRequest.PUT || request.op == TableRequest.DELETE);
    }

    boolean isOverwrittenBy(NicEntry later) {
        return writes()
                && later.writes()
                && later.table == table
                && later.request.partition == request.partition
                && later.request.key == request.key;
    }

    /** Stores what it writes; how many completions are to come. A slot of the log says so behind its record. */
    int store(Step step) {
        if (table == NO_TABLE) {
            NicLog log = server.log();
            Message head = log.head(step, operation.caller(), operation.thread(), operation.coroutine(), bytes, at);
            write(step, log.region(), log.slot(operation.caller(), operation.thread(), operation.coroutine()), head);
            return 1;
        }
        if (!writes()) {
            return 0;
        }
        write(step, host(), cursor.valueAddress(), copy(step, request.value, request.valueAt, request.valueBytes));
        if (!request.isBackup() && !request.isLast()) {
            return 1;
        }
        Message header = step.take(Long.BYTES);
        header.putLong(0, HeaderWord.unlocked(request.version));
        header.lengthBytes(Long.BYTES);
        write(step, host(), cursor.headerAddress(), header);
        return 2;
    }

    /** What it writes is in host memory. */
    void unlock() {
        if (writes()) {
            reply = service().written(request);
        }
    }
}
