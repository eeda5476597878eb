// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/** Bytes that say a transaction, or a part of it: its id, how many writes it has, and those that are there. */
final class Decisions {
    private static final int WANTED_AT = 24;
    private static final int COUNT_AT = 28;
    private static final int HEADER_BYTES = 32;

    private Decisions() {}

    /** A message of a kind that says so much of a transaction. */
    static Message message(Step step, int kind, RecoveryId id, int wanted, List<RecoveredWrite> writes) {
        int bytes = HEADER_BYTES;
        for (RecoveredWrite write : writes) {
            bytes += write.encodedBytes();
        }
        Message message = step.take(bytes);
        message.kind(kind);
        message.lengthBytes(bytes);
        message.putLong(0, id.epoch());
        message.putLong(8, id.high());
        message.putLong(16, id.low());
        message.putInt(WANTED_AT, wanted);
        message.putInt(COUNT_AT, writes.size());
        int at = HEADER_BYTES;
        for (RecoveredWrite write : writes) {
            at = write.encode(message.bytes(), at);
        }
        return message;
    }

    static RecoveryId id(byte[] bytes) {
        return new RecoveryId(Bytes.getLong(bytes, 0), Bytes.getLong(bytes, 8), Bytes.getLong(bytes, 16));
    }

    /** How many writes the transaction has in all. */
    static int wanted(byte[] bytes) {
        return Bytes.getInt(bytes, WANTED_AT);
    }

    static List<RecoveredWrite> writes(byte[] bytes) {
        List<RecoveredWrite> writes = new ArrayList<>();
        int at = HEADER_BYTES;
        for (int left = Bytes.getInt(bytes, COUNT_AT); left > 0; left--) {
            RecoveredWrite write = RecoveredWrite.decode(bytes, at);
            writes.add(write);
            at += write.encodedBytes();
        }
        return writes;
    }
}
