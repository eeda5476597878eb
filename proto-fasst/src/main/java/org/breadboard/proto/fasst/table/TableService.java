// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaStore;
import org.breadboard.proto.fasst.rpc.RpcHandler;

/**
 * What is done for a request to a table, wherever it is served: all but how a record is reached. A request
 * {@linkplain #begin begins} at its header word, which decides most of it. If the record is needed, who serves it looks
 * it up, and says so: {@link #fetched} for what reads, {@link #written} for what writes. Time may pass between the two,
 * so what reads without a lock compares its header word again at the end.
 */
public final class TableService {
    /** In the place of a reply: the record has to be reached first. */
    public static final int RECORD = -1;

    /** It is done. */
    public static final int OK = 0;
    /** There is no such record. */
    public static final int ABSENT = 1;
    /** Somebody else has locked the header, or has changed what is under it meanwhile. */
    public static final int LOCKED = 2;
    /** There is no room for the record. */
    public static final int FULL = 3;

    /** What a record's answer begins with. */
    public static final int VERSION_BYTES = Long.BYTES;

    private final TableCopies table;
    private final MicaStore store;
    private final HeaderWords headers;

    /** Of a table. */
    public TableService(TableCopies table, HeaderWords headers) {
        this.table = table;
        this.store = (MicaStore) table.store();
        this.headers = headers;
    }

    /** The longest answer of an operation. */
    public int responseBytes(int op) {
        if (TableRequest.fetches(op)) {
            return VERSION_BYTES + store.valueBytes();
        }
        return op == TableRequest.CHECK ? VERSION_BYTES : 0;
    }

    /** Begins to serve a request; the answer goes to {@code response} at {@code at}. A reply, or {@link #RECORD}. */
    public int begin(Step step, TableRequest request, byte[] response, int at) {
        long header = store.headerAddress(request.key);
        return switch (request.op) {
            case TableRequest.READ -> look(step, request, header);
            case TableRequest.LOCK -> lock(step, request, header);
            case TableRequest.READ_OWN -> lookUnderLock(step, request, header);
            case TableRequest.CHECK -> check(step, request, header, response, at);
            case TableRequest.UNLOCK -> unlock(step, request, header);
            case TableRequest.PUT, TableRequest.DELETE -> mayWrite(step, request, header);
            default -> throw new IllegalStateException(table + " knows no operation " + request.op);
        };
    }

    private int look(Step step, TableRequest request, long header) {
        request.word = headers.load(request.partition, header);
        boolean locked = HeaderWord.isLocked(request.word);
        headers.looked(step, locked);
        return locked ? RpcHandler.reply(LOCKED, 0) : RECORD;
    }

    private int lock(Step step, TableRequest request, long header) {
        request.word = headers.load(request.partition, header);
        boolean refused = HeaderWord.isLocked(request.word)
                || !headers.swap(request.partition, header, request.word, HeaderWord.locked(request.word));
        headers.looked(step, refused);
        return refused ? RpcHandler.reply(LOCKED, 0) : RECORD;
    }

    private int lookUnderLock(Step step, TableRequest request, long header) {
        request.word = headers.load(request.partition, header);
        headers.looked(step);
        return RECORD;
    }

    private int check(Step step, TableRequest request, long header, byte[] response, int at) {
        headers.again(step);
        long word = headers.load(request.partition, header);
        if (HeaderWord.isLocked(word)) {
            return RpcHandler.reply(LOCKED, 0);
        }
        Bytes.putLong(response, at, HeaderWord.version(word));
        return RpcHandler.reply(OK, VERSION_BYTES);
    }

    private int unlock(Step step, TableRequest request, long header) {
        headers.again(step);
        long word = headers.load(request.partition, header);
        mustBeLocked(word, header);
        headers.store(request.partition, header, HeaderWord.unlocked(HeaderWord.version(word)));
        return RpcHandler.reply(OK, 0);
    }

    private int mayWrite(Step step, TableRequest request, long header) {
        if (!request.isBackup()) {
            long word = headers.load(request.partition, header);
            headers.looked(step);
            mustBeLocked(word, header);
            if (HeaderWord.version(word) != request.version - 1) {
                throw new IllegalStateException(table + ": version " + request.version + " cannot follow version "
                        + HeaderWord.version(word) + " of the header at " + header);
            }
        }
        if (request.op == TableRequest.PUT && request.valueBytes != store.valueBytes()) {
            throw new IllegalStateException(table + " has values of " + store.valueBytes()
                    + " B, and cannot take one of " + request.valueBytes + " B");
        }
        return RECORD;
    }

    /** The record is looked up; if it was found, its value is in the answer behind the version. The reply. */
    public int fetched(TableRequest request, boolean found, byte[] response, int at) {
        Bytes.putLong(response, at, HeaderWord.version(request.word));
        if (request.op == TableRequest.READ) {
            headers.loadFence(request.partition);
            if (headers.load(request.partition, store.headerAddress(request.key)) != request.word) {
                return RpcHandler.reply(LOCKED, 0);
            }
        }
        return found
                ? RpcHandler.reply(OK, VERSION_BYTES + store.valueBytes())
                : RpcHandler.reply(ABSENT, VERSION_BYTES);
    }

    /** The record has no room: whoever asked gets no lock either. The reply. */
    public int full(TableRequest request) {
        if (request.op == TableRequest.LOCK) {
            headers.store(request.partition, store.headerAddress(request.key), request.word);
        }
        return RpcHandler.reply(FULL, 0);
    }

    /**
     * The record is written: with the last write under it, its header gets the version and is unlocked after that, in
     * one store, so that nobody sees the one without the other. Backups have it so, too: who recovers can tell from a
     * header's version that all of a transaction is there. The reply.
     */
    public int written(TableRequest request) {
        if (request.isLast()) {
            headers.store(request.partition, store.headerAddress(request.key), HeaderWord.unlocked(request.version));
        }
        return RpcHandler.reply(OK, 0);
    }

    private void mustBeLocked(long word, long header) {
        if (!HeaderWord.isLocked(word)) {
            throw new IllegalStateException(table + ": the header at " + header
                    + " is written or unlocked by a transaction that has not locked it");
        }
    }
}
