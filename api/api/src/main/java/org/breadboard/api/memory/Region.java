// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.memory;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A piece of a node's memory: bytes, addressed from 0. Regions belong to the platform and outlive the plug-in that laid
 * them out; a new region is zero, or equal to the image it was made from.
 *
 * <p>Words are 8 bytes, little-endian, and aligned: the {@code *Long*} methods take addresses divisible by 8 and throw
 * {@link IndexOutOfBoundsException} outside the region. A plain word is never torn. {@link #read} and {@link #write}
 * copy word by word, so a concurrent reader may see some words old and some new, as with a real device's DMA over
 * several cache lines; words that must be read together need a lock word or a version around them.
 *
 * <p>Any thread may call any method; ordering between threads comes only from the acquire, release and compare-and-set
 * forms.
 */
@ProviderType
public abstract class Region {
    /** Bytes of a cache line, the unit in which devices copy (x86). */
    public static final int LINE_BYTES = 64;

    /** For the platform's implementations. */
    protected Region() {}

    /** The name, unique within its node. */
    public abstract String name();

    /** Size in bytes, a multiple of 8. */
    public abstract long sizeBytes();

    /** What the bytes survive. */
    public abstract Lifetime lifetime();

    /** How the bytes are laid out. */
    public abstract Layout layout();

    /** The word at {@code address}, plain. */
    public abstract long getLong(long address);

    /** Stores the word at {@code address}, plain. */
    public abstract void putLong(long address, long value);

    /** The word at {@code address}; later accesses of this thread are not moved before it. */
    public abstract long getLongAcquire(long address);

    /** Stores the word at {@code address}; earlier accesses of this thread are not moved behind it. */
    public abstract void putLongRelease(long address, long value);

    /** Compare-and-set of a word by the CPU, with full ordering. */
    public abstract boolean compareAndSetLong(long address, long expected, long value);

    /** Adds to a word atomically by the CPU and returns the old value. */
    public abstract long getAndAddLong(long address, long delta);

    /** Copies {@code lengthBytes} from {@code address} into {@code target} at {@code offset}. */
    public abstract void read(long address, byte[] target, int offset, int lengthBytes);

    /** Copies {@code lengthBytes} from {@code source} at {@code offset} to {@code address}. */
    public abstract void write(long address, byte[] source, int offset, int lengthBytes);

    /**
     * The first address from {@code from} on at which somebody may have written since the region was made, or
     * {@link #sizeBytes}. What lies before it is what it was in the beginning. For who looks for traces of writes when
     * all is quiet: it need not look at all of a large region of which little was written.
     */
    public long nextWritten(long from) {
        return from;
    }

    /** Orders this thread's earlier plain loads before its later ones: the reader's half of a sequence lock. */
    public abstract void loadFence();

    /** Orders this thread's earlier plain stores before its later ones: the writer's half of a sequence lock. */
    public abstract void storeFence();
}
