// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.Arrays;
import org.breadboard.api.memory.Region;
import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.cache.Caches;

/**
 * The bytes of the lines that a transaction has stored on its own node: what the shared cache holds of them. One
 * thread.
 */
public final class SpeculativeLines {
    private final LineList lines = new LineList();
    private Region[] regions = new Region[16];
    private long[] addresses = new long[16];
    private byte[] bytes = new byte[16 * CacheLine.BYTES];
    private int writtenBack;

    void clear() {
        lines.clear();
        writtenBack = 0;
    }

    /** The shared cache forgets them. */
    void drop(Caches caches) {
        for (int i = 0; i < lines.size(); i++) {
            caches.drop(lines.get(i));
        }
        clear();
    }

    /** A line has left the shared cache early, after all nodes had agreed to the commit. */
    void writtenBack() {
        writtenBack++;
    }

    /** How many lines the shared cache still has. */
    public int cached() {
        return lines.size() - writtenBack;
    }

    /** Which lines were stored to. */
    public LineList lines() {
        return lines;
    }

    /** Stores into one line, from {@code address} of the region, where the line begins at {@code lineAddress}. */
    public void store(
            long line, Region region, long lineAddress, long address, byte[] source, int offset, int lengthBytes) {
        int at = find(line);
        if (at < 0) {
            at = add(line, region, lineAddress);
        }
        System.arraycopy(source, offset, bytes, at * CacheLine.BYTES + (int) (address - lineAddress), lengthBytes);
    }

    /** Lays what was stored to a line over what was loaded from {@code address} of its region. */
    public void overlay(long line, long lineAddress, long address, byte[] target, int offset, int lengthBytes) {
        int at = find(line);
        if (at < 0) {
            return;
        }
        long from = Math.max(address, lineAddress);
        long to = Math.min(address + lengthBytes, lineAddress + CacheLine.BYTES);
        System.arraycopy(
                bytes, at * CacheLine.BYTES + (int) (from - lineAddress), target, offset + (int) (from - address), (int)
                        (to - from));
    }

    /** Makes all of it visible. */
    public void publish() {
        for (int i = 0; i < lines.size(); i++) {
            Region region = regions[i];
            int length = (int) Math.min(CacheLine.BYTES, region.sizeBytes() - addresses[i]);
            region.write(addresses[i], bytes, i * CacheLine.BYTES, length);
        }
    }

    private int find(long line) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i) == line) {
                return i;
            }
        }
        return -1;
    }

    private int add(long line, Region region, long lineAddress) {
        int at = lines.size();
        if (at == regions.length) {
            regions = Arrays.copyOf(regions, 2 * at);
            addresses = Arrays.copyOf(addresses, 2 * at);
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        lines.add(line);
        regions[at] = region;
        addresses[at] = lineAddress;
        int length = (int) Math.min(CacheLine.BYTES, region.sizeBytes() - lineAddress);
        region.read(lineAddress, bytes, at * CacheLine.BYTES, length);
        return at;
    }
}
