// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;

/**
 * What one agent sends to others, in order, with a few messages at a time on their way to each: more wait here until
 * one of them is acknowledged. So no ring overflows. The agent's stage only.
 */
final class RecoveryLinks {
    /** The kind of an acknowledgement. */
    static final int ACKNOWLEDGEMENT = 0;

    private static final int MOST_UNDER_WAY = 8;

    private final Recovery recovery;
    private final List<ArrayDeque<Message>> waiting = new ArrayList<>();
    private final int[] underWay;

    RecoveryLinks(Recovery recovery, int nodes) {
        this.recovery = recovery;
        for (int node = 0; node < nodes; node++) {
            waiting.add(new ArrayDeque<>());
        }
        underWay = new int[nodes];
    }

    /** A stage at which messages of all nodes, and their acknowledgements, arrive, on the thread of an affinity. */
    Stage stage(StageProgram program, String affinity) {
        return recovery.stage(program, affinity, 2 * MOST_UNDER_WAY * waiting.size());
    }

    /** Sends a message, now or when there is room on the way. */
    void send(Step step, int node, Message message) {
        waiting.get(node).add(message);
        go(step, node);
    }

    /** A message from a node is taken off the ring: it may send another one. */
    void received(Step step, int node) {
        Message acknowledgement = step.take(0);
        acknowledgement.kind(ACKNOWLEDGEMENT);
        recovery.send(step, node, acknowledgement);
    }

    /** An acknowledgement came. */
    void acknowledged(Step step, int node) {
        underWay[node]--;
        go(step, node);
    }

    private void go(Step step, int node) {
        while (underWay[node] < MOST_UNDER_WAY && !waiting.get(node).isEmpty()) {
            underWay[node]++;
            recovery.send(step, node, waiting.get(node).remove());
        }
    }
}
