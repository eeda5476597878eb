package org.breadboard.proto.fasst.txn;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.mica.HeaderWord;
import org.breadboard.proto.fasst.mica.MicaCursor;
import org.breadboard.proto.fasst.mica.MicaStore;
import org.breadboard.proto.fasst.rpc.RpcCaller;
import org.breadboard.proto.fasst.rpc.RpcHandler;

/**
 * Serves one table on one thread: requests of other nodes through {@link #handle}, and those of the thread's own
 * workers through {@link #serve}, at the same cost but without a message (FaSST 5.2).
 */
final class TableHandler implements RpcHandler {
    static final int OK = 0;
    static final int ABSENT = 1;
    static final int LOCKED = 2;
    static final int FULL = 3;

    private static final int VERSION_BYTES = Long.BYTES;

    private final TableCopies table;
    private final MicaStore store;
    private final MicaCursor cursor;
    private final FasstOptions options;
    private final boolean locks;
    private final LateWrites lateWrites;
    private final TableRequest decoded = new TableRequest();

    /** {@code lateWrites} is where values go that a broken protocol writes too late; null if it is not broken so. */
    TableHandler(TableCopies table, FasstOptions options, LateWrites lateWrites) {
        this.table = table;
        this.store = (MicaStore) table.store();
        this.cursor = store.cursor();
        this.options = options;
        this.locks = options.breakage != Breakage.SKIP_LOCK;
        this.lateWrites = lateWrites;
    }

    MicaStore store() {
        return store;
    }

    /** The longest answer of an operation. */
    int responseBytes(int op) {
        if (TableRequest.fetches(op)) {
            return VERSION_BYTES + store.valueBytes();
        }
        return op == TableRequest.CHECK ? VERSION_BYTES : 0;
    }

    @Override
    public int handle(
            Step step, RpcCaller caller, byte[] request, int at, int lengthBytes, byte[] response, int responseAt) {
        decoded.decode(request, at, lengthBytes);
        return serve(step, decoded, response, responseAt);
    }

    /** Serves a request; the answer goes to {@code response} at {@code at}. */
    int serve(Step step, TableRequest request, byte[] response, int at) {
        Region region = table.region(request.partition);
        long header = store.headerAddress(request.key);
        return switch (request.op) {
            case TableRequest.READ -> read(step, region, header, request.key, response, at);
            case TableRequest.LOCK -> lock(step, region, header, request, response, at);
            case TableRequest.READ_OWN -> readOwn(step, region, header, request, response, at);
            case TableRequest.CHECK -> check(step, region, header, response, at);
            case TableRequest.UNLOCK -> unlock(step, region, header);
            case TableRequest.PUT, TableRequest.DELETE -> write(step, region, header, request);
            default -> throw new IllegalStateException(table + " knows no operation " + request.op);
        };
    }

    private int read(Step step, Region region, long header, long key, byte[] response, int at) {
        long word = region.getLongAcquire(header);
        if (HeaderWord.isLocked(word)) {
            step.stall(options.memory.memoryNs());
            return RpcHandler.reply(LOCKED, 0);
        }
        int reply = fetch(step, region, key, HeaderWord.version(word), response, at);
        region.loadFence();
        return region.getLongAcquire(header) == word ? reply : RpcHandler.reply(LOCKED, 0);
    }

    private int lock(Step step, Region region, long header, TableRequest request, byte[] response, int at) {
        if (!locks) {
            return readOwn(step, region, header, request, response, at);
        }
        long word = region.getLongAcquire(header);
        if (HeaderWord.isLocked(word) || !region.compareAndSetLong(header, word, HeaderWord.locked(word))) {
            step.stall(options.memory.memoryNs());
            return RpcHandler.reply(LOCKED, 0);
        }
        int reply = readOwn(step, region, header, request, response, at);
        if (RpcHandler.status(reply) == FULL) {
            region.putLongRelease(header, word);
        }
        return reply;
    }

    private int readOwn(Step step, Region region, long header, TableRequest request, byte[] response, int at) {
        long version = HeaderWord.version(region.getLongAcquire(header));
        int reply = fetch(step, region, request.key, version, response, at);
        boolean mayInsert = RpcHandler.status(reply) == ABSENT && request.reserve > 0;
        return mayInsert && !store.reserve(region, request.key, request.reserve) ? RpcHandler.reply(FULL, 0) : reply;
    }

    private int fetch(Step step, Region region, long key, long version, byte[] response, int at) {
        cursor.find(key);
        Cursor.State state = cursor.load(region);
        step.stall(options.memory.memoryNs() * cursor.fetches());
        Bytes.putLong(response, at, version);
        if (state != Cursor.State.FOUND) {
            return RpcHandler.reply(ABSENT, VERSION_BYTES);
        }
        region.read(cursor.valueAddress(), response, at + VERSION_BYTES, store.valueBytes());
        return RpcHandler.reply(OK, VERSION_BYTES + store.valueBytes());
    }

    private int check(Step step, Region region, long header, byte[] response, int at) {
        step.stall(options.memory.cachedNs());
        long word = region.getLongAcquire(header);
        if (HeaderWord.isLocked(word)) {
            return RpcHandler.reply(LOCKED, 0);
        }
        Bytes.putLong(response, at, HeaderWord.version(word));
        return RpcHandler.reply(OK, VERSION_BYTES);
    }

    private int unlock(Step step, Region region, long header) {
        step.stall(options.memory.cachedNs());
        long word = region.getLong(header);
        if (locks) {
            mustBeLocked(word, header);
            region.putLongRelease(header, HeaderWord.unlocked(HeaderWord.version(word)));
        }
        return RpcHandler.reply(OK, 0);
    }

    /**
     * Writes the record first and unlocks its header after that, in one store: nobody sees the one without the other.
     */
    private int write(Step step, Region region, long header, TableRequest request) {
        boolean backup = (request.flags & TableRequest.BACKUP) != 0;
        boolean last = (request.flags & TableRequest.LAST) != 0;
        if (!backup && locks) {
            long word = region.getLong(header);
            mustBeLocked(word, header);
            if (HeaderWord.version(word) != request.version - 1) {
                throw new IllegalStateException(table + ": version " + request.version + " cannot follow version "
                        + HeaderWord.version(word) + " of the header at " + header);
            }
        }
        if (request.op == TableRequest.DELETE) {
            step.stall(2 * options.memory.memoryNs());
            store.delete(region, request.key);
        } else {
            put(step, region, request, lateWrites != null && last && !backup);
        }
        if (backup || last) {
            region.putLongRelease(header, HeaderWord.unlocked(request.version));
        }
        return RpcHandler.reply(OK, 0);
    }

    private void put(Step step, Region region, TableRequest request, boolean late) {
        if (request.valueBytes != store.valueBytes()) {
            throw new IllegalStateException(table + " has values of " + store.valueBytes()
                    + " B, and cannot take one of " + request.valueBytes + " B");
        }
        cursor.find(request.key);
        boolean found = cursor.load(region) == Cursor.State.FOUND;
        step.stall(2 * options.memory.memoryNs() * cursor.fetches());
        long address = found ? cursor.valueAddress() : store.insert(region, request.key);
        if (address == Store.FULL) {
            throw new IllegalStateException(
                    table + ": room for key " + request.key + " was reserved at its primary, but there is none");
        }
        if (late) {
            lateWrites.add(step, region, address, request.value, request.valueAt, request.valueBytes);
        } else {
            region.write(address, request.value, request.valueAt, request.valueBytes);
        }
    }

    private void mustBeLocked(long word, long header) {
        if (!HeaderWord.isLocked(word)) {
            throw new IllegalStateException(table + ": the header at " + header
                    + " is written or unlocked by a transaction that has not locked it");
        }
    }
}
