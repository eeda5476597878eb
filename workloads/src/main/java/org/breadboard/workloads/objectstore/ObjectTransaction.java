package org.breadboard.workloads.objectstore;

import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.Transaction;
import org.breadboard.workloads.parts.OneFetch;

/**
 * Reads keys and updates some of them. Input: who writes (a random number), how many keys in the low 32 bits and which of them
 * are updated above, one bit each, then the keys.
 */
final class ObjectTransaction extends OneFetch {
    private static final int HEAD = 2;

    private final int valueBytes;

    ObjectTransaction(String name, int reads, int valueBytes) {
        super(name, HEAD + reads);
        this.valueBytes = valueBytes;
    }

    /** The second number of input. */
    static long shape(int keys, long updates) {
        return updates << 32 | keys;
    }

    @Override
    protected void declare(Transaction transaction) {
        long shape = transaction.input(1);
        int keys = (int) shape;
        for (int i = 0; i < keys; i++) {
            long key = transaction.input(HEAD + i);
            if ((shape >>> (32 + i) & 1) != 0) {
                transaction.update(StoredObject.TABLE, key);
            } else {
                transaction.read(StoredObject.TABLE, key);
            }
        }
    }

    @Override
    protected Decision decide(Transaction transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.mode(access).writes()) {
                StoredObject.update(transaction, access, transaction.input(0), valueBytes);
                transaction.account(1);
            }
        }
        return Decision.COMMIT;
    }
}
