// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.util.Arrays;
import org.breadboard.api.txn.Transaction;
import org.breadboard.platform.history.HistoryCodec;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.TransactionView;

/** The transactions at hand as columns of primitives: what the checker computes on. Index = order of arrival. */
final class Columns {
    static final byte ABORTED = 0;
    /** Of unknown outcome, and its writes were not observed so far. */
    static final byte POSSIBLE = 1;
    /** Committed, or of unknown outcome with its writes observed. */
    static final byte COMMITTED = 2;

    static final int KIND = 7;
    static final byte ABSENT = 1 << 3;
    static final byte OF_PREDICATE = 1 << 4;
    /** An install that the same transaction did not overwrite. */
    static final byte FINAL = 1 << 5;
    /** A read that fits no install: it makes no edges. */
    static final byte ASTRAY = 1 << 6;

    int transactions;
    long[] id;
    long[] invocationNs;
    long[] completionNs;
    byte[] status;
    short[] type;
    char[] client;
    /** Index of the first operation; one entry more than there are transactions. */
    int[] firstOperation;

    int operations;
    int[] transaction;
    /** The key's number; of a predicate read, -1 - its index among the predicates. */
    int[] key;

    long[] version;
    long[] hash;
    byte[] info;

    int predicates;
    long[] lowest = {};
    long[] highest = {};
    char[] predicateTable = {};
    int[] rows = {};
    int[] predicateTransaction = {};
    /** For a predicate read, the keys of which it may have seen an absent state that is forgotten; or null. */
    int[][] openKeys = {};

    /** Transactions of unknown outcome, and their accounts. */
    int unknowns;

    int[] unknown = {};
    long[] unknownAccount = {};

    /** Which instants the transactions have named; empty while none has. */
    private long[] snapshot = {};

    private long[] commit = {};

    Columns(int expectedTransactions, int expectedOperations) {
        id = new long[expectedTransactions];
        invocationNs = new long[expectedTransactions];
        completionNs = new long[expectedTransactions];
        status = new byte[expectedTransactions];
        type = new short[expectedTransactions];
        client = new char[expectedTransactions];
        firstOperation = new int[expectedTransactions + 1];
        transaction = new int[expectedOperations];
        key = new int[expectedOperations];
        version = new long[expectedOperations];
        hash = new long[expectedOperations];
        info = new byte[expectedOperations];
    }

    /** Adds a record. */
    void add(TransactionView view, KeyTable keys) {
        int t = addTransaction(
                view.transactionId(), view.invocationNs(), view.completionNs(), (short) view.type(), (char)
                        view.client());
        switch (view.outcome()) {
            case COMMITTED -> status[t] = COMMITTED;
            case ABORTED -> status[t] = ABORTED;
            case UNKNOWN -> addUnknown(t, view.account());
        }
        int first = operations;
        int count = view.operations();
        reserveOperations(count);
        for (int i = 0; i < count; i++) {
            if (view.kind(i) == HistoryCodec.SNAPSHOT) {
                addSnapshot(t, view.key(i), view.version(i));
                continue;
            }
            if (view.kind(i) == HistoryCodec.PREDICATE_READ) {
                addPredicate(t, view.table(i), view.key(i), view.version(i), view.rows(i));
                keys.internPresent(view.table(i), view.key(i), view.version(i));
                continue;
            }
            boolean absent = view.absent(i) || view.kind(i) == HistoryCodec.DELETE;
            int flags = (absent ? ABSENT : 0) | ((view.flags(i) & HistoryCodec.OF_PREDICATE) != 0 ? OF_PREDICATE : 0);
            int number = keys.intern(view.table(i), view.key(i));
            addOperation(t, number, view.version(i), absent ? 0 : view.hash(i), (byte) (view.kind(i) | flags));
        }
        markFinal(first);
        firstOperation[t + 1] = operations;
        for (int op = first; op < operations && view.outcome() == Outcome.UNKNOWN; op++) {
            if (isInstall(op)) {
                keys.doubt(key[op], version[op]);
            }
        }
    }

    /** Adds a transaction of other columns over the same keys, with all its operations or with its installs only. */
    void copy(Columns from, int t, boolean installsOnly) {
        int copy = addTransaction(from.id[t], from.invocationNs[t], from.completionNs[t], from.type[t], from.client[t]);
        status[copy] = from.status[t];
        int end = from.firstOperation[t + 1];
        reserveOperations(end - from.firstOperation[t]);
        for (int op = from.firstOperation[t]; op < end; op++) {
            if (installsOnly && !from.isInstall(op)) {
                continue;
            }
            if (from.key[op] < 0) {
                int p = -1 - from.key[op];
                addPredicate(copy, from.predicateTable[p], from.lowest[p], from.highest[p], from.rows[p]);
                openKeys[predicates - 1] = from.openKeys[p];
            } else {
                addOperation(copy, from.key[op], from.version[op], from.hash[op], (byte) (from.info[op] & ~ASTRAY));
            }
        }
        firstOperation[copy + 1] = operations;
    }

    private void addSnapshot(int t, long of, long committed) {
        if (t >= snapshot.length) {
            int known = snapshot.length;
            snapshot = Arrays.copyOf(snapshot, id.length);
            commit = Arrays.copyOf(commit, id.length);
            Arrays.fill(snapshot, known, id.length, Transaction.UNSAID);
        }
        snapshot[t] = of;
        commit[t] = committed;
    }

    /** Whether a transaction says which instants it is of. */
    boolean isTimed(int t) {
        return t < snapshot.length && snapshot[t] != Transaction.UNSAID;
    }

    /** The instant whose state a transaction has read, if it {@linkplain #isTimed says so}. */
    long snapshot(int t) {
        return snapshot[t];
    }

    /** The instant from which a transaction's writes count, if it says so. */
    long commit(int t) {
        return commit[t];
    }

    void addUnknown(int t, long account) {
        status[t] = POSSIBLE;
        if (unknowns == unknown.length) {
            unknown = Arrays.copyOf(unknown, grown(unknowns));
            unknownAccount = Arrays.copyOf(unknownAccount, unknown.length);
        }
        unknown[unknowns] = t;
        unknownAccount[unknowns++] = account;
    }

    void leaveOpen(int predicate, int openKey) {
        if (!isLeftOpen(predicate, openKey)) {
            int[] before = openKeys[predicate] == null ? new int[0] : openKeys[predicate];
            openKeys[predicate] = Arrays.copyOf(before, before.length + 1);
            openKeys[predicate][before.length] = openKey;
        }
    }

    boolean isLeftOpen(int predicate, int ofKey) {
        boolean open = false;
        for (int i = 0; openKeys[predicate] != null && i < openKeys[predicate].length; i++) {
            open |= openKeys[predicate][i] == ofKey;
        }
        return open;
    }

    boolean isInstall(int op) {
        int kind = info[op] & KIND;
        return kind != HistoryCodec.READ && kind != HistoryCodec.PREDICATE_READ;
    }

    boolean isFinalInstall(int op) {
        return (info[op] & FINAL) != 0;
    }

    /** What a transaction left of a key, or -1. */
    int finalInstall(int t, int ofKey) {
        for (int op = firstOperation[t]; op < firstOperation[t + 1]; op++) {
            if (key[op] == ofKey && isFinalInstall(op)) {
                return op;
            }
        }
        return -1;
    }

    boolean absent(int op) {
        return (info[op] & ABSENT) != 0;
    }

    /** Whether two operations on one key show the same value. */
    boolean sameValue(int a, int b) {
        return hash[a] == hash[b] && absent(a) == absent(b);
    }

    private int addTransaction(long newId, long invocation, long completion, short newType, char newClient) {
        if (transactions == id.length) {
            int capacity = grown(transactions);
            id = Arrays.copyOf(id, capacity);
            invocationNs = Arrays.copyOf(invocationNs, capacity);
            completionNs = Arrays.copyOf(completionNs, capacity);
            status = Arrays.copyOf(status, capacity);
            type = Arrays.copyOf(type, capacity);
            client = Arrays.copyOf(client, capacity);
            firstOperation = Arrays.copyOf(firstOperation, capacity + 1);
        }
        int t = transactions++;
        id[t] = newId;
        invocationNs[t] = invocation;
        completionNs[t] = completion;
        type[t] = newType;
        client[t] = newClient;
        return t;
    }

    private void addOperation(int t, int ofKey, long ofVersion, long ofHash, byte ofInfo) {
        int op = operations++;
        transaction[op] = t;
        key[op] = ofKey;
        version[op] = ofVersion;
        hash[op] = ofHash;
        info[op] = ofInfo;
    }

    private void addPredicate(int t, int table, long low, long high, int rowCount) {
        if (predicates == rows.length) {
            int capacity = grown(predicates);
            lowest = Arrays.copyOf(lowest, capacity);
            highest = Arrays.copyOf(highest, capacity);
            predicateTable = Arrays.copyOf(predicateTable, capacity);
            rows = Arrays.copyOf(rows, capacity);
            predicateTransaction = Arrays.copyOf(predicateTransaction, capacity);
            openKeys = Arrays.copyOf(openKeys, capacity);
        }
        lowest[predicates] = low;
        highest[predicates] = high;
        predicateTable[predicates] = (char) table;
        rows[predicates] = rowCount;
        predicateTransaction[predicates] = t;
        addOperation(t, -1 - predicates++, 0, 0, (byte) HistoryCodec.PREDICATE_READ);
    }

    /**
     * Marks the installs of the last transaction that it did not overwrite itself: per key the highest version, then
     * the last.
     */
    private void markFinal(int first) {
        for (int op = first; op < operations; op++) {
            if (!isInstall(op)) {
                continue;
            }
            boolean isFinal = true;
            for (int other = first; other < operations && isFinal; other++) {
                if (key[other] == key[op] && other != op && isInstall(other)) {
                    isFinal = version[other] < version[op] || (version[other] == version[op] && other < op);
                }
            }
            if (isFinal) {
                info[op] |= FINAL;
            }
        }
    }

    private void reserveOperations(int more) {
        if (operations + more > transaction.length) {
            int capacity = Math.max(operations + more, grown(operations));
            transaction = Arrays.copyOf(transaction, capacity);
            key = Arrays.copyOf(key, capacity);
            version = Arrays.copyOf(version, capacity);
            hash = Arrays.copyOf(hash, capacity);
            info = Arrays.copyOf(info, capacity);
        }
    }

    private static int grown(int size) {
        return Math.max(16, size + (size >> 1));
    }
}
