// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.spi.RuntimeAccess;

/**
 * The free messages of one thread: per size two magazines, of which only one is ever partly full, so that a thread that
 * takes and gives in turn goes to the depot at most once in a magazine's worth of calls.
 */
public final class MessagePool {
    private static final RuntimeAccess ACCESS = RuntimeAccess.get();

    private final MessageDepot depot;
    private final Shelf[] shelves = new Shelf[MessageDepot.SIZES.length];
    private long taken;
    private long given;

    /** An empty pool that swaps with others through {@code depot}. */
    public MessagePool(MessageDepot depot) {
        this.depot = depot;
        for (int i = 0; i < shelves.length; i++) {
            shelves[i] = new Shelf(i);
        }
    }

    /** An empty message that can carry at least {@code capacityBytes}. */
    public Message take(int capacityBytes) {
        taken++;
        for (Shelf shelf : shelves) {
            if (capacityBytes <= shelf.messageBytes) {
                return shelf.take();
            }
        }
        return ACCESS.message(capacityBytes);
    }

    /** Takes a message back. */
    public void give(Message message) {
        given++;
        ACCESS.giveBack(message);
        int capacityBytes = message.capacityBytes();
        for (Shelf shelf : shelves) {
            if (capacityBytes == shelf.messageBytes) {
                shelf.give(message);
                return;
            }
        }
    }

    /** Taken here less given back here; only the sum over all pools means something. */
    public long out() {
        return taken - given;
    }

    private final class Shelf {
        private final int size;
        private final int messageBytes;
        private Message[] loaded = new Message[MessageDepot.MAGAZINE];
        private Message[] spare = new Message[MessageDepot.MAGAZINE];
        private int count;
        private boolean spareFull;

        Shelf(int size) {
            this.size = size;
            this.messageBytes = MessageDepot.SIZES[size];
        }

        Message take() {
            if (count == 0 && !refill()) {
                return ACCESS.message(messageBytes);
            }
            Message message = loaded[--count];
            ACCESS.issue(message);
            return message;
        }

        private boolean refill() {
            if (spareFull) {
                exchange();
                spareFull = false;
            } else {
                Message[] full = depot.swapForFull(size, loaded);
                if (full == null) {
                    return false;
                }
                loaded = full;
            }
            count = loaded.length;
            return true;
        }

        void give(Message message) {
            if (count == loaded.length) {
                makeRoom();
            }
            loaded[count++] = message;
        }

        private void makeRoom() {
            if (spareFull) {
                spare = depot.swapForEmpty(size, spare);
            }
            exchange();
            spareFull = true;
            count = 0;
        }

        private void exchange() {
            Message[] other = loaded;
            loaded = spare;
            spare = other;
        }
    }
}
