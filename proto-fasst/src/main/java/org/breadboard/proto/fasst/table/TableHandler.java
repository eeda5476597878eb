// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.store.Cursor;
import org.breadboard.api.store.Store;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.proto.fasst.mica.MicaCursor;
import org.breadboard.proto.fasst.mica.MicaStore;
import org.breadboard.proto.fasst.rpc.RpcCaller;
import org.breadboard.proto.fasst.rpc.RpcHandler;

/**
 * Serves one table on one host thread: requests of other nodes through {@link #handle}, and those of the thread's own
 * workers through {@link #serve}, at the same cost but without a message (FaSST 5.2).
 */
public final class TableHandler implements RpcHandler {
    private final TableCopies table;
    private final MicaStore store;
    private final MicaCursor cursor;
    private final LookupCost cost;
    private final TableService service;
    private final TableRequest decoded = new TableRequest();

    /** Of a table. */
    public TableHandler(TableCopies table, LookupCost cost) {
        this.table = table;
        this.store = (MicaStore) table.store();
        this.cursor = store.cursor();
        this.cost = cost;
        this.service = new TableService(table, new HostHeaders(table, cost.memory()));
    }

    /** How the table is laid out. */
    public MicaStore store() {
        return store;
    }

    /** The longest answer of an operation. */
    public int responseBytes(int op) {
        return service.responseBytes(op);
    }

    @Override
    public int handle(
            Step step, RpcCaller caller, byte[] request, int at, int lengthBytes, byte[] response, int responseAt) {
        decoded.decode(request, at, lengthBytes);
        return serve(step, decoded, response, responseAt);
    }

    /** Serves a request; the answer goes to {@code response} at {@code at}. */
    public int serve(Step step, TableRequest request, byte[] response, int at) {
        int reply = service.begin(step, request, response, at);
        if (reply != TableService.RECORD) {
            return reply;
        }
        Region region = table.region(request.partition);
        if (TableRequest.fetches(request.op)) {
            boolean found = fetch(step, region, request.key, response, at + TableService.VERSION_BYTES);
            reply = service.fetched(request, found, response, at);
            boolean mayInsert = RpcHandler.status(reply) == TableService.ABSENT && request.reserve > 0;
            return mayInsert && !reserve(request) ? service.full(request) : reply;
        }
        if (request.op == TableRequest.DELETE) {
            cost.write(step, 1);
            store.delete(table.beginChange(request.partition), request.key);
            table.endChange(request.partition);
        } else {
            put(step, region, request);
        }
        return service.written(request);
    }

    private boolean fetch(Step step, Region region, long key, byte[] into, int at) {
        cursor.find(key);
        boolean found = cursor.load(region) == Cursor.State.FOUND;
        cost.read(step, cursor.fetches(), found);
        if (found) {
            region.read(cursor.valueAddress(), into, at, store.valueBytes());
        }
        return found;
    }

    private boolean reserve(TableRequest request) {
        boolean there = store.reserve(table.beginChange(request.partition), request.key, request.reserve);
        table.endChange(request.partition);
        return there;
    }

    private long insert(TableRequest request) {
        long address = store.insert(table.beginChange(request.partition), request.key);
        table.endChange(request.partition);
        return address;
    }

    private void put(Step step, Region region, TableRequest request) {
        cursor.find(request.key);
        boolean found = cursor.load(region) == Cursor.State.FOUND;
        cost.write(step, cursor.fetches());
        long address = found ? cursor.valueAddress() : insert(request);
        if (address == Store.FULL) {
            throw new IllegalStateException(
                    table + ": room for key " + request.key + " was reserved at its primary, but there is none");
        }
        region.write(address, request.value, request.valueAt, request.valueBytes);
    }
}
