// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.occ;

import java.util.Arrays;
import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/**
 * The one-sided verbs that a task has under way, over one queue pair to each node. Each is about an item; those to one
 * node complete in the order in which they were posted. If a queue has no room, nothing happens. One stage's thread.
 */
public final class VerbWindow {
    private final QueuePair[] queuePairs;
    private final boolean[] rung;

    // In the order of posting: their nodes, and their items.
    private int[] nodes = new int[16];
    private int[] items = new int[16];
    private int count;

    /** Uses these queue pairs, each at the number of its node. Other tasks may use them, too. */
    public VerbWindow(QueuePair[] queuePairs) {
        this.queuePairs = queuePairs;
        rung = new boolean[queuePairs.length];
    }

    /** The queue pair to a node. */
    public QueuePair to(int node) {
        return queuePairs[node];
    }

    /** How many verbs are awaited. */
    public int underWay() {
        return count;
    }

    /**
     * A verb was posted that will complete at this task.
     *
     * @param room the queue pair's answer; nothing happens if it is false
     * @return the same
     */
    public boolean awaits(int node, int item, boolean room) {
        if (!room) {
            return false;
        }
        if (count == nodes.length) {
            nodes = Arrays.copyOf(nodes, count * 2);
            items = Arrays.copyOf(items, count * 2);
        }
        nodes[count] = node;
        items[count++] = item;
        rung[node] = true;
        return true;
    }

    /**
     * A write was posted whose completion this task does not get.
     *
     * @param message its payload, which is released if there was no room
     * @param room the queue pair's answer
     * @return the same
     */
    public boolean sends(Step step, int node, Message message, boolean room) {
        if (room) {
            rung[node] = true;
        } else {
            step.release(message);
        }
        return room;
    }

    /** Tells the NIC of what was posted: a doorbell for each queue pair that was used. */
    public void ringDoorbells(Step step) {
        for (int node = 0; node < rung.length; node++) {
            if (rung[node]) {
                rung[node] = false;
                queuePairs[node].doorbell(step);
            }
        }
    }

    /**
     * A verb is complete: the first of those under way to its node. Charges for the poll.
     *
     * @return its item
     * @throws IllegalStateException if none is under way to that node
     */
    public int completed(Step step, Message message) {
        int node = message.sourceNode();
        queuePairs[node].polled(step, message);
        for (int i = 0; i < count; i++) {
            if (nodes[i] == node) {
                int item = items[i];
                count--;
                System.arraycopy(nodes, i + 1, nodes, i, count - i);
                System.arraycopy(items, i + 1, items, i, count - i);
                return item;
            }
        }
        throw new IllegalStateException("a verb completes at node " + node + " that this task has not posted");
    }
}
