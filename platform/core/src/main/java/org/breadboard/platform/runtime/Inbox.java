// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Task;

/**
 * The ring of one stage: what has arrived. One thread fills and empties it, the simulator's or the stage's own live
 * one, so it needs no barrier and no library's; what comes from other threads has crossed over to this one before.
 *
 * <p>What it has room for is fixed, and reserved while the node is built. Its arrays are only as long as what has ever
 * waited in it at a time: a stage reserves for the worst, of which a run sees a small part, and a ring that is turned
 * round in a few cache lines finds them in the cache.
 */
public final class Inbox {
    private static final int FIRST_SLOTS = 16;
    private static final int KIND_BITS = 2;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    private final int slots;
    private Message[] messages;
    private Task[] tasks;
    /** The attempt, above the kind. */
    private long[] words;

    private int mask;
    private int head;
    private int count;

    /** A ring with room for at least {@code reservedSlots}. */
    public Inbox(int reservedSlots) {
        slots = Integer.highestOneBit(Math.max(1, reservedSlots - 1)) << 1;
        int length = Math.min(slots, FIRST_SLOTS);
        messages = new Message[length];
        tasks = new Task[length];
        words = new long[length];
        mask = length - 1;
    }

    /** How much it has room for. */
    public int slots() {
        return slots;
    }

    /** Adds an arrival; false if the ring is full. {@code kind} is one of {@link Arrival}'s. */
    public boolean offer(int kind, Message message, Task task, long attempt) {
        if (count > mask && !grow()) {
            return false;
        }
        int slot = (head + count++) & mask;
        messages[slot] = message;
        tasks[slot] = task;
        words[slot] = attempt << KIND_BITS | kind;
        return true;
    }

    private boolean grow() {
        if (count == slots) {
            return false;
        }
        // All of its slots are taken: those from the head on come first, then those before it.
        messages = Arrays.copyOf(rotated(messages, messages.clone()), count * 2);
        tasks = Arrays.copyOf(rotated(tasks, tasks.clone()), count * 2);
        long[] more = new long[count * 2];
        System.arraycopy(words, head, more, 0, count - head);
        System.arraycopy(words, 0, more, count - head, head);
        words = more;
        head = 0;
        mask = count * 2 - 1;
        return true;
    }

    private <T> T[] rotated(T[] from, T[] into) {
        System.arraycopy(from, head, into, 0, count - head);
        System.arraycopy(from, 0, into, count - head, head);
        return into;
    }

    /** How many arrivals can be read now. */
    public int available() {
        return count;
    }

    // The first arrival, which available() counted.

    /** What it is: one of {@link Arrival}'s. */
    public int kind() {
        return (int) words[head] & KIND_MASK;
    }

    /** What came, or null. */
    public Message message() {
        return messages[head];
    }

    /** The task that it is for, or null. */
    public Task task() {
        return tasks[head];
    }

    /** The attempt of a task that it is for, or 0. */
    public long attempt() {
        return words[head] >> KIND_BITS;
    }

    /** Forgets it and lets its slot be used again. */
    public void free() {
        messages[head] = null;
        tasks[head] = null;
        head = (head + 1) & mask;
        count--;
    }
}
