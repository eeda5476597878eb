// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.proto.xenic.txn.wire.HostWire;
import org.breadboard.proto.xenic.txn.wire.Outcome;
import org.breadboard.proto.xenic.txn.wire.RecordBatch;
import org.breadboard.proto.xenic.txn.wire.Wire;

/** Says what hosts and NICs tell each other, and of which transaction. One thread. */
final class XenicReader implements MessageReader {
    /** Sets references that a host and its NIC use apart from those among NICs. */
    private static final long OF_HOST = 1L << 63;

    private final List<TableSpec> tables;
    private final RecordBatch batch = new RecordBatch();

    XenicReader(List<TableSpec> tables) {
        this.tables = tables;
    }

    @Override
    public Reading read(Message message) {
        String words = words(message.kind());
        if (words == null || message.lengthBytes() < Wire.HEADER_BYTES) {
            return null;
        }
        long reference = Wire.reference(message);
        if (message.kind() == Wire.RANGE || message.kind() == Wire.RANGE_PART) {
            return new Reading(Reading.UNNAMED, words);
        }
        if (message.kind() <= Wire.RESULT) {
            // Numbered by thread and context, on the one node that the message does not leave.
            reference = OF_HOST | (long) message.sourceNode() << 48 | reference;
        }
        Outcome outcome = Outcome.of(Wire.outcome(message));
        String result = outcome == Outcome.OK
                ? ""
                : ": " + outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return new Reading(reference, words + records(message) + result);
    }

    private static String words(int kind) {
        return switch (kind) {
            case Wire.SUBMIT -> "submit";
            case Wire.EXECUTION -> "executed by the host";
            case Wire.VALUES -> "values for the host";
            case Wire.RESULT -> "the outcome";
            case Wire.EXECUTE -> "lock what is written, and read";
            case Wire.EXECUTED -> "locked and read";
            case Wire.VALIDATE -> "validate";
            case Wire.VALIDATED -> "validated";
            case Wire.LOG -> "log";
            case Wire.LOGGED -> "logged";
            case Wire.COMMIT -> "write and unlock";
            case Wire.COMMITTED -> "written";
            case Wire.RELEASE -> "unlock";
            case Wire.SHIP -> "execute there";
            case Wire.SHIPPED -> "executed there";
            case Wire.RANGE -> "search a part of a range";
            case Wire.RANGE_PART -> "part of a range";
            case Wire.COMMIT_SHIPPED -> "write what was executed there, and unlock";
            default -> null;
        };
    }

    /** The records that follow the header; what is shipped has other things before them. */
    private String records(Message message) {
        int kind = message.kind();
        boolean isShipped = kind == Wire.SHIP || kind == Wire.SUBMIT && HostWire.isShippable(Wire.number(message));
        if (isShipped || Wire.records(message) == 0) {
            return "";
        }
        batch.clear();
        batch.decode(message.bytes(), Wire.HEADER_BYTES, Wire.records(message));
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            keys.add(tables.get(batch.table(i)).name() + ' ' + batch.key(i));
        }
        return " " + String.join(", ", keys);
    }
}
