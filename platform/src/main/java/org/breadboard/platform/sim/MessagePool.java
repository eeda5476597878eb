package org.breadboard.platform.sim;

import java.util.Arrays;
import org.breadboard.api.runtime.Message;

/** Messages to be used again, in four sizes. One thread. */
final class MessagePool {
    private static final int[] SIZES = {128, 512, 1536, 4352};

    private final Message[][] free = new Message[SIZES.length][64];
    private final int[] counts = new int[SIZES.length];
    private long out;

    Message take(int capacityBytes) {
        out++;
        for (int i = 0; i < SIZES.length; i++) {
            if (capacityBytes <= SIZES[i]) {
                if (counts[i] == 0) {
                    return new Message(SIZES[i]);
                }
                Message message = free[i][--counts[i]];
                message.issue();
                return message;
            }
        }
        return new Message(capacityBytes);
    }

    void give(Message message) {
        out--;
        message.giveBack();
        for (int i = 0; i < SIZES.length; i++) {
            if (message.capacityBytes() == SIZES[i]) {
                if (counts[i] == free[i].length) {
                    free[i] = Arrays.copyOf(free[i], counts[i] * 2);
                }
                free[i][counts[i]++] = message;
                return;
            }
        }
    }

    /** How many messages are taken and not given back. */
    long out() {
        return out;
    }
}
