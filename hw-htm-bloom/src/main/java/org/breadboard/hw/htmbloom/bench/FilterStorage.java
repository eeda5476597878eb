// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import org.breadboard.hw.htmbloom.filter.LineFilter;

/**
 * What a node stores for transactions (HADES VI): {@code m × C} pairs of filters beside the directory, as many entries
 * of addresses and node lists in the NIC, {@code m × C × D} pairs of filters there, and a transaction tag in every line
 * of the LLC. Immutable, any thread.
 *
 * @param cores C, cores of a node
 * @param perCore m, transactions that share a core
 * @param remoteNodes D, how many other nodes a transaction accesses on average
 * @param coreRead read filters beside the directory
 * @param coreWrite write filters beside the directory
 * @param nic read and write filters of the NIC
 */
record FilterStorage(
        int cores, int perCore, int remoteNodes, LineFilter coreRead, LineFilter coreWrite, LineFilter nic) {
    /** Bytes that the NIC keeps of a local transaction's addresses, buffers and nodes (published: 90 B, Table III). */
    public static final int NIC_ENTRY_BYTES = 90;

    /** Transactions of a node at a time, and pairs of filters beside its directory. */
    public int transactions() {
        return cores * perCore;
    }

    /** Pairs of filters in the NIC. */
    public int nicPairs() {
        return transactions() * remoteNodes;
    }

    /** Bytes of a read and a write filter beside the directory. */
    public long corePairBytes() {
        return ((long) coreRead.bits() + coreWrite.bits()) / Byte.SIZE;
    }

    /** Bytes of a read and a write filter in the NIC. */
    public long nicPairBytes() {
        return 2L * nic.bits() / Byte.SIZE;
    }

    /** Bytes of all filters beside the directory. */
    public long coreBytes() {
        return transactions() * corePairBytes();
    }

    /** Bits of the tag that names the transaction which wrote a line. */
    public int tagBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(transactions() - 1);
    }

    /** Bytes of all that the NIC keeps. */
    public long nicBytes() {
        return nicPairs() * nicPairBytes() + (long) transactions() * NIC_ENTRY_BYTES;
    }
}
