// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

/**
 * The operations of each key in version order: at one version the installs of unknown outcome, then the other installs,
 * then the reads, each in order of arrival. So what may have happened is considered before what did, whichever of them
 * was heard of first.
 *
 * <p>Left out are reads of aborted transactions, and predicate reads.
 */
final class VersionIndex {
    private final Columns columns;
    /** Start of each key's operations in {@link #order}; one entry more than there are keys. */
    final int[] start;

    final int[] order;
    private int[] scratch = {};

    VersionIndex(Columns columns, int keys) {
        this.columns = columns;
        start = new int[keys + 1];
        for (int op = 0; op < columns.operations; op++) {
            if (counts(op)) {
                start[columns.key[op] + 1]++;
            }
        }
        for (int k = 0; k < keys; k++) {
            start[k + 1] += start[k];
        }
        order = new int[start[keys]];
        int[] next = start.clone();
        for (int op = 0; op < columns.operations; op++) {
            if (counts(op)) {
                order[next[columns.key[op]]++] = op;
            }
        }
        for (int k = 0; k < keys; k++) {
            sort(start[k], start[k + 1]);
        }
    }

    /** The place in {@link #order} of the first operation on the key with at least this version. */
    int firstAtOrAbove(int key, long version) {
        int low = start[key];
        int high = start[key + 1];
        while (low < high) {
            int middle = low + high >>> 1;
            if (columns.version[order[middle]] < version) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first final install of a committed transaction on the key above the version, or -1. */
    int nextInstall(int key, long version) {
        for (int at = firstAtOrAbove(key, version); at < start[key + 1]; at++) {
            int op = order[at];
            if (columns.version[op] > version && isCommittedFinal(op)) {
                return op;
            }
        }
        return -1;
    }

    /** The last final install of a committed transaction on the key that is not above the version, or -1. */
    int installAtOrBelow(int key, long version) {
        int at = version == Long.MAX_VALUE ? start[key + 1] : firstAtOrAbove(key, version + 1);
        while (--at >= start[key]) {
            if (isCommittedFinal(order[at])) {
                return order[at];
            }
        }
        return -1;
    }

    boolean isCommittedFinal(int op) {
        return columns.isFinalInstall(op) && columns.status[columns.transaction[op]] == Columns.COMMITTED;
    }

    private boolean counts(int op) {
        return columns.key[op] >= 0
                && (columns.status[columns.transaction[op]] != Columns.ABORTED || columns.isInstall(op));
    }

    private boolean inOrder(int a, int b) {
        long va = columns.version[a];
        long vb = columns.version[b];
        return va < vb || va == vb && rank(a) <= rank(b);
    }

    private int rank(int op) {
        if (!columns.isInstall(op)) {
            return 2;
        }
        return columns.status[columns.transaction[op]] == Columns.POSSIBLE ? 0 : 1;
    }

    /** A natural merge sort: what arrives in order stays untouched, and what does not is still n log n. */
    private void sort(int from, int to) {
        int sorted = from + 1;
        while (sorted < to && inOrder(order[sorted - 1], order[sorted])) {
            sorted++;
        }
        if (sorted >= to) {
            return;
        }
        if (to - from <= 24) {
            insertionSort(from, sorted, to);
            return;
        }
        int middle = from + to >>> 1;
        sort(from, middle);
        sort(middle, to);
        merge(from, middle, to);
    }

    private void insertionSort(int from, int sorted, int to) {
        for (int at = sorted; at < to; at++) {
            int op = order[at];
            int hole = at;
            while (hole > from && !inOrder(order[hole - 1], op)) {
                order[hole] = order[hole - 1];
                hole--;
            }
            order[hole] = op;
        }
    }

    private void merge(int from, int middle, int to) {
        if (inOrder(order[middle - 1], order[middle])) {
            return;
        }
        int left = middle - from;
        if (scratch.length < left) {
            scratch = new int[Math.max(left, 2 * scratch.length)];
        }
        System.arraycopy(order, from, scratch, 0, left);
        int a = 0;
        int b = middle;
        int at = from;
        while (a < left && b < to) {
            order[at++] = inOrder(scratch[a], order[b]) ? scratch[a++] : order[b++];
        }
        System.arraycopy(scratch, a, order, at, left - a);
    }
}
