// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.proto.nocc.packet.LogWire;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * Says what packets of clients, stores and backups ask and answer, at their ends: not behind the headers of a frame.
 */
record NoccReader(WireFormat format) implements MessageReader {
    @Override
    public Reading read(Message message) {
        byte[] bytes = message.bytes();
        int lengthBytes = message.lengthBytes();
        if (LogWire.is(LogWire.ENTRY, bytes, lengthBytes) || LogWire.is(LogWire.RECORD, bytes, lengthBytes)) {
            return new Reading(Reading.UNNAMED, "log to a backup");
        }
        if (LogWire.is(LogWire.ACKNOWLEDGEMENT, bytes, lengthBytes)) {
            return new Reading(Reading.UNNAMED, "logged");
        }
        if (format.check(bytes, lengthBytes) != Wire.Check.WELL) {
            return null;
        }
        List<String> words = new ArrayList<>();
        for (int op = 0; op < Wire.ops(bytes); op++) {
            words.add(op(format.opType(bytes, op)) + ' ' + Integer.toUnsignedString(format.opKey(bytes, op)));
        }
        long attempt = (long) Wire.client(bytes) << Integer.SIZE | Wire.request(bytes) & 0xffffffffL;
        return new Reading(attempt, type(bytes) + String.join(", ", words));
    }

    private static String type(byte[] bytes) {
        String to = Wire.ops(bytes) == 0 ? "" : ": ";
        return switch (Wire.type(bytes)) {
            case Wire.REQUEST -> "request" + to;
            case Wire.PREPARE -> "prepare" + to;
            case Wire.DECIDE -> (Wire.status(bytes) == Wire.OK ? "commit" : "abort") + to;
            default ->
                ((Wire.flags(bytes) & Wire.FROM_SWITCH) != 0 ? "the switch answers, " : "the store answers, ")
                        + status(Wire.status(bytes))
                        + to;
        };
    }

    private static String status(int status) {
        return switch (status) {
            case Wire.OK -> "done";
            case Wire.ABORT -> "stale";
            case Wire.OPTIMISTIC_ABORT -> "stale by its cache";
            case Wire.LOCKED -> "locked";
            default -> "bad request";
        };
    }

    private static String op(int type) {
        return switch (type) {
            case Wire.READ -> "read";
            case Wire.WRITE -> "write";
            case Wire.VALUE -> "value of";
            case Wire.UPDATED -> "new value of";
            default -> "nothing at";
        };
    }
}
