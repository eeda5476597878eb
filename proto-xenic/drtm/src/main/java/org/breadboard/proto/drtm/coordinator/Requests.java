// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.coordinator;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.table.SpreadRanges;
import org.breadboard.proto.drtm.rpc.Rpc;

/**
 * The RPCs of a coordinator's phase: one message to each node at a time, with as much of what the phase asks as it
 * holds; or several, where a phase sends before it has added all.
 */
public final class Requests {
    /** The most requests that a coordinator has under way at one node. */
    public static final int MOST_AT_A_NODE = 8;

    private final CoordinatorSetup setup;
    private final int context;
    private final long number;
    private final Message[] open;
    private final int[] replyBytes;
    /** Of each open message: how many of its items the node has work with. */
    private final int[] entries;

    private final int[] underWayAt;
    private int underWay;

    Requests(CoordinatorSetup setup, int context, long number) {
        this.setup = setup;
        this.context = context;
        this.number = number;
        open = new Message[setup.nodes];
        replyBytes = new int[setup.nodes];
        entries = new int[setup.nodes];
        underWayAt = new int[setup.nodes];
    }

    int underWay() {
        return underWay;
    }

    /** Whether something was added that is not sent. */
    boolean isAsking() {
        for (Message request : open) {
            if (request != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds an access without a value to the request to its primary.
     *
     * @param word the header word that its record is to have, for a lock or a validation
     * @return false if the request or its reply would be too long with it, or too many are under way: send the request
     *     first
     */
    boolean add(Step step, int op, DrtmAttempt attempt, int access, long word) {
        int node = attempt.footprint().node(access);
        int table = attempt.transaction().table(access);
        int answerBytes = op == Rpc.READ ? Rpc.readBytes(setup.table(table).valueBytes()) : 0;
        if (!open(step, op, node, Rpc.itemBytes(0), answerBytes)) {
            return false;
        }
        entries[node]++;
        Rpc.add(open[node], attempt.footprint().partition(access), attempt.transaction(), access, word);
        return true;
    }

    /** Adds an access to the request to its primary that reads it, and has it locked; false as for {@link #add}. */
    boolean addLocking(Step step, DrtmAttempt attempt, int access) {
        Footprint footprint = attempt.footprint();
        int node = footprint.node(access);
        int valueBytes = setup.table(attempt.transaction().table(access)).valueBytes();
        if (!open(step, Rpc.READ, node, Rpc.itemBytes(0), Rpc.readBytes(valueBytes))) {
            return false;
        }
        entries[node]++;
        boolean isOwn = !footprint.locksByReading(access);
        Rpc.addLocking(open[node], isOwn, footprint.partition(access), attempt.transaction(), access);
        return true;
    }

    /**
     * Adds to the request that commits at an access's primary that its record is unlocked; false as for {@link #add}.
     */
    boolean addUnlock(Step step, DrtmAttempt attempt, int access) {
        int node = attempt.footprint().node(access);
        if (!open(step, Rpc.COMMIT, node, Rpc.itemBytes(0), 0)) {
            return false;
        }
        entries[node]++;
        Rpc.addUnlock(open[node], attempt.footprint().partition(access), attempt.transaction(), access);
        return true;
    }

    /** Adds what an access writes to the request to a node; false as for {@link #add}. */
    boolean addWrite(Step step, int op, DrtmAttempt attempt, int node, int access) {
        if (!open(step, op, node, Rpc.itemBytes(attempt.transaction().newBytes(access)), 0)) {
            return false;
        }
        entries[node]++;
        Rpc.addWrite(open[node], attempt.writeWord(access), attempt.transaction(), access);
        return true;
    }

    /**
     * Adds writes of an attempt's log from one on to the request to a node. What is acknowledged is one entry, whatever
     * it has; of what is logged, each write that the node backs up is.
     *
     * @return the first write that it has no room for
     */
    int addLog(Step step, int op, DrtmAttempt attempt, int node, int from) {
        LogPlan plan = attempt.logPlan();
        int write = from;
        for (; write < plan.writes(); write++) {
            int access = plan.access(write);
            if (plan.isLogged(node, write)) {
                if (!open(step, op, node, Rpc.itemBytes(attempt.transaction().newBytes(access)), 0)) {
                    return write;
                }
                boolean first = Rpc.count(open[node]) == 0;
                entries[node] += (op == Rpc.LOG ? plan.isKeptAt(node, write) : first) ? 1 : 0;
                Rpc.addWrite(open[node], attempt.writeWord(access), attempt.transaction(), access);
            }
        }
        return write;
    }

    /**
     * Asks the node of a part of a range for its rows, or whether it is as it was, in a message of its own.
     *
     * @return false if too many requests are under way there
     */
    boolean askPart(Step step, SpreadRanges ranges, int part, boolean checks) {
        int node = ranges.node(part);
        if (underWayAt[node] == MOST_AT_A_NODE) {
            return false;
        }
        Message request = step.take(Rpc.REQUEST_BYTES + SpreadRanges.REQUEST_BYTES);
        Rpc.beginPart(request, context, number, part, SpreadRanges.REQUEST_BYTES);
        if (checks) {
            ranges.check(part, request.bytes(), Rpc.REQUEST_BYTES);
        } else {
            ranges.request(part, request.bytes(), Rpc.REQUEST_BYTES);
        }
        setup.outbox.send(step, node, request, 1);
        underWayAt[node]++;
        underWay++;
        return true;
    }

    /**
     * Whether the request to a node has room for another item, whose answer takes so many bytes, and may be sent; there
     * is one afterwards.
     */
    private boolean open(Step step, int op, int node, int itemBytes, int answerBytes) {
        if (open[node] == null) {
            if (underWayAt[node] == MOST_AT_A_NODE) {
                return false;
            }
            open[node] = step.take(setup.outbox.maxMessageBytes());
            Rpc.begin(open[node], op, context, number);
            replyBytes[node] = Rpc.REPLY_BYTES;
            entries[node] = 0;
        }
        int longest = Math.max(open[node].lengthBytes() + itemBytes, replyBytes[node] + answerBytes);
        if (longest > setup.outbox.maxMessageBytes()) {
            return false;
        }
        replyBytes[node] += answerBytes;
        return true;
    }

    /** Sends what was added. */
    void send(Step step) {
        send(step, true);
    }

    /** Sends what was added, and nobody waits for the answers. */
    void sendUnawaited(Step step) {
        send(step, false);
    }

    private void send(Step step, boolean awaited) {
        for (int node = 0; node < open.length; node++) {
            if (open[node] != null) {
                if (!awaited) {
                    Rpc.passive(open[node]);
                }
                setup.outbox.send(step, node, open[node], entries[node]);
                open[node] = null;
                underWayAt[node]++;
                underWay += awaited ? 1 : 0;
            }
        }
    }

    /** A node has answered one that nobody waited for. */
    void answeredUnawaited(int node) {
        underWayAt[node]--;
    }

    /** A node has answered one of them. */
    void answered(int node) {
        underWayAt[node]--;
        underWay--;
    }
}
