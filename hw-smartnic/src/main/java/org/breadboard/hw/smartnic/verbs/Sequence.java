// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.verbs;

import org.breadboard.api.runtime.Message;

/** Puts numbered messages in order and keeps out what comes again. Numbers wrap around. One thread at a time. */
final class Sequence {
    private final int window;
    /** As many as a power of two, so that numbers on either side of the wrap have places of their own. */
    private final Message[] early;

    private int next;

    /** At most so many numbers are underway at one time, of which {@code first} is the first. */
    Sequence(int window, int first) {
        this.window = window;
        early = new Message[window == 1 ? 1 : Integer.highestOneBit(window - 1) << 1];
        next = first;
    }

    /** Keeps a message until its turn; false if one with this number was here before. */
    boolean put(int number, Message message) {
        int slot = slot(number);
        if (number - next < 0 || number - next >= window || early[slot] != null) {
            return false;
        }
        early[slot] = message;
        return true;
    }

    /** The message whose turn it is, or null. */
    Message poll() {
        int slot = slot(next);
        Message message = early[slot];
        if (message != null) {
            early[slot] = null;
            next++;
        }
        return message;
    }

    private int slot(int number) {
        return number & early.length - 1;
    }
}
