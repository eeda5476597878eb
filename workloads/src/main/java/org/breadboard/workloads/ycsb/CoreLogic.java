// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.List;
import org.breadboard.api.txn.Decision;
import org.breadboard.api.txn.LogicContext;
import org.breadboard.api.txn.TransactionLogic;
import org.breadboard.workloads.parts.OneFetch;

/**
 * The five operations of YCSB's core workload, each a transaction. Input 0 is the key; of those that write, 1 is who
 * writes (a random number) and 2 the field, {@link #ALL_FIELDS} for each of them. A record is its fields, and behind
 * them how often it was read, modified and written: an update and an insert are blind, but this one is not, and must
 * not be lost.
 */
abstract class CoreLogic extends OneFetch {
    static final int TABLE = 0;

    static final int READ = 0;
    static final int UPDATE = 1;
    static final int INSERT = 2;
    static final int SCAN = 3;
    static final int READ_MODIFY_WRITE = 4;

    /** How many numbers of input an insert has, and no other: the last one is which of its thread's it is. */
    static final int INSERT_INPUTS = 4;

    /** The field of an operation that writes all. */
    static final int ALL_FIELDS = -1;

    private final boolean shippable;

    private CoreLogic(String name, int inputs, boolean shippable, double roundNs) {
        super(name, inputs, roundNs);
        this.shippable = shippable;
    }

    /** In the order of types. */
    static List<TransactionLogic> all(CoreKeys keys, int fields, int fieldBytes, boolean ordered, double roundNs) {
        return List.of(
                new Read(!ordered, roundNs),
                new Update(fields, fieldBytes, roundNs),
                new Insert(fields, fieldBytes, roundNs),
                new Scan(keys, roundNs),
                new ReadModifyWrite(fields, fieldBytes, !ordered, roundNs));
    }

    /** How long a record is. */
    static int recordBytes(int fields, int fieldBytes) {
        return fields * fieldBytes + Long.BYTES;
    }

    @Override
    public final boolean shippable() {
        return shippable;
    }

    @Override
    protected Decision decide(LogicContext transaction) {
        return Decision.COMMIT;
    }

    /** Reads a record. */
    private static final class Read extends CoreLogic {
        Read(boolean shippable, double roundNs) {
            super("read", 1, shippable, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.read(TABLE, transaction.input(0));
        }
    }

    /** Reads records in the order of keys. Input 1 is how many. */
    private static final class Scan extends CoreLogic {
        private final CoreKeys keys;

        Scan(CoreKeys keys, double roundNs) {
            super("scan", 2, false, roundNs);
            this.keys = keys;
        }

        @Override
        protected void declare(LogicContext transaction) {
            long from = transaction.input(0);
            transaction.range(TABLE, from, keys.last(from), (int) transaction.input(1));
        }
    }

    /** One that writes fields. */
    private abstract static class Writing extends CoreLogic {
        final int fields;
        final int fieldBytes;

        Writing(String name, int fields, int fieldBytes, boolean shippable, double roundNs) {
            super(name, 3, shippable, roundNs);
            this.fields = fields;
            this.fieldBytes = fieldBytes;
        }

        final void put(LogicContext transaction, int access) {
            int only = (int) transaction.input(2);
            for (int field = Math.max(only, 0); field < fields && (only < 0 || field == only); field++) {
                Field.put(transaction, access, field, transaction.input(1), fieldBytes);
            }
        }
    }

    /** Overwrites a field, or all. */
    private static final class Update extends Writing {
        Update(int fields, int fieldBytes, double roundNs) {
            super("update", fields, fieldBytes, false, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            int only = (int) transaction.input(2);
            int offset = Math.max(only, 0) * fieldBytes;
            int lengthBytes = only < 0 ? fields * fieldBytes : fieldBytes;
            put(transaction, transaction.overwrite(TABLE, transaction.input(0), offset, lengthBytes));
        }
    }

    /** Creates a record. */
    private static final class Insert extends Writing {
        Insert(int fields, int fieldBytes, double roundNs) {
            super("insert", fields, fieldBytes, false, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.insert(TABLE, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            if (transaction.found(0)) {
                return Decision.ABORT;
            }
            transaction.newValue(0, recordBytes(fields, fieldBytes));
            put(transaction, 0);
            transaction.account(1);
            return Decision.COMMIT;
        }
    }

    /** Reads a record and writes a field of it, or all. */
    private static final class ReadModifyWrite extends Writing {
        ReadModifyWrite(int fields, int fieldBytes, boolean shippable, double roundNs) {
            super("read-modify-write", fields, fieldBytes, shippable, roundNs);
        }

        @Override
        protected void declare(LogicContext transaction) {
            transaction.update(TABLE, transaction.input(0));
        }

        @Override
        protected Decision decide(LogicContext transaction) {
            if (transaction.found(0)) {
                put(transaction, 0);
                int counter = fields * fieldBytes;
                transaction.putLong(0, counter, transaction.getLong(0, counter) + 1);
                transaction.account(1);
            }
            return Decision.COMMIT;
        }
    }
}
