// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.platform.runtime.PluginWatch;

/**
 * The platform's regions: pages of 1 KB, made when first written. A region made from an image reads the image's pages
 * and copies a page before it first writes to it; a page that nobody wrote is the one page of zeros.
 *
 * <p>Pages are arrays of words, so that every aligned word is atomic on every JDK. A shared page never changes, so a
 * reader that raced with its copying reads what was there before the write. Larger pages would spare cache misses, for
 * each access looks at its page's length, but their copies fill the heap where many nodes write here and there: a
 * default FaSST SmallBank takes 200 MB less than with pages of 4 KB, and at 64 KB, FaSST's O(4,2) on CX3 does not fit
 * into 3 GB.
 */
public final class PagedRegion extends Region {
    /** Words of a page. */
    static final int PAGE_WORDS = 128;

    static final int PAGE_SHIFT = 10;
    private static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;
    private static final long[] ZEROS = new long[PAGE_WORDS];
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle PAGE = MethodHandles.arrayElementVarHandle(long[][].class);
    /** The pages that the last region of zeros began with: partitions of a table are as long as each other. */
    private static volatile ZeroPages lastZeros = new ZeroPages(0, new long[0][]);

    private final String name;
    private final long sizeBytes;
    private final Lifetime lifetime;
    private final Layout layout;
    private final long[][] shared;
    private final long[][] pages;
    private final LongConsumer taken;

    /** A region of zeros. */
    public PagedRegion(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        this(name, sizeBytes, lifetime, layout, bytes -> {});
    }

    /**
     * A region of zeros.
     *
     * @param taken told of the bytes of each page before it is made; may throw, and the page is not made
     */
    public PagedRegion(String name, long sizeBytes, Lifetime lifetime, Layout layout, LongConsumer taken) {
        this(name, sizeBytes, lifetime, layout, zeros(sizeBytes), taken);
    }

    private PagedRegion(
            String name, long sizeBytes, Lifetime lifetime, Layout layout, long[][] shared, LongConsumer taken) {
        if (sizeBytes < 0 || (sizeBytes & 7) != 0) {
            throw new IllegalArgumentException("a region's size is a multiple of 8, not " + sizeBytes);
        }
        this.name = name;
        this.sizeBytes = sizeBytes;
        this.lifetime = lifetime;
        this.layout = layout;
        this.shared = shared;
        this.pages = shared.clone();
        this.taken = taken;
    }

    /** A region that starts as an image made by {@link #freeze}. */
    public static PagedRegion of(String name, Image image, Lifetime lifetime) {
        FrozenImage frozen = (FrozenImage) image;
        return new PagedRegion(name, frozen.sizeBytes, lifetime, frozen.layout, frozen.pages, bytes -> {});
    }

    /** Makes an image of the present content; the region must not be written afterwards. */
    public Image freeze() {
        return new FrozenImage(sizeBytes, layout, pages);
    }

    /** How many bytes of pages it holds for itself alone. */
    public long privateBytes() {
        long words = 0;
        for (int i = 0; i < pages.length; i++) {
            words += pages[i] == shared[i] ? 0 : pages[i].length;
        }
        return words * Long.BYTES;
    }

    /** Which bytes are not the same in both; neither may be written meanwhile. */
    public BytesApart bytesApart(PagedRegion other) {
        if (sizeBytes != other.sizeBytes) {
            throw new IllegalArgumentException(
                    "region " + name + " has " + sizeBytes + " B, not " + other.sizeBytes + " B");
        }
        return new BytesApart(pages, other.pages);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public Lifetime lifetime() {
        return lifetime;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    public long getLong(long address) {
        return pages[page(address)][word(address)];
    }

    @Override
    public void putLong(long address, long value) {
        writable(page(address))[word(address)] = value;
    }

    @Override
    public long getLongAcquire(long address) {
        long[] page = (long[]) PAGE.getAcquire(pages, page(address));
        return (long) WORD.getAcquire(page, word(address));
    }

    @Override
    public void putLongRelease(long address, long value) {
        WORD.setRelease(writable(page(address)), word(address), value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        return WORD.compareAndSet(writable(page(address)), word(address), expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        return (long) WORD.getAndAdd(writable(page(address)), word(address), delta);
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        check(address, lengthBytes);
        long at = address;
        int to = offset;
        int end = offset + lengthBytes;
        while (to < end) {
            long[] page = pages[(int) (at >>> PAGE_SHIFT)];
            int from = (int) at & PAGE_MASK;
            int pageEnd = (int) Math.min(end, (long) to + (page.length << 3) - from);
            at += pageEnd - to;
            for (; to < pageEnd && (from & 7) != 0; to++, from++) {
                target[to] = byteOf(page, from);
            }
            for (; pageEnd - to >= Long.BYTES; to += Long.BYTES, from += Long.BYTES) {
                Bytes.putLong(target, to, page[from >>> 3]);
            }
            for (; to < pageEnd; to++, from++) {
                target[to] = byteOf(page, from);
            }
        }
    }

    @Override
    public void write(long address, byte[] source, int offset, int lengthBytes) {
        check(address, lengthBytes);
        long at = address;
        int from = offset;
        int end = offset + lengthBytes;
        while (from < end) {
            long[] page = writable((int) (at >>> PAGE_SHIFT));
            int to = (int) at & PAGE_MASK;
            int pageEnd = (int) Math.min(end, (long) from + (page.length << 3) - to);
            at += pageEnd - from;
            for (; from < pageEnd && (to & 7) != 0; from++, to++) {
                putByte(page, to, source[from]);
            }
            for (; pageEnd - from >= Long.BYTES; from += Long.BYTES, to += Long.BYTES) {
                page[to >>> 3] = Bytes.getLong(source, from);
            }
            for (; from < pageEnd; from++, to++) {
                putByte(page, to, source[from]);
            }
        }
    }

    private static byte byteOf(long[] page, int at) {
        return (byte) (page[at >>> 3] >>> ((at & 7) << 3));
    }

    private static void putByte(long[] page, int at, byte value) {
        int shift = (at & 7) << 3;
        page[at >>> 3] = (page[at >>> 3] & ~(0xffL << shift)) | ((value & 0xffL) << shift);
    }

    /** A page that is shared with the image was not written. */
    @Override
    public long nextWritten(long from) {
        for (int i = (int) (from >>> PAGE_SHIFT); i < pages.length; i++) {
            if (pages[i] != shared[i]) {
                return Math.max(from, (long) i << PAGE_SHIFT);
            }
        }
        return sizeBytes;
    }

    @Override
    public void loadFence() {
        VarHandle.loadLoadFence();
    }

    @Override
    public void storeFence() {
        VarHandle.storeStoreFence();
    }

    private int page(long address) {
        if (address < 0 || address >= sizeBytes || (address & 7) != 0) {
            throw new IndexOutOfBoundsException(
                    "word at " + address + " of region " + name + " of " + sizeBytes + " B");
        }
        return (int) (address >>> PAGE_SHIFT);
    }

    private static int word(long address) {
        return ((int) address & PAGE_MASK) >>> 3;
    }

    private void check(long address, int lengthBytes) {
        if (address < 0 || lengthBytes < 0 || address + lengthBytes > sizeBytes) {
            throw new IndexOutOfBoundsException(
                    lengthBytes + " B at " + address + " of region " + name + " of " + sizeBytes + " B");
        }
    }

    private long[] writable(int index) {
        long[] page = pages[index];
        return page == shared[index] ? copy(index, page) : page;
    }

    private long[] copy(int index, long[] page) {
        PluginWatch.beat();
        taken.accept((long) page.length * Long.BYTES);
        long[] mine = page.clone();
        long[] before = (long[]) PAGE.compareAndExchange(pages, index, page, mine);
        return before == page ? mine : before;
    }

    private static long[][] zeros(long sizeBytes) {
        ZeroPages last = lastZeros;
        if (last.sizeBytes != sizeBytes) {
            last = new ZeroPages(sizeBytes, newZeros(sizeBytes));
            lastZeros = last;
        }
        return last.pages;
    }

    private static long[][] newZeros(long sizeBytes) {
        long[][] pages = new long[Math.toIntExact((sizeBytes + PAGE_MASK) >>> PAGE_SHIFT)][];
        java.util.Arrays.fill(pages, ZEROS);
        int restWords = (int) (sizeBytes & PAGE_MASK) >>> 3;
        if (restWords > 0) {
            pages[pages.length - 1] = new long[restWords];
        }
        return pages;
    }

    private record ZeroPages(long sizeBytes, long[][] pages) {}

    private record FrozenImage(long sizeBytes, Layout layout, long[][] pages) implements Image {}
}
