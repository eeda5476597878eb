// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import org.breadboard.platform.history.graph.CycleFinder;
import org.breadboard.platform.history.graph.DependencyGraph;
import org.breadboard.platform.history.verdict.CheckOptions;

/** Tells what happened in words: transactions by id and type, keys by table, and versions. */
final class Narrator {
    private final Columns columns;
    private final KeyTable keys;
    private final CheckOptions options;
    private final VersionIndex index;

    Narrator(Columns columns, KeyTable keys, CheckOptions options, VersionIndex index) {
        this.columns = columns;
        this.keys = keys;
        this.options = options;
        this.index = index;
    }

    String name(int t) {
        return "T" + columns.id[t] + " (" + options.typeName().apply(columns.type[t]) + ")";
    }

    String keyName(int key) {
        int table = keys.table[key];
        return tableName(table) + "[" + options.keyName().of(table, keys.key[key]) + "]";
    }

    String rangeName(int scan) {
        int p = -1 - columns.key[scan];
        return tableName(columns.predicateTable[p]) + "[" + columns.lowest[p] + ".." + columns.highest[p] + "]";
    }

    private String tableName(int table) {
        return options.tableName().apply(table);
    }

    long[] ids(int[] transactions) {
        long[] ids = new long[transactions.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = columns.id[transactions[i]];
        }
        return ids;
    }

    String lostUpdate(int read, int other, int own) {
        return name(columns.transaction[read]) + " read " + keyAt(read) + " and installed version "
                + columns.version[own] + " without having seen version " + columns.version[other] + " by "
                + name(columns.transaction[other]) + ".";
    }

    String fractured(int read, int old, int missed) {
        return name(columns.transaction[read]) + " read " + keyAt(read) + ", by " + name(columns.transaction[missed])
                + ", and " + keyAt(old) + ", which that one had overwritten with version " + columns.version[missed]
                + ".";
    }

    String interference(int op, int install) {
        int t = columns.transaction[op];
        int other = columns.transaction[install];
        return name(t) + (columns.isInstall(op) ? " overwrote " : " read ") + keyAt(install) + ", which " + name(other)
                + " committed at instant " + columns.commit(other) + ", and it reads the state of instant "
                + columns.snapshot(t) + ".";
    }

    String missed(int read, int next) {
        int t = columns.transaction[read];
        int other = columns.transaction[next];
        return name(t) + " read " + keyAt(read) + " as the state of instant " + columns.snapshot(t)
                + ", and missed version " + columns.version[next] + ", which " + name(other)
                + " committed at instant " + columns.commit(other) + ".";
    }

    String cycle(CycleFinder.Cycle cycle) {
        StringBuilder words = new StringBuilder();
        int length = cycle.transactions().length;
        for (int i = 0; i < length; i++) {
            words.append(i == 0 ? "" : "; ");
            words.append(edge(cycle.transactions()[i], cycle.transactions()[(i + 1) % length], cycle.kinds()[i]));
        }
        return words.append('.').toString();
    }

    private String edge(int from, int to, int kind) {
        return switch (kind) {
            case DependencyGraph.WW, DependencyGraph.WR, DependencyGraph.RW -> itemEdge(from, to, kind);
            case DependencyGraph.REAL_TIME ->
                columns.completionNs[from] < columns.invocationNs[to] || isSession(from, to)
                        ? name(from) + " completed at " + columns.completionNs[from] + " ns, before " + name(to)
                                + " began at " + columns.invocationNs[to] + " ns"
                        : predicateEdge(from, to, hasScanMissing(from, to));
            default -> predicateEdge(from, to, kind == DependencyGraph.PREDICATE_RW);
        };
    }

    private boolean isSession(int from, int to) {
        return columns.client[from] == columns.client[to] && columns.completionNs[from] == columns.invocationNs[to];
    }

    private String itemEdge(int from, int to, int kind) {
        for (int op = columns.firstOperation[from]; op < columns.firstOperation[from + 1]; op++) {
            boolean source =
                    columns.key[op] >= 0 && (kind == DependencyGraph.RW ? isRead(op) : columns.isFinalInstall(op));
            int match = source ? match(op, to, kind) : -1;
            if (match >= 0) {
                String first = name(from) + (kind == DependencyGraph.RW ? " read " : " installed ") + keyAt(op)
                        + ", which " + name(to);
                return first
                        + (kind == DependencyGraph.WR ? " read" : " overwrote with version " + columns.version[match]);
            }
        }
        return name(from) + " came before " + name(to);
    }

    /** The operation of a transaction that depends on another's operation. */
    private int match(int op, int to, int kind) {
        int key = columns.key[op];
        if (kind != DependencyGraph.WR) {
            int next = index.nextInstall(key, columns.version[op]);
            return next >= 0 && columns.transaction[next] == to ? next : twinInstall(op, to, kind);
        }
        for (int other = columns.firstOperation[to]; other < columns.firstOperation[to + 1]; other++) {
            if (columns.key[other] == key
                    && isRead(other)
                    && columns.version[other] >= columns.version[op]
                    && columns.sameValue(op, other)) {
                int source = index.installAtOrBelow(key, columns.version[other]);
                if (source >= 0 && columns.version[source] == columns.version[op]) {
                    return other;
                }
            }
        }
        return -1;
    }

    /** Where two transactions installed one version, the second of them. */
    private int twinInstall(int op, int to, int kind) {
        for (int other = columns.firstOperation[to];
                kind == DependencyGraph.WW && other < columns.firstOperation[to + 1];
                other++) {
            if (columns.key[other] == columns.key[op]
                    && columns.isFinalInstall(other)
                    && columns.version[other] == columns.version[op]) {
                return other;
            }
        }
        return -1;
    }

    private boolean hasScanMissing(int scanner, int installer) {
        return missedOperation(scanner, installer) >= 0;
    }

    private String predicateEdge(int from, int to, boolean scannerFirst) {
        int scanner = scannerFirst ? from : to;
        int installer = scannerFirst ? to : from;
        int missed = missedOperation(scanner, installer);
        if (missed < 0) {
            return name(from) + " came before " + name(to);
        }
        String range = rangeName(scanOver(scanner, missed));
        return scannerFirst
                ? name(from) + " scanned " + range + " without " + keyName(columns.key[missed]) + ", which " + name(to)
                        + " installed at version " + columns.version[missed]
                : name(from) + " deleted " + keyAt(missed) + ", and " + name(to) + " scanned " + range + " without it";
    }

    /** The install of one transaction in a range that the other scanned without returning its key. */
    private int missedOperation(int scanner, int installer) {
        for (int op = columns.firstOperation[installer]; op < columns.firstOperation[installer + 1]; op++) {
            if (columns.key[op] >= 0 && columns.isFinalInstall(op) && scanOver(scanner, op) >= 0) {
                return op;
            }
        }
        return -1;
    }

    private int scanOver(int scanner, int install) {
        int key = columns.key[install];
        int scan = -1;
        for (int op = columns.firstOperation[scanner]; op < columns.firstOperation[scanner + 1]; op++) {
            if (columns.key[op] == key) {
                return -1;
            }
            if (columns.key[op] < 0) {
                int p = -1 - columns.key[op];
                long k = keys.key[key];
                boolean inside = columns.predicateTable[p] == keys.table[key]
                        && columns.lowest[p] <= k
                        && k <= columns.highest[p];
                scan = inside && scan < 0 ? op : scan;
            }
        }
        return scan;
    }

    private boolean isRead(int op) {
        return columns.key[op] >= 0 && !columns.isInstall(op) && (columns.info[op] & Columns.ASTRAY) == 0;
    }

    private String keyAt(int op) {
        return "version " + columns.version[op] + " of " + keyName(columns.key[op]);
    }
}
