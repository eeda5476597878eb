package org.breadboard.proto.xenic.drtm.rpc;

import java.util.Arrays;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.xenic.drtm.setup.DrtmOptions;

/**
 * What a thread sends in a burst: requests of its coordinators, and replies. They leave together, with one doorbell.
 * One thread.
 */
public final class Outbox {
    private final DatagramTransport.Endpoint port;
    private final int maxMessageBytes;
    private final int number;
    private final DrtmOptions options;
    private final Counter rpcs;
    private Message[] messages = new Message[64];
    private int count;
    private int receivesTaken;

    /** Of the thread of that number, whose peers have ports of the same number; {@code rpcs} counts requests. */
    public Outbox(DatagramTransport.Endpoint port, int maxMessageBytes, int number, DrtmOptions options, Counter rpcs) {
        this.port = port;
        this.maxMessageBytes = maxMessageBytes;
        this.number = number;
        this.options = options;
        this.rpcs = rpcs;
    }

    /** The longest request or reply. */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** Takes a datagram off the port; its receive is posted again when the burst ends. */
    public void polled(Step step, Message message) {
        port.polled(step, message);
        receivesTaken++;
    }

    /** Sends a request of a coordinator in this burst. */
    public void send(Step step, int to, Message request) {
        request.targetNode(to);
        step.busy(options.rpc.messageNs() + options.rpc.entryNs() * Rpc.count(request));
        rpcs.add(1);
        add(request);
    }

    /** Sends a reply in this burst. */
    void reply(Step step, int to, Message reply) {
        reply.targetNode(to);
        step.busy(options.rpc.messageNs());
        add(reply);
    }

    private void add(Message message) {
        if (count == messages.length) {
            messages = Arrays.copyOf(messages, count * 2);
        }
        messages[count++] = message;
    }

    /** The burst ends. */
    public Transmit transmit(Step step) {
        boolean receives = receivesTaken > 0;
        if (receives) {
            port.postReceives(step, receivesTaken, true);
            receivesTaken = 0;
        }
        int posted = 0;
        while (posted < count && port.post(step, messages[posted].targetNode(), number, messages[posted])) {
            posted++;
        }
        System.arraycopy(messages, posted, messages, 0, count - posted);
        Arrays.fill(messages, count - posted, count, null);
        count -= posted;
        if (posted > 0) {
            port.doorbell(step);
        }
        if (count > 0) {
            return Transmit.FULL;
        }
        return posted > 0 || receives ? Transmit.SENT : Transmit.IDLE;
    }
}
