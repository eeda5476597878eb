// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import java.util.Arrays;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.drtm.setup.DrtmOptions;

/**
 * What a thread sends in a burst: requests of its coordinators, and replies. They leave together, with one doorbell.
 * One thread.
 */
public final class Outbox {
    private final Post post;
    private final DrtmOptions options;
    private final Counter rpcs;
    private Message[] messages = new Message[64];
    private int count;

    /** Of a thread whose messages go that way; {@code rpcs} counts requests. */
    public Outbox(Post post, DrtmOptions options, Counter rpcs) {
        this.post = post;
        this.options = options;
        this.rpcs = rpcs;
    }

    /** The longest request or reply. */
    public int maxMessageBytes() {
        return post.maxMessageBytes();
    }

    /** Takes a message that has arrived. */
    public void polled(Step step, Message message) {
        post.polled(step, message);
    }

    /** Sends a request of a coordinator in this burst, which is so many entries for its server. */
    public void send(Step step, int to, Message request, int entries) {
        request.targetNode(to);
        step.busy(options.rpc.messageNs() + post.entryShare() * options.rpc.entryNs() * entries);
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
        boolean receives = post.replenish(step);
        int posted = 0;
        while (posted < count && post.post(step, messages[posted])) {
            posted++;
        }
        System.arraycopy(messages, posted, messages, 0, count - posted);
        Arrays.fill(messages, count - posted, count, null);
        count -= posted;
        Transmit flushed = post.flush(step);
        if (count > 0) {
            return Transmit.FULL;
        }
        return posted > 0 || receives ? Transmit.SENT : flushed;
    }
}
