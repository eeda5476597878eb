// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import java.util.Arrays;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;

/**
 * Orders what happens: a heap of the heads of many queues, each already in time order. The order is (time, source,
 * order in the source), so it does not depend on anything but what was scheduled. A queue that is not empty costs the
 * heap nothing when it grows.
 *
 * <p>A head is one long, the time above the source's rank, so that comparing heads is comparing longs. Times reach 39
 * hours.
 */
public final class Scheduler {
    /** Answer of {@link #nextSource()} when nothing is scheduled. */
    public static final int NONE = -1;

    private static final int RANK_BITS = 16;
    private static final int RANK_MASK = (1 << RANK_BITS) - 1;
    private static final int FIRST_SOURCES = 64;
    private static final int FIRST_SLOTS = 4;

    private long[] heap = new long[FIRST_SOURCES];
    private int size;
    private long[][] times = new long[FIRST_SOURCES][];
    private Hop[][] hops = new Hop[FIRST_SOURCES][];
    private Message[][] messages = new Message[FIRST_SOURCES][];
    private Hop takenHop;
    private Message takenMessage;
    private int[] heads = new int[FIRST_SOURCES];
    private int[] counts = new int[FIRST_SOURCES];
    private int sources;
    private int[] sourceOfRank;
    private int[] rankOfSource;

    /** An empty scheduler. */
    public Scheduler() {}

    /** Adds a source and returns its number; at most 65,536. */
    public int addSource() {
        if (sources == 1 << RANK_BITS) {
            throw new IllegalStateException("more than " + (1 << RANK_BITS) + " stages and resources");
        }
        if (sources == times.length) {
            times = Arrays.copyOf(times, sources * 2);
            hops = Arrays.copyOf(hops, sources * 2);
            messages = Arrays.copyOf(messages, sources * 2);
            heads = Arrays.copyOf(heads, sources * 2);
            counts = Arrays.copyOf(counts, sources * 2);
            heap = Arrays.copyOf(heap, sources * 2);
        }
        times[sources] = new long[FIRST_SLOTS];
        hops[sources] = new Hop[FIRST_SLOTS];
        messages[sources] = new Message[FIRST_SLOTS];
        if (sourceOfRank != null) {
            sourceOfRank = Arrays.copyOf(sourceOfRank, sources + 1);
            rankOfSource = Arrays.copyOf(rankOfSource, sources + 1);
            sourceOfRank[sources] = sources;
            rankOfSource[sources] = sources;
        }
        return sources++;
    }

    /** How many sources there are. */
    public int sources() {
        return sources;
    }

    /** Orders simultaneous events by {@code rank[source]}, a permutation, instead of by source. Only while empty. */
    public void rank(int[] rank) {
        if (size != 0) {
            throw new IllegalStateException("ranks change only while nothing is scheduled");
        }
        rankOfSource = rank.clone();
        sourceOfRank = new int[rank.length];
        for (int source = 0; source < rank.length; source++) {
            sourceOfRank[rank[source]] = source;
        }
    }

    /**
     * Schedules one more event of a source, not before its last one; hop and message are handed back by {@link #take}.
     */
    public void schedule(int source, long timeNs, Hop hop, Message message) {
        int count = counts[source];
        long[] queue = times[source];
        if (count == queue.length) {
            queue = grow(source);
        }
        int slot = (heads[source] + count) & (queue.length - 1);
        queue[slot] = timeNs;
        hops[source][slot] = hop;
        messages[source][slot] = message;
        counts[source] = count + 1;
        if (count == 0) {
            push(key(source, timeNs));
        }
    }

    /** Forgets all events of a source, and their messages. */
    public void forget(int source) {
        int rank = rankOfSource == null ? source : rankOfSource[source];
        int before = size;
        size = 0;
        for (int at = 0; at < before; at++) {
            long key = heap[at];
            if (((int) key & RANK_MASK) != rank) {
                push(key);
            }
        }
        counts[source] = 0;
        Arrays.fill(messages[source], null);
    }

    /** How many events of a source are scheduled. */
    public int pending(int source) {
        return counts[source];
    }

    /** The source of the next event, or {@link #NONE}. */
    public int nextSource() {
        if (size == 0) {
            return NONE;
        }
        int rank = (int) heap[0] & RANK_MASK;
        return sourceOfRank == null ? rank : sourceOfRank[rank];
    }

    /** The time of the next event; only if there is one. */
    public long nextTimeNs() {
        return heap[0] >>> RANK_BITS;
    }

    /**
     * Takes the next event, which {@link #nextSource} named; {@link #hop} and {@link #message} then tell what it was.
     */
    public void take(int source) {
        long[] queue = times[source];
        int slot = heads[source];
        int next = (slot + 1) & (queue.length - 1);
        heads[source] = next;
        takenHop = hops[source][slot];
        takenMessage = messages[source][slot];
        messages[source][slot] = null;
        if (--counts[source] == 0) {
            long last = heap[--size];
            if (size > 0) {
                siftDown(last);
            }
        } else {
            siftDown(key(source, queue[next]));
        }
    }

    /** The hop of the event that was taken last, or null. */
    public Hop hop() {
        return takenHop;
    }

    /** The message of the event that was taken last, or null. */
    public Message message() {
        return takenMessage;
    }

    private long key(int source, long timeNs) {
        return timeNs << RANK_BITS | (rankOfSource == null ? source : rankOfSource[source]);
    }

    private long[] grow(int source) {
        int slots = times[source].length;
        long[] moreTimes = new long[slots * 2];
        Hop[] moreHops = new Hop[slots * 2];
        Message[] moreMessages = new Message[slots * 2];
        for (int i = 0; i < slots; i++) {
            int from = (heads[source] + i) & (slots - 1);
            moreTimes[i] = times[source][from];
            moreHops[i] = hops[source][from];
            moreMessages[i] = messages[source][from];
        }
        heads[source] = 0;
        times[source] = moreTimes;
        hops[source] = moreHops;
        messages[source] = moreMessages;
        return moreTimes;
    }

    private void push(long key) {
        int at = size++;
        while (at > 0) {
            int parent = (at - 1) >>> 2;
            if (heap[parent] <= key) {
                break;
            }
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = key;
    }

    private void siftDown(long key) {
        long[] h = heap;
        int n = size;
        int at = 0;
        while (true) {
            int child = (at << 2) + 1;
            if (child >= n) {
                break;
            }
            int least = child;
            long leastKey = h[child];
            int end = Math.min(child + 4, n);
            for (int c = child + 1; c < end; c++) {
                if (h[c] < leastKey) {
                    leastKey = h[c];
                    least = c;
                }
            }
            if (leastKey >= key) {
                break;
            }
            h[at] = leastKey;
            at = least;
        }
        h[at] = key;
    }
}
