// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.verbs;

import org.breadboard.api.runtime.Message;

/** Puts numbered messages in order and keeps out what comes again. One thread at a time. */
final class Sequence {
    private final Message[] early;
    private int next;

    /** At most so many numbers are underway at one time. */
    Sequence(int window) {
        early = new Message[window];
    }

    /** Keeps a message until its turn; false if one with this number was here before. */
    boolean put(int number, Message message) {
        int slot = Integer.remainderUnsigned(number, early.length);
        if (number - next < 0 || number - next >= early.length || early[slot] != null) {
            return false;
        }
        early[slot] = message;
        return true;
    }

    /** The message whose turn it is, or null. */
    Message poll() {
        int slot = Integer.remainderUnsigned(next, early.length);
        Message message = early[slot];
        if (message != null) {
            early[slot] = null;
            next++;
        }
        return message;
    }
}
