// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.dma;

import java.util.function.Consumer;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Carrier;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;

/**
 * A vector of reads or of writes; its first element is the message that travels for all. One thread, which is its
 * core's.
 */
final class DmaVector implements Carrier, MessageReader {
    final DmaQueue queue;
    final Message[] elements;
    final long[] addresses;
    /** Up to where each element is copied at the first of the two instants. */
    final int[] cuts;

    private final Region[] hosts;
    int count;
    boolean write;

    DmaVector(DmaQueue queue, int slots) {
        this.queue = queue;
        elements = new Message[slots];
        addresses = new long[slots];
        cuts = new int[slots];
        hosts = new Region[slots];
    }

    @Override
    public void carried(Message carrying, Message scratch, Consumer<Message> visitor) {
        for (int i = 0; i < count; i++) {
            visitor.accept(elements[i]);
        }
    }

    @Override
    public Reading read(Message message) {
        return new Reading(Reading.UNNAMED, (write ? "DMA write of " : "DMA read of ") + message.lengthBytes() + " B");
    }

    boolean add(Message element, Region host, long address) {
        if (count == elements.length) {
            return false;
        }
        elements[count] = element;
        addresses[count] = address;
        hosts[count++] = host;
        return true;
    }

    int lengthBytes() {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += elements[i].lengthBytes();
        }
        return sum;
    }

    void copy(int index, int from, int to) {
        if (from == to) {
            return;
        }
        byte[] bytes = elements[index].bytes();
        if (write) {
            hosts[index].write(addresses[index] + from, bytes, from, to - from);
        } else {
            hosts[index].read(addresses[index] + from, bytes, from, to - from);
        }
    }
}
