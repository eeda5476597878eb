// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Transit;

/**
 * What machines' NICs do with packets of another configuration than theirs. All members make their queue pairs and
 * flows anew when a configuration begins. So a packet that was sent before names one that is gone, and is dropped
 * without an answer (InfiniBand architecture, volume 1, 9.6.1: what a packet needs of the queue pair that it names).
 */
public final class EpochGates {
    private final int epoch;
    private final Counter refused;
    private final List<Gate> gates = new ArrayList<>();
    private boolean over;

    /**
     * Of a configuration, for which no port was made yet.
     *
     * @param refused counts packets of others
     */
    public EpochGates(int epoch, Counter refused) {
        this.epoch = epoch;
        this.refused = refused;
    }

    /** A packet that has come to a machine's port, in ns of the run, when its configuration was over. */
    public record Late(long atNs, int node, Message packet) {}

    /** What leaves says in which configuration it was sent. */
    Hop stamped(Hop out) {
        return (transit, packet) -> {
            packet.epoch(epoch);
            out.arrive(transit, packet);
        };
    }

    /** In front of what a machine does with packets. */
    Hop of(int node, Hop in) {
        Gate gate = new Gate(node, in);
        gates.add(gate);
        return gate;
    }

    /**
     * The configuration is over: what arrives is kept until it is {@linkplain #takeLate taken}. While all stands still.
     */
    public void isOver() {
        over = true;
    }

    /** Adds what has come since that, each node's in order, and forgets it. While all stands still. */
    public void takeLate(Collection<Late> into) {
        for (Gate gate : gates) {
            into.addAll(gate.late);
            gate.late.clear();
        }
    }

    /** A packet arrives at a machine that a network of another configuration has carried. While all stands still. */
    public void arrive(int node, Transit transit, Message packet) {
        for (Gate gate : gates) {
            if (gate.node == node) {
                gate.arrive(transit, packet);
            }
        }
    }

    /** A machine's; the thread that serves it. */
    private final class Gate implements Hop {
        private final int node;
        private final Hop in;
        private final List<Late> late = new ArrayList<>();

        Gate(int node, Hop in) {
            this.node = node;
            this.in = in;
        }

        @Override
        public void arrive(Transit transit, Message packet) {
            if (over) {
                late.add(new Late(transit.nowNs(), node, packet));
            } else if (packet.epoch() != epoch) {
                transit.drop(packet, refused);
            } else {
                in.arrive(transit, packet);
            }
        }
    }
}
