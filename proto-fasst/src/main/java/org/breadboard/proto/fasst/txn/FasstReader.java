package org.breadboard.proto.fasst.txn;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.fasst.rpc.RpcWire;

/** Says what requests and responses ask and answer. One thread. */
final class FasstReader implements MessageReader {
    private final List<TableSpec> tables;
    private final TableRequest request = new TableRequest();

    FasstReader(List<TableSpec> tables) {
        this.tables = tables;
    }

    @Override
    public Reading read(Message message) {
        int immediate = message.kind();
        if (immediate == 0) {
            return null;
        }
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
        return new Reading(Reading.UNNAMED, (asks ? "" : "answer: ") + String.join(", ", words));
    }

    private String asked(Message message, int type, int at, int lengthBytes) {
        if (type == HostThread.LOG_TYPE) {
            return "log " + lengthBytes + " B";
        }
        request.decode(message.bytes(), at, lengthBytes);
        boolean backup = (request.flags & TableRequest.BACKUP) != 0;
        return op(request.op) + (backup ? " backup " : " ") + tables.get(type).name() + ' ' + request.key;
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
            case TableHandler.OK -> "done";
            case TableHandler.ABSENT -> "absent";
            case TableHandler.LOCKED -> "locked";
            default -> "full";
        };
    }
}
