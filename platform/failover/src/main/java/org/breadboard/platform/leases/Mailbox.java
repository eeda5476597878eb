// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/** Letters to one machine, which all others write. What it has no room for is lost. */
final class Mailbox {
    private static final int ROOM = 512;

    private final Queue<Envelope> letters = new ArrayBlockingQueue<>(ROOM);

    private record Envelope(Letter letter, int from, int epoch, long number, long sinceNs) {}

    /** Takes letters out. */
    @FunctionalInterface
    interface Reader {
        void receive(Letter letter, int from, int epoch, long number, long sinceNs);
    }

    /** Puts a letter in. Any thread. */
    void put(Letter letter, int from, int epoch, long number, long sinceNs) {
        letters.offer(new Envelope(letter, from, epoch, number, sinceNs));
    }

    /** Takes out what is there. The machine's thread. */
    void drain(Reader reader) {
        for (Envelope next; (next = letters.poll()) != null; ) {
            reader.receive(next.letter, next.from, next.epoch, next.number, next.sinceNs);
        }
    }
}
