// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.txn.TransactionLogic;
import org.junit.jupiter.api.Test;

class CommitLogTest {
    /** Updates one record, another one, and the first one again. */
    private static final TransactionLogic TWICE = new TransactionLogic() {
        @Override
        public String name() {
            return "twice";
        }

        @Override
        public Decision run(int round, LogicContext transaction) {
            if (round == 0) {
                transaction.update(0, 7);
                transaction.update(0, 8);
                transaction.update(0, 7);
                return Decision.FETCH;
            }
            for (int access = 0; access < 3; access++) {
                transaction.putLong(access, 0, 100 + access);
            }
            return Decision.COMMIT;
        }
    };

    /** Who recovers wants as many records as a log says, and finds each once. */
    @Test
    void shouldLogTheLastOfSeveralWritesToARecord() {
        Transaction transaction = new Transaction();
        transaction.input().begin(0, TWICE);
        transaction.run(0);
        for (int access = 0; access < 3; access++) {
            transaction.fetched(access, 5, new byte[Long.BYTES], 0, Long.BYTES);
        }
        transaction.run(1);

        int write = CommitLog.WRITE_HEADER_BYTES + Long.BYTES;
        int bytes = CommitLog.partBytes(transaction, 0, 3);
        assertEquals(CommitLog.RECORD_HEADER_BYTES + 2 * write, bytes);
        byte[] record = new byte[bytes];
        CommitLog.encode(transaction, 1, 0, 0, 3, record, 0);
        for (int i = 0; i < 2; i++) {
            int at = CommitLog.RECORD_HEADER_BYTES + i * write;
            assertEquals(i == 0 ? 8 : 7, Bytes.getLong(record, at + 8), "key");
            assertEquals(i == 0 ? 101 : 102, Bytes.getLong(record, at + CommitLog.WRITE_HEADER_BYTES), "value");
        }
    }
}
