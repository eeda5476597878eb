// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
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
 * <p>Pages lie in chunks, arrays of words of up to 256 KB. So every aligned word is atomic on every JDK, an access
 * looks at no header of its page, and a collector moves few large arrays where it would move a hundred thousand small
 * ones. A shared page never changes, so a reader that raced with its copying reads what was there before the write.
 * Larger pages would fill the heap where many nodes write here and there: of a default FaSST SmallBank's tables and
 * logs 120 MB are written by pages of 1 KB, and 250 MB by pages of 4 KB.
 */
public final class PagedRegion extends Region {
    /** Words of a page. */
    static final int PAGE_WORDS = 128;

    static final int PAGE_SHIFT = 10;
    private static final int PAGE_MASK = (1 << PAGE_SHIFT) - 1;
    private static final int WORDS_SHIFT = 7;
    /** A place is a chunk's number, and a page's in it. */
    private static final int CHUNK_SHIFT = 8;

    private static final int CHUNK_PAGES = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_PAGES - 1;
    /** A region has at least so many chunks of its own, or as many as pages: of the last one half is not used. */
    private static final int LEAST_CHUNKS = 64;

    /** The first chunk of a region that was not made from an image. */
    private static final long[] ZEROS = new long[PAGE_WORDS];

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(int[].class);

    private final String name;
    private final long sizeBytes;
    private final Lifetime lifetime;
    private final Layout layout;
    /** Where each page is. */
    private final int[] places;
    /** Those of the image, then its own; the array has room for all that there may be. */
    private final long[][] chunks;
    /** How many chunks are shared with the image. */
    private final int sharedChunks;

    private final LongConsumer taken;
    /** How many pages it has for itself. Under this region's lock. */
    private int ownPages;

    /** A region of zeros. */
    public PagedRegion(String name, long sizeBytes, Lifetime lifetime, Layout layout) {
        this(name, sizeBytes, lifetime, layout, bytes -> {});
    }

    /**
     * A region of zeros.
     *
     * @param taken told of the bytes of each page before it is made, under this region's lock; may throw, and the page
     *     is not made
     */
    public PagedRegion(String name, long sizeBytes, Lifetime lifetime, Layout layout, LongConsumer taken) {
        this(name, lifetime, FrozenImage.zeros(sizeBytes, layout), taken);
    }

    private PagedRegion(String name, Lifetime lifetime, FrozenImage image, LongConsumer taken) {
        this.name = name;
        this.sizeBytes = image.sizeBytes;
        this.lifetime = lifetime;
        this.layout = image.layout;
        this.places = image.places.clone();
        this.sharedChunks = image.chunks;
        this.chunks = Arrays.copyOf(image.all, image.chunks + chunksFor(places.length));
        this.taken = taken;
    }

    /** A region that starts as an image made by {@link #freeze}. */
    public static PagedRegion of(String name, Image image, Lifetime lifetime) {
        return new PagedRegion(name, lifetime, (FrozenImage) image, bytes -> {});
    }

    /** Makes an image of the present content; the region must not be written afterwards. */
    public Image freeze() {
        int present = sharedChunks + chunksFor(ownPages());
        // What was an image of an image again and again holds many pages that have been replaced since.
        if (present > 2 * (1 + chunksFor(writtenPages()))) {
            return compacted();
        }
        return new FrozenImage(sizeBytes, layout, places, chunks, present);
    }

    private Image compacted() {
        PagedRegion whole = new PagedRegion(name, sizeBytes, lifetime, layout);
        for (int page = 0; page < places.length; page++) {
            if (chunk(places[page]) != ZEROS) {
                copy(page, this, whole);
            }
        }
        return new FrozenImage(sizeBytes, layout, whole.places, whole.chunks, 1 + chunksFor(whole.ownPages()));
    }

    private int writtenPages() {
        int written = 0;
        for (int place : places) {
            written += chunk(place) == ZEROS ? 0 : 1;
        }
        return written;
    }

    private synchronized int ownPages() {
        return ownPages;
    }

    /** How many bytes of pages it holds for itself alone. */
    public long privateBytes() {
        long bytes = 0;
        for (int page = 0; page < places.length; page++) {
            bytes += isShared(places[page]) ? 0 : pageBytes(page);
        }
        return bytes;
    }

    /** How many bytes of pages it keeps alive, its image's included. */
    long heldBytes() {
        long words = 0;
        for (long[] chunk : chunks) {
            words += chunk == null ? 0 : chunk.length;
        }
        return words << 3;
    }

    /** Which bytes are not the same in both; neither may be written meanwhile. */
    public BytesApart bytesApart(PagedRegion other) {
        if (sizeBytes != other.sizeBytes) {
            throw new IllegalArgumentException(
                    "region " + name + " has " + sizeBytes + " B, not " + other.sizeBytes + " B");
        }
        BytesApart.Builder apart = new BytesApart.Builder(places.length);
        for (int page = 0; page < places.length; page++) {
            int mine = places[page];
            int theirs = other.places[page];
            apart.compare(page, chunk(mine), first(mine), other.chunk(theirs), first(theirs), pageBytes(page) >>> 3);
        }
        return apart.build();
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
        int place = places[page(address)];
        return chunk(place)[word(place, address)];
    }

    @Override
    public void putLong(long address, long value) {
        int place = writable(page(address));
        chunk(place)[word(place, address)] = value;
    }

    @Override
    public long getLongAcquire(long address) {
        int place = (int) PLACE.getAcquire(places, page(address));
        return (long) WORD.getAcquire(chunk(place), word(place, address));
    }

    @Override
    public void putLongRelease(long address, long value) {
        int place = writable(page(address));
        WORD.setRelease(chunk(place), word(place, address), value);
    }

    @Override
    public boolean compareAndSetLong(long address, long expected, long value) {
        int place = writable(page(address));
        return WORD.compareAndSet(chunk(place), word(place, address), expected, value);
    }

    @Override
    public long getAndAddLong(long address, long delta) {
        int place = writable(page(address));
        return (long) WORD.getAndAdd(chunk(place), word(place, address), delta);
    }

    @Override
    public void read(long address, byte[] target, int offset, int lengthBytes) {
        check(address, lengthBytes);
        long at = address;
        int to = offset;
        int end = offset + lengthBytes;
        while (to < end) {
            int place = places[(int) (at >>> PAGE_SHIFT)];
            long[] chunk = chunk(place);
            int inPage = (int) at & PAGE_MASK;
            int from = (first(place) << 3) + inPage;
            int pageEnd = (int) Math.min(end, (long) to + PAGE_MASK + 1 - inPage);
            at += pageEnd - to;
            for (; to < pageEnd && (from & 7) != 0; to++, from++) {
                target[to] = byteOf(chunk, from);
            }
            for (; pageEnd - to >= Long.BYTES; to += Long.BYTES, from += Long.BYTES) {
                Bytes.putLong(target, to, chunk[from >>> 3]);
            }
            for (; to < pageEnd; to++, from++) {
                target[to] = byteOf(chunk, from);
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
            int place = writable((int) (at >>> PAGE_SHIFT));
            long[] chunk = chunk(place);
            int inPage = (int) at & PAGE_MASK;
            int to = (first(place) << 3) + inPage;
            int pageEnd = (int) Math.min(end, (long) from + PAGE_MASK + 1 - inPage);
            at += pageEnd - from;
            for (; from < pageEnd && (to & 7) != 0; from++, to++) {
                putByte(chunk, to, source[from]);
            }
            for (; pageEnd - from >= Long.BYTES; from += Long.BYTES, to += Long.BYTES) {
                chunk[to >>> 3] = Bytes.getLong(source, from);
            }
            for (; from < pageEnd; from++, to++) {
                putByte(chunk, to, source[from]);
            }
        }
    }

    private static byte byteOf(long[] words, int at) {
        return (byte) (words[at >>> 3] >>> ((at & 7) << 3));
    }

    private static void putByte(long[] words, int at, byte value) {
        int shift = (at & 7) << 3;
        words[at >>> 3] = (words[at >>> 3] & ~(0xffL << shift)) | ((value & 0xffL) << shift);
    }

    /** A page that is shared with the image was not written. */
    @Override
    public long nextWritten(long from) {
        for (int page = (int) (from >>> PAGE_SHIFT); page < places.length; page++) {
            if (!isShared(places[page])) {
                return Math.max(from, (long) page << PAGE_SHIFT);
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

    private long[] chunk(int place) {
        return chunks[place >>> CHUNK_SHIFT];
    }

    /** A page's first word in its chunk. */
    private static int first(int place) {
        return (place & CHUNK_MASK) << WORDS_SHIFT;
    }

    private static int word(int place, long address) {
        return first(place) + (((int) address & PAGE_MASK) >>> 3);
    }

    private boolean isShared(int place) {
        return place >>> CHUNK_SHIFT < sharedChunks;
    }

    private int pageBytes(int page) {
        return (int) Math.min(PAGE_MASK + 1, sizeBytes - ((long) page << PAGE_SHIFT));
    }

    private void check(long address, int lengthBytes) {
        if (address < 0 || lengthBytes < 0 || address + lengthBytes > sizeBytes) {
            throw new IndexOutOfBoundsException(
                    lengthBytes + " B at " + address + " of region " + name + " of " + sizeBytes + " B");
        }
    }

    /** Where a page is, for who writes it. */
    private int writable(int page) {
        int place = places[page];
        return isShared(place) ? take(page) : place;
    }

    private int take(int page) {
        PluginWatch.beat();
        return copy(page, this, this);
    }

    /** Gives a region a page of its own that begins as another region's, unless it has one by now. */
    private static int copy(int page, PagedRegion from, PagedRegion to) {
        synchronized (to) {
            int present = to.places[page];
            if (!to.isShared(present)) {
                return present;
            }
            int bytes = to.pageBytes(page);
            to.taken.accept(bytes);
            int source = from.places[page];
            int place = to.newPage();
            System.arraycopy(from.chunk(source), first(source), to.chunk(place), first(place), bytes >>> 3);
            PLACE.setRelease(to.places, page, place);
            return place;
        }
    }

    private int newPage() {
        int perChunk = chunkPages(places.length);
        int number = ownPages / perChunk;
        int chunk = sharedChunks + number;
        int slot = ownPages % perChunk;
        if (slot == 0) {
            long words = Math.min(perChunk, places.length - number * perChunk) * (long) PAGE_WORDS;
            chunks[chunk] = new long[(int) Math.min(words, sizeBytes >>> 3)];
        }
        ownPages++;
        return chunk << CHUNK_SHIFT | slot;
    }

    /** How many pages a chunk of a region has: fewer in small ones, so that little is left over. */
    private static int chunkPages(int pages) {
        return Math.min(CHUNK_PAGES, Integer.highestOneBit(Math.max(1, pages / LEAST_CHUNKS)));
    }

    private int chunksFor(int pages) {
        int perChunk = chunkPages(places.length);
        return (pages + perChunk - 1) / perChunk;
    }

    /** What regions start as: places of pages, and the first of some chunks. */
    private record FrozenImage(long sizeBytes, Layout layout, int[] places, long[][] all, int chunks) implements Image {
        static FrozenImage zeros(long sizeBytes, Layout layout) {
            if (sizeBytes < 0 || (sizeBytes & 7) != 0) {
                throw new IllegalArgumentException("a region's size is a multiple of 8, not " + sizeBytes);
            }
            int pages = Math.toIntExact((sizeBytes + PAGE_MASK) >>> PAGE_SHIFT);
            return new FrozenImage(sizeBytes, layout, new int[pages], new long[][] {ZEROS}, 1);
        }
    }
}
