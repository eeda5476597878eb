// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.store;

import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Region;
import org.breadboard.kit.table.LookupCursor;

/**
 * A lookup in a Robin Hood table. It is sure of itself or follows a hint.
 *
 * <p><b>With a hint</b> (Xenic 4.1.3) it asks for the slots from the key's home to {@code d + k} behind it, then for
 * the rest up to the limit, then for the overflow buckets, if it was told of one. If all that shows nothing, it begins
 * again without a hint.
 *
 * <p><b>Without</b>, it asks for the segment's words, for the slots up to the limit, for the overflow buckets, and for
 * the words again. If the moves word has changed meanwhile, a deletion may have hidden the key, and it looks again. So
 * {@link State#ABSENT} is never an error about a key that was there all the time, and takes one fetch more than the
 * data; a lookup that finds its key asks for the words once.
 *
 * <p>A copy of the wanted key's slot that is torn is asked for again. All of it counts as fetches and objects.
 */
public final class RobinHoodCursor extends LookupCursor implements RemoteCursor {
    /**
     * Slots of one fetch in a table without a limit when no hint says how many (assumed; Xenic's hints are enough
     * there).
     */
    static final int CHUNK_SLOTS = 24;

    private enum Phase {
        HINTED,
        HINTED_CHAIN,
        WORDS,
        TABLE,
        CHAIN,
        WORDS_AGAIN
    }

    private final RobinHoodStore store;
    private final int slotBytes;
    private long home;
    private long segmentAddress;
    private Phase phase = Phase.WORDS;
    private long overflowAddress;
    private long firstBucket;
    private long moves;
    private long position;
    private int needSlots;
    private int hops;
    private int objects;
    private long version;
    private int foundOffset;
    private int objectsToFound;
    private int displacement;
    private long absentVersion;

    RobinHoodCursor(RobinHoodStore store) {
        this.store = store;
        slotBytes = store.slotBytes();
    }

    @Override
    public State find(long wanted) {
        start(wanted);
        return words(Phase.WORDS);
    }

    /**
     * Begins a lookup with what a NIC knows of the key's segment.
     *
     * @param knownDisplacement d, the highest displacement that is known of the segment's keys
     * @param slackSlots k, how many slots beyond that are read as well
     * @param overflowBucket where the segment's first overflow bucket begins, or 0 if none is known
     */
    public State find(long wanted, int knownDisplacement, int slackSlots, long overflowBucket) {
        start(wanted);
        phase = Phase.HINTED;
        overflowAddress = overflowBucket;
        firstBucket = overflowBucket;
        return range(home, Math.min(store.limit(), knownDisplacement + slackSlots + 1));
    }

    private void start(long wanted) {
        begin(wanted);
        home = store.homeOf(wanted);
        segmentAddress = store.segmentAddress(store.segmentOfHome(home));
        hops = 0;
        firstBucket = 0;
        objects = 0;
    }

    @Override
    public State give(byte[] bytes, int offset) {
        return switch (phase) {
            case WORDS -> look(bytes, offset);
            case WORDS_AGAIN -> lookAgain(bytes, offset);
            case HINTED, TABLE -> giveSlots(bytes, offset);
            case HINTED_CHAIN, CHAIN -> giveBucket(bytes, offset);
        };
    }

    private State lookAgain(byte[] bytes, int offset) {
        if (Bytes.getLong(bytes, offset + RobinHoodStore.MOVES) != moves) {
            return look(bytes, offset);
        }
        absentVersion = Bytes.getLong(bytes, offset);
        return State.ABSENT;
    }

    private State look(byte[] bytes, int offset) {
        moves = Bytes.getLong(bytes, offset + RobinHoodStore.MOVES);
        overflowAddress = store.overflow.bucket(Bytes.getLong(bytes, offset + RobinHoodStore.LINK));
        firstBucket = overflowAddress;
        phase = Phase.TABLE;
        hops = 0;
        return range(home, rest(home));
    }

    private State giveSlots(byte[] bytes, int offset) {
        int at = offset;
        for (int i = 0; i < needSlots; i++, at += slotBytes) {
            if (!Slots.taken(Bytes.getLong(bytes, at))) {
                return chain();
            }
            long resident = Bytes.getLong(bytes, at + Slots.KEY);
            if (resident == key()) {
                return matched(bytes, offset, at, i);
            }
            if (store.isBehind(resident, home)) {
                return chain();
            }
        }
        long next = position + needSlots;
        return next < home + store.limit() ? range(next, rest(next)) : chain();
    }

    private State giveBucket(byte[] bytes, int offset) {
        int at = offset + Chains.SLOTS;
        for (int i = 0; i < needSlots; i++, at += slotBytes) {
            if (Slots.taken(Bytes.getLong(bytes, at)) && Bytes.getLong(bytes, at + Slots.KEY) == key()) {
                return matched(bytes, offset, at, i);
            }
        }
        overflowAddress = store.overflow.bucket(Bytes.getLong(bytes, offset));
        return chain();
    }

    private State matched(byte[] bytes, int offset, int at, int index) {
        if (!store.slots.whole(bytes, at)) {
            return fetch(needAddress(), needSlots, needBytes());
        }
        long slot = needAddress() + at - offset;
        version = Slots.version(Bytes.getLong(bytes, at));
        foundOffset = at - offset;
        boolean inTable = phase == Phase.HINTED || phase == Phase.TABLE;
        displacement = inTable ? (int) (position + index - home) : store.limit();
        objectsToFound = objects - needSlots + index + 1;
        return found(store.slot(slot, Bytes.getLong(bytes, at + Slots.VALUE)) + Slots.VALUE);
    }

    /** The next overflow bucket, or what comes when there is none. */
    private State chain() {
        boolean hinted = phase == Phase.HINTED || phase == Phase.HINTED_CHAIN;
        if (overflowAddress == 0 || hops++ > store.overflow.pool().pieces()) {
            return words(hinted ? Phase.WORDS : Phase.WORDS_AGAIN);
        }
        phase = hinted ? Phase.HINTED_CHAIN : Phase.CHAIN;
        return fetch(overflowAddress, store.overflow.bucketSlots(), store.overflow.bucketBytes());
    }

    private int rest(long from) {
        long slots = home + store.limit() - from;
        return (int) (store.limited() ? slots : Math.min(slots, CHUNK_SLOTS));
    }

    private State words(Phase next) {
        phase = next;
        return fetch(segmentAddress, 0, RobinHoodStore.SEGMENT_BYTES);
    }

    private State range(long from, int slots) {
        position = from;
        return fetch(store.slotAddress(from), slots, slots * slotBytes);
    }

    private State fetch(long address, int slots, int lengthBytes) {
        needSlots = slots;
        objects += slots;
        return need(address, lengthBytes);
    }

    /** Looks the key up with the CPU's own loads, wherever the lookup stands, by the same rules as with bytes. */
    @Override
    public State load(Region region) {
        while (true) {
            long before = region.getLongAcquire(segmentAddress + RobinHoodStore.MOVES);
            long slot = loadTable(region);
            if (slot == RobinHoodStore.NOWHERE) {
                slot = loadChain(region);
            }
            if (slot == RobinHoodStore.NOWHERE) {
                region.loadFence();
                if (region.getLong(segmentAddress + RobinHoodStore.MOVES) == before) {
                    absentVersion = region.getLongAcquire(segmentAddress);
                    return State.ABSENT;
                }
            } else if (confirm(region, slot)) {
                return State.FOUND;
            }
        }
    }

    /**
     * After {@link State#FOUND} by loads: copies the value. False if the writer has touched the record's place
     * meanwhile; then the lookup must begin again. {@link #version} is then that of the copy.
     */
    public boolean copyValue(Region region, byte[] target, int offset) {
        long slot = blockAddress();
        long header = region.getLongAcquire(slot);
        boolean right = Slots.taken(header) && region.getLong(slot + Slots.KEY) == key();
        region.read(valueAddress(), target, offset, store.valueBytes());
        version = Slots.version(header);
        return right && store.values.unchanged(region, slot, header);
    }

    private long loadTable(Region region) {
        long slot = store.slotAddress(home);
        for (int i = store.limit(); i > 0; i--, slot += slotBytes) {
            if (!Slots.taken(region.getLongAcquire(slot))) {
                break;
            }
            long resident = region.getLongAcquire(slot + Slots.KEY);
            if (resident == key()) {
                return slot;
            }
            if (store.isBehind(resident, home)) {
                break;
            }
        }
        return RobinHoodStore.NOWHERE;
    }

    private long loadChain(Region region) {
        long link = region.getLongAcquire(segmentAddress + RobinHoodStore.LINK);
        for (int hops = store.overflow.pool().pieces(); link > 0 && hops > 0; hops--) {
            long bucket = store.overflow.bucket(link);
            for (int i = 0; i < store.overflow.bucketSlots(); i++) {
                long slot = store.overflow.slot(bucket, i);
                if (Slots.taken(region.getLongAcquire(slot)) && region.getLongAcquire(slot + Slots.KEY) == key()) {
                    return slot;
                }
            }
            link = region.getLongAcquire(bucket);
        }
        return RobinHoodStore.NOWHERE;
    }

    /** Takes what the slot says, if it is whole and still of this key. */
    private boolean confirm(Region region, long slot) {
        long header = region.getLongAcquire(slot);
        boolean right = Slots.taken(header) && region.getLong(slot + Slots.KEY) == key();
        found(store.valueAddressOf(region, slot));
        version = Slots.version(header);
        return right && store.slots.unchanged(region, slot, header);
    }

    @Override
    public long headerAddress() {
        return segmentAddress;
    }

    /** The record's version as its slot gave it; of a value out of line, the block has it: {@link #blockVersion}. */
    public long version() {
        return version;
    }

    /** After {@link State#FOUND} by bytes: how far from its home the key stands; the store's limit if in a bucket. */
    public int displacement() {
        return displacement;
    }

    /** The first overflow bucket of the key's segment, as far as this lookup has met it, or 0. */
    public long overflowBucket() {
        return firstBucket;
    }

    /** After {@link State#ABSENT}: the highest version that any record of the segment had when it was deleted. */
    public long absentVersion() {
        return absentVersion;
    }

    /**
     * After {@link State#FOUND} by bytes: how far behind the beginning of the bytes the value stands, if it is inline.
     */
    public int valueOffset() {
        return foundOffset + Slots.VALUE;
    }

    /** Where the block of a value out of line begins, which is read in one piece. */
    public long blockAddress() {
        return valueAddress() - Slots.VALUE;
    }

    /** Bytes of the block of a value out of line. */
    public int blockBytes() {
        return store.values.slotBytes();
    }

    /**
     * The version of a block that was read from {@link #blockAddress()} to {@code offset} of {@code bytes}, or -1 if
     * the copy is torn, or the block has become another key's: then the lookup must begin again. The value stands 16 B
     * behind {@code offset}.
     */
    public long blockVersion(byte[] bytes, int offset) {
        long header = Bytes.getLong(bytes, offset);
        boolean right = Slots.taken(header)
                && Bytes.getLong(bytes, offset + Slots.KEY) == key()
                && store.values.whole(bytes, offset);
        return right ? Slots.version(header) : -1;
    }

    @Override
    public int objects() {
        return objects;
    }

    @Override
    public int objectsToFound() {
        return objectsToFound;
    }
}
