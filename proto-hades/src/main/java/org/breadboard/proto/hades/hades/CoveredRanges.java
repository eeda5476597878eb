// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import java.util.Arrays;
import org.breadboard.api.hardware.ConflictTracking.Tracker;

/**
 * What a transaction has touched in its attempts so far, by exact address: what it locks once it has been squashed too
 * often (HADES VI). One thread.
 */
final class CoveredRanges {
    private int[] nodes = new int[16];
    private String[] regions = new String[16];
    private long[] addresses = new long[16];
    private int[] lengths = new int[16];
    private boolean[] writes = new boolean[16];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Whether a range lies within one that is covered, for a write within one that may be written. */
    boolean covers(int node, String region, long address, int lengthBytes, boolean write) {
        return find(node, region, address, lengthBytes, write) >= 0;
    }

    /** Covers a range, unless it is covered already. */
    void add(int node, String region, long address, int lengthBytes, boolean write) {
        if (find(node, region, address, lengthBytes, write) >= 0) {
            return;
        }
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
            regions = Arrays.copyOf(regions, 2 * size);
            addresses = Arrays.copyOf(addresses, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
            writes = Arrays.copyOf(writes, 2 * size);
        }
        nodes[size] = node;
        regions[size] = region;
        addresses[size] = address;
        lengths[size] = lengthBytes;
        writes[size++] = write;
    }

    private int find(int node, String region, long address, int lengthBytes, boolean write) {
        for (int i = 0; i < size; i++) {
            if (nodes[i] == node
                    && addresses[i] <= address
                    && addresses[i] + lengths[i] >= address + lengthBytes
                    && (writes[i] || !write)
                    && regions[i].equals(region)) {
                return i;
            }
        }
        return -1;
    }

    /** Tells the hardware what to lock. */
    void tell(Tracker tracker) {
        for (int i = 0; i < size; i++) {
            tracker.cover(nodes[i], regions[i], addresses[i], lengths[i], writes[i]);
        }
    }
}
