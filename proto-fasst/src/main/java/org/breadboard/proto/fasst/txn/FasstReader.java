// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.txn;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.fasst.rpc.RpcWire;
import org.breadboard.proto.fasst.table.TableRequest;
import org.breadboard.proto.fasst.table.TableService;

/** Says what requests and responses ask and answer. One thread. */
final class FasstReader implements MessageReader {
    private final List<TableSpec> tables;
    private final TableRequest request = new TableRequest();

    FasstReader(List<TableSpec> tables) {
        this.tables = tables;
    }

    @Override
    public Reading read(Message message) {
        if (message.kind() == 0) {
            return null;
        }
        boolean behind = message.kind() >>> Short.SIZE == 0; // a message that goes to a core, or comes from one
        int immediate = behind ? RpcWire.lastImmediate(message) : message.kind();
        boolean asks = RpcWire.isRequest(immediate);
        List<String> words = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < RpcWire.count(immediate); i++) {
            int entry = RpcWire.entry(message.bytes(), at);
            at += RpcWire.ENTRY_HEADER_BYTES;
            int lengthBytes = RpcWire.lengthBytes(entry);
            words.add(asks ? asked(message, RpcWire.kind(entry), at, lengthBytes) : answered(RpcWire.kind(entry)));
            at += lengthBytes;
        }
        long whose =
                behind ? whose(message, asks ? RpcWire.machine(immediate) : message.targetNode()) : Reading.UNNAMED;
        return new Reading(whose, (asks ? "" : "answer: ") + String.join(", ", words));
    }

    /**
     * Names the coroutine of a caller: what goes to cores gathers in packets, so that only its bytes tell whose it is.
     */
    private static long whose(Message message, int node) {
        int coroutine = RpcWire.coroutine(RpcWire.lastImmediate(message));
        return ((long) node << Integer.SIZE) + ((long) message.kind() << Short.SIZE) + coroutine;
    }

    private String asked(Message message, int type, int at, int lengthBytes) {
        if (type == HostThread.LOG_TYPE) {
            return "log " + lengthBytes + " B";
        }
        if (type == HostThread.RANGE_TYPE) {
            return "part of a range";
        }
        request.decode(message.bytes(), at, lengthBytes);
        return op(request.op)
                + (request.isBackup() ? " backup " : " ")
                + tables.get(type).name()
                + ' '
                + request.key;
    }

    private static String op(int op) {
        return switch (op) {
            case TableRequest.READ -> "read";
            case TableRequest.LOCK -> "lock and read";
            case TableRequest.READ_OWN -> "read own";
            case TableRequest.CHECK -> "validate";
            case TableRequest.UNLOCK -> "unlock";
            case TableRequest.PUT -> "write";
            default -> "delete";
        };
    }

    private static String answered(int status) {
        return switch (status) {
            case TableService.OK -> "done";
            case TableService.ABSENT -> "absent";
            case TableService.LOCKED -> "locked";
            default -> "full";
        };
    }
}
