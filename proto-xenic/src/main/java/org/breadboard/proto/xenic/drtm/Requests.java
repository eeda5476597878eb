package org.breadboard.proto.xenic.drtm;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;

/** The RPCs of a coordinator's phase: one message to each node, with all that the phase asks of it. */
final class Requests {
    private final DrtmThread thread;
    private final int context;
    private final long number;
    private final Message[] open;
    private int underWay;

    Requests(DrtmThread thread, int context, long number) {
        this.thread = thread;
        this.context = context;
        this.number = number;
        open = new Message[thread.nodes()];
    }

    int underWay() {
        return underWay;
    }

    /** Adds an access without a value to the request to its primary. */
    void add(Step step, int op, Attempt attempt, int access, long version) {
        Message request = open(step, op, attempt.footprint().node(access));
        Rpc.add(request, attempt, access, version);
    }

    /** Adds what an access writes to the request to a node. */
    void addWrite(Step step, int op, Attempt attempt, int node, int access) {
        Message request = open(step, op, node);
        Rpc.addWrite(request, attempt, access);
    }

    private Message open(Step step, int op, int node) {
        if (open[node] == null) {
            open[node] = step.take(thread.maxMessageBytes());
            Rpc.begin(open[node], op, context, number);
        }
        return open[node];
    }

    /** Sends what was added. */
    void send(Step step) {
        for (int node = 0; node < open.length; node++) {
            if (open[node] != null) {
                thread.send(step, node, open[node]);
                open[node] = null;
                underWay++;
            }
        }
    }

    /** One of them is answered. */
    void answered() {
        underWay--;
    }
}
