// SPDX-License-Identifier: Apache-2.0
package org.breadboard.testkit.rules;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.breadboard.api.txn.AccessMode;
import org.breadboard.api.txn.Transaction;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.api.workload.Workload;

/** What a logic may declare and write. A rule that is broken throws an {@link AssertionError} in one sentence. */
public final class LogicRules {
    private LogicRules() {}

    /** Checks the accesses from {@code from} on. */
    public static void checkDeclared(Workload workload, Transaction transaction, int from) {
        for (int access = from; access < transaction.accesses(); access++) {
            int id = transaction.table(access);
            if (id < 0 || id >= workload.tables().size()) {
                throw broken(transaction, access, "touches a table that the workload does not declare");
            }
            TableSpec table = workload.tables().get(id);
            AccessMode mode = transaction.mode(access);
            if (mode.ranges() && !table.ordered()) {
                throw broken(transaction, access, "asks for an order that table " + table.name() + " does not declare");
            }
            if (mode.ranges()
                    && (transaction.key(access) > transaction.highKey(access) || transaction.limit(access) < 1)) {
                throw broken(transaction, access, "asks for an empty range");
            }
            checkOverwrite(table, transaction, access);
            for (int before = 0; before < access; before++) {
                if ((mode.writes() || transaction.mode(before).writes())
                        && transaction.table(before) == id
                        && transaction.key(before) == transaction.key(access)
                        && !transaction.mode(before).ranges()
                        && transaction.rangeOf(before) < 0) {
                    throw broken(transaction, access, "declares a record twice of which it may write one");
                }
            }
        }
    }

    private static void checkOverwrite(TableSpec table, Transaction transaction, int access) {
        if (!transaction.isOverwrite(access)) {
            return;
        }
        if (!table.isWholeParts(transaction.overwriteOffset(access), transaction.overwriteBytes(access))) {
            throw broken(transaction, access, "overwrites what is no whole part of a record of " + table.name());
        }
        if (transaction.logic().shippable()) {
            throw broken(transaction, access, "overwrites, and yet says that it may be shipped");
        }
    }

    /** Checks what a transaction that commits has written. */
    public static void checkCommit(Workload workload, Transaction transaction) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (!transaction.answered(access)) {
                throw broken(transaction, access, "commits before it was answered");
            }
            if (!transaction.written(access)) {
                continue;
            }
            AccessMode mode = transaction.mode(access);
            if (!mode.writes()) {
                throw broken(transaction, access, "writes what it declared to read");
            }
            if ((mode == AccessMode.INSERT) == transaction.found(access)) {
                throw broken(
                        transaction,
                        access,
                        mode == AccessMode.INSERT
                                ? "inserts a record that exists"
                                : "writes a record that does not exist");
            }
            int valueBytes = workload.tables().get(transaction.table(access)).valueBytes();
            if (mode != AccessMode.DELETE && transaction.newBytes(access) != valueBytes) {
                throw broken(
                        transaction,
                        access,
                        "writes " + transaction.newBytes(access) + " B into a table of values of " + valueBytes + " B");
            }
        }
    }

    /** The new value of a written access; empty for a removal. */
    public static byte[] newValue(Transaction transaction, int access) {
        int at = transaction.newAt(access);
        return Arrays.copyOfRange(transaction.values(), at, at + transaction.newBytes(access));
    }

    /** Whether a write changes anything: a removal and an insert do. */
    public static boolean changes(Transaction transaction, int access) {
        if (!transaction.written(access)) {
            return false;
        }
        int at = transaction.readAt(access);
        return !transaction.found(access)
                || !Arrays.equals(
                        newValue(transaction, access),
                        Arrays.copyOfRange(transaction.values(), at, at + transaction.readBytes(access)));
    }

    /** An access in words. */
    public static String describe(Transaction transaction, int access) {
        return transaction.mode(access) + " table " + transaction.table(access) + " key " + transaction.key(access)
                + (transaction.mode(access).ranges() ? " to " + transaction.highKey(access) : "")
                + (transaction.isOverwrite(access)
                        ? ", " + transaction.overwriteBytes(access) + " B at " + transaction.overwriteOffset(access)
                        : "");
    }

    /** Adds a line for each write. */
    public static void describeWrites(Transaction transaction, List<String> trace) {
        for (int access = 0; access < transaction.accesses(); access++) {
            if (transaction.written(access)) {
                trace.add("write " + describe(transaction, access) + " "
                        + HexFormat.of().formatHex(newValue(transaction, access)));
            }
        }
    }

    /** The transaction's name with its input. */
    public static String named(Transaction transaction) {
        StringBuilder text = new StringBuilder(transaction.logic().name()).append('(');
        for (int i = 0; i < transaction.input().lengthBytes() / Long.BYTES; i++) {
            text.append(i == 0 ? "" : ", ").append(transaction.input().number(i));
        }
        return text.append(')').toString();
    }

    private static AssertionError broken(Transaction transaction, int access, String what) {
        return new AssertionError(named(transaction) + " " + what + ": " + describe(transaction, access));
    }
}
