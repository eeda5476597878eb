// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import java.util.Arrays;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;

/**
 * Ranges of other nodes' regions, some with bytes: what the NIC keeps of a local transaction's writes (HADES IV.C,
 * module 4b), and what a transaction that locks first will touch. One thread; used again without allocation.
 */
public final class Ranges {
    /** The range's bytes are to be safe before the Ack; of a range to lock: it may be written. */
    public static final int FLAG = 1 << 31;

    /** Bytes of a word that {@link #encodeWords} puts: region, address, value. */
    public static final int WORD_BYTES = Integer.BYTES + 2 * Long.BYTES;

    private static final int FIRST = 16;

    private int[] nodes = new int[FIRST];
    private int[] regions = new int[FIRST];
    private int[] lengths = new int[FIRST];
    private long[] addresses = new long[FIRST];
    private int[] bytesAt = new int[FIRST];
    private byte[] bytes = new byte[1024];
    private int bytesEnd;
    private int size;

    /** Forgets all of them. */
    public void clear() {
        size = 0;
        bytesEnd = 0;
    }

    /** Adds a range without bytes. */
    public void add(int node, int region, long address, int lengthBytes, boolean flag) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * size);
            regions = Arrays.copyOf(regions, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
            addresses = Arrays.copyOf(addresses, 2 * size);
            bytesAt = Arrays.copyOf(bytesAt, 2 * size);
        }
        nodes[size] = node;
        regions[size] = region;
        addresses[size] = address;
        lengths[size] = flag ? lengthBytes | FLAG : lengthBytes;
        bytesAt[size++] = bytesEnd;
    }

    /** Adds a range and its bytes. */
    public void add(int node, int region, long address, byte[] source, int offset, int lengthBytes, boolean flag) {
        add(node, region, address, lengthBytes, flag);
        int at = reserve(lengthBytes); // which may move bytes
        System.arraycopy(source, offset, bytes, at, lengthBytes);
    }

    /** Adds a word. */
    public void addWord(int node, int region, long address, long value) {
        add(node, region, address, Long.BYTES, false);
        int at = reserve(Long.BYTES); // which may move bytes
        Bytes.putLong(bytes, at, value);
    }

    /** Makes room for bytes; answers where. */
    private int reserve(int lengthBytes) {
        int at = bytesEnd;
        bytesEnd += lengthBytes;
        if (bytesEnd > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, bytesEnd));
        }
        return at;
    }

    /** Whether a node has any of them. */
    public boolean has(int node) {
        for (int i = 0; i < size; i++) {
            if (nodes[i] == node) {
                return true;
            }
        }
        return false;
    }

    /** The lowest node above {@code after} that has any of them, or -1. */
    public int nextNode(int after) {
        int next = -1;
        for (int i = 0; i < size; i++) {
            if (nodes[i] > after && (next < 0 || nodes[i] < next)) {
                next = nodes[i];
            }
        }
        return next;
    }

    /** Bytes that {@link #encode} needs at most for a node. */
    public int encodedBytes(int node) {
        int sum = Integer.BYTES;
        for (int i = 0; i < size; i++) {
            if (nodes[i] == node) {
                sum += Wire.RANGE_BYTES + (lengths[i] & ~FLAG);
            }
        }
        return sum;
    }

    /**
     * Puts a node's ranges into a message behind what it carries: how many there are, then each with its bytes where
     * asked for.
     *
     * @param flagged whether flagged ranges come with their bytes
     * @param others whether those without flag come with their bytes
     * @param bare whether ranges that come without bytes are put too
     */
    public void encode(int node, Message message, boolean flagged, boolean others, boolean bare) {
        int countAt = message.lengthBytes();
        int at = countAt + Integer.BYTES;
        int count = 0;
        for (int i = 0; i < size; i++) {
            boolean carries = (lengths[i] & FLAG) != 0 ? flagged : others;
            if (nodes[i] != node || !carries && !bare) {
                continue;
            }
            int length = lengths[i] & ~FLAG;
            message.putInt(at, regions[i]);
            message.putInt(at + 4, lengths[i]);
            message.putLong(at + 8, addresses[i]);
            at += Wire.RANGE_BYTES;
            if (carries) {
                System.arraycopy(bytes, bytesAt[i], message.bytes(), at, length);
                at += length;
            }
            count++;
        }
        message.putInt(countAt, count);
        message.lengthBytes(at);
    }

    /** Puts a node's ranges, each a word: how many there are, then region, address and value of each. */
    public void encodeWords(int node, Message message) {
        int countAt = message.lengthBytes();
        int at = countAt + Integer.BYTES;
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (nodes[i] == node) {
                message.putInt(at, regions[i]);
                message.putLong(at + 4, addresses[i]);
                message.putLong(at + 12, Bytes.getLong(bytes, bytesAt[i]));
                at += WORD_BYTES;
                count++;
            }
        }
        message.putInt(countAt, count);
        message.lengthBytes(at);
    }

    /** Bytes that {@link #encodeWords} needs for a node. */
    public int wordBytes(int node) {
        int sum = Integer.BYTES;
        for (int i = 0; i < size; i++) {
            sum += nodes[i] == node ? WORD_BYTES : 0;
        }
        return sum;
    }
}
