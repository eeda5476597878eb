// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.drtm.log.WriteWord;

/** Says what the RPCs of DrTM+H ask and answer; of its one-sided verbs, devices tell. One thread. */
public final class DrtmReader implements MessageReader {
    private final List<TableSpec> tables;

    /** Names these tables. */
    public DrtmReader(List<TableSpec> tables) {
        this.tables = List.copyOf(tables);
    }

    @Override
    public Reading read(Message message) {
        if (Rpc.isTurnedRound(message)) {
            return new Reading(Reading.UNNAMED, "refused by a switch: " + asked(message));
        }
        if (Rpc.isRequest(message)) {
            return new Reading(Reading.UNNAMED, asked(message));
        }
        if (message.lengthBytes() < Rpc.REPLY_BYTES) {
            return null;
        }
        if (Rpc.isPart(message)) {
            return new Reading(Reading.UNNAMED, "answer: part of a range");
        }
        return new Reading(Reading.UNNAMED, Rpc.isOk(message) ? "answer: done" : "answer: refused");
    }

    private String asked(Message message) {
        if (Rpc.op(message) == Rpc.RANGE) {
            return "part of a range";
        }
        List<String> records = new ArrayList<>();
        int at = Rpc.REQUEST_BYTES;
        for (int i = 0; i < Rpc.count(message); i++) {
            long what = Rpc.what(message.bytes(), at);
            records.add(tables.get(WriteWord.table(what)).name() + ' ' + Rpc.key(message.bytes(), at));
            at += Rpc.itemBytes(WriteWord.valueBytes(what));
        }
        return op(Rpc.op(message)) + ' ' + String.join(", ", records);
    }

    private static String op(int op) {
        return switch (op) {
            case Rpc.READ -> "read";
            case Rpc.LOCK -> "lock";
            case Rpc.VALIDATE -> "validate";
            case Rpc.LOG -> "log";
            case Rpc.LOG_ACK -> "acknowledge the log of";
            case Rpc.COMMIT -> "write and unlock";
            default -> "unlock";
        };
    }
}
