// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Message;

/** Messages that wait for the transmit phase, first in, first out. */
final class Outbox {
    private Message[] messages = new Message[64];
    private int head;
    private int count;

    void add(Message message) {
        if (count == messages.length) {
            grow();
        }
        messages[(head + count) & (messages.length - 1)] = message;
        count++;
    }

    boolean isEmpty() {
        return count == 0;
    }

    Message first() {
        return messages[head];
    }

    void removeFirst() {
        messages[head] = null;
        head = (head + 1) & (messages.length - 1);
        count--;
    }

    private void grow() {
        Message[] larger = new Message[messages.length * 2];
        for (int i = 0; i < count; i++) {
            larger[i] = messages[(head + i) & (messages.length - 1)];
        }
        messages = larger;
        head = 0;
    }
}
