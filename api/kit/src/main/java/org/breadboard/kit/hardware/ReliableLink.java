// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import java.util.Arrays;
import java.util.function.Predicate;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Transit;

/**
 * Has the packets of a node's device arrive once and in order at each other node, whatever the network loses, repeats
 * or has overtaken: it numbers them, acknowledges cumulatively with what goes back, sends again when the time is over,
 * and drops what it has had. A device that has such a transport puts it in front of its port; it notices nothing.
 *
 * <p>It stands between the device's own hops and the wire. What it sends by itself takes time on the link, and none of
 * the device's. Where the network has no faults there is none of it ({@link #over}), since then it would change nothing
 * but the length of packets.
 *
 * <p>Live, all of a node's link is run by one thread of the node, so that what has been put in order stays so.
 */
public final class ReliableLink {
    private final int node;
    private final int first;
    private final LinkSpec spec;
    private final Predicate<Message> carries;
    private final LinkCounts counts;
    private final Resource home;
    private final Resource resending;
    private final Resource acknowledging;
    private final Hop sends = this::send;
    private final Hop receives = this::receive;
    private final Hop waited = this::waited;
    private final Hop acknowledges = this::acknowledge;
    private final Hop handsOn = this::handOn;
    private Hop out;
    private Hop in;
    private Peer[] peers = {};

    private ReliableLink(HardwareContext context, LinkSpec spec, Predicate<Message> carries) {
        node = context.node();
        first = context.firstNumber();
        this.spec = spec;
        this.carries = carries;
        counts = LinkCounts.of(context);
        home = context.timer("link", 0);
        resending = context.timer("link.resend", spec.retransmitNs());
        acknowledging = context.timer("link.acknowledge", spec.acknowledgeNs());
    }

    /**
     * Puts one in front of a node's port, if the network has faults that it helps against. While the node is built.
     *
     * @param carries which packets of the device it carries; others pass it as they are
     */
    public static void over(HardwareContext context, Fabric.Port port, LinkSpec spec, Predicate<Message> carries) {
        if (context.fabric().isFaulty()) {
            ReliableLink link = new ReliableLink(context, spec, carries);
            port.interpose(true, link::before);
            port.interpose(false, link::behind);
        }
    }

    /**
     * The number that one of these has given a message on its way, of 32 bits, for who captures packets.
     *
     * @return -1 if none has: of a message that it does not carry, or that only acknowledges
     */
    public static long sequence(Message message) {
        return message.frame() instanceof LinkFrame frame && frame.kind() == LinkFrame.Kind.DATA
                ? Integer.toUnsignedLong(frame.sequence())
                : -1;
    }

    /**
     * The number before which all have arrived, as a message on its way says along with its own content.
     *
     * @return -1 if it says none
     */
    public static long acknowledged(Message message) {
        return message.frame() instanceof LinkFrame frame ? Integer.toUnsignedLong(frame.acknowledged()) : -1;
    }

    private Hop before(Hop wire) {
        out = wire;
        return (transit, message) -> transit.forward(home, message, sends);
    }

    private Hop behind(Hop device) {
        in = device;
        return (transit, message) -> transit.forward(home, message, receives);
    }

    private Peer peer(int other) {
        if (other >= peers.length) {
            peers = Arrays.copyOf(peers, other + 1);
        }
        if (peers[other] == null) {
            peers[other] = new Peer(other);
        }
        return peers[other];
    }

    private void send(Transit transit, Message message) {
        if (message.targetNode() == node || !carries.test(message)) {
            out.arrive(transit, message);
            return;
        }
        Peer peer = peer(message.targetNode());
        peer.sender.send(transit, message);
        peer.watch(transit);
    }

    private void receive(Transit transit, Message message) {
        if (!(message.frame() instanceof LinkFrame frame)) {
            in.arrive(transit, message);
            return;
        }
        Peer peer = peer(message.sourceNode());
        peer.sender.acknowledged(transit, frame.acknowledged());
        if (frame.kind() == LinkFrame.Kind.DATA) {
            if (peer.receiver.arrived(transit, message) == LinkReceiver.Owed.MISSING) {
                peer.tell(transit, LinkFrame.Kind.MISSING);
            } else {
                peer.owe(transit);
            }
            peer.handOn(transit);
            return;
        }
        if (frame.kind() == LinkFrame.Kind.MISSING) {
            peer.sender.missed(transit);
        }
        transit.release(message);
    }

    private void waited(Transit transit, Message token) {
        ((Peer) token.owner()).waited(transit, token);
    }

    private void acknowledge(Transit transit, Message token) {
        ((Peer) token.owner()).acknowledge(transit, token);
    }

    private void handOn(Transit transit, Message token) {
        ((Peer) token.owner()).handOnMore(transit, token);
    }

    /** The link to one other node, and the tokens that wait for its times. */
    private final class Peer {
        private final int other;
        private final LinkReceiver receiver = new LinkReceiver(spec, first, counts, in);
        private final LinkSender sender = new LinkSender(spec, first, counts, out, receiver);
        private boolean watching;
        private boolean owing;
        private boolean handing;

        Peer(int other) {
            this.other = other;
        }

        private Message token(Transit transit) {
            Message token = transit.take(0);
            token.owner(this);
            return token;
        }

        /** Sees to it that something happens if no acknowledgement comes. */
        void watch(Transit transit) {
            if (!watching && sender.isWaiting()) {
                watching = true;
                transit.forward(resending, token(transit), waited);
            }
        }

        void waited(Transit transit, Message token) {
            sender.waited(transit);
            if (sender.isWaiting()) {
                transit.forward(resending, token, waited);
            } else {
                watching = false;
                transit.release(token);
            }
        }

        /** Acknowledges soon, if no packet does before. */
        void owe(Transit transit) {
            if (!owing && receiver.owes()) {
                owing = true;
                transit.forward(acknowledging, token(transit), acknowledges);
            }
        }

        void acknowledge(Transit transit, Message token) {
            owing = false;
            transit.release(token);
            if (receiver.owes()) {
                tell(transit, LinkFrame.Kind.ACKNOWLEDGEMENT);
            }
        }

        /**
         * Has packets handed on, one by one and each in a hop of its own: live, of what a hop forwards only the first
         * is sure to arrive before what comes later.
         */
        void handOn(Transit transit) {
            if (receiver.isReady() && !handing) {
                handing = true;
                transit.forward(home, token(transit), handsOn);
            }
        }

        void handOnMore(Transit transit, Message token) {
            receiver.handOn(transit);
            handing = receiver.isReady();
            if (handing) {
                transit.forward(home, token, handsOn);
            } else {
                transit.release(token);
            }
        }

        void tell(Transit transit, LinkFrame.Kind kind) {
            Message message = transit.take(0);
            message.sourceNode(node);
            message.targetNode(other);
            message.wireBytes(spec.acknowledgementBytes());
            message.frame(new LinkFrame(kind, 0, receiver.acknowledges(), null));
            counts.acknowledgements().add(1);
            out.arrive(transit, message);
        }
    }
}
