// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.client;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.nocc.options.Addresses;
import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.PacketPort;
import org.breadboard.proto.nocc.packet.Reassembly;
import org.breadboard.proto.nocc.packet.RequestId;
import org.breadboard.proto.nocc.packet.Wire;
import org.breadboard.proto.nocc.packet.WireFormat;
import org.breadboard.proto.nocc.store.WitnessRow;

/** What a client has to do with one store: one request at a time, sent again until it is answered. */
final class Lane {
    /**
     * A time-out is never longer than 64 times the first: what is lost for good is noticed all the same. No setting:
     * how long the first one is decides how long all are.
     */
    private static final int MOST_DOUBLINGS = 6;

    /**
     * The most reads in a row that a switch may answer: the next one goes to the store, so that a client gets to see
     * what is new. No setting: it is a bound of how old a view may become, which costs one read in 65.
     */
    private static final int MOST_SERVED = 64;

    private final int store;
    private final int client;
    private final Addresses addresses;
    private final PacketPort port;
    private final OpList ops = new OpList();
    private final WireFormat format;
    private final Reassembly answer;
    private final Attempts attempts = new Attempts();
    /** Null where no machine may crash: then each store's requests are counted for themselves. */
    private final Turns turns;

    private int request;
    /** Whether nothing that was sent since the store last answered may have come to it and changed something. */
    private boolean isFresh = true;

    /** Whether a switch has turned something round since the store last answered. */
    private boolean isUnresolved;

    private int flags;
    private int status;
    private boolean awaits;
    private boolean isAnswered;
    private boolean isPart;
    private int served;
    private double sentNs;
    /** How often packets were sent again since the store last answered one that was no decision. */
    private int resends;

    /**
     * The lane of a client to a store.
     *
     * @param first about the number of the first request, where the store's are counted for themselves
     */
    Lane(int store, int client, int first, Addresses addresses, PacketPort port, WireFormat format, Turns turns) {
        request = RequestId.firstAttempt(first);
        this.turns = turns;
        this.store = store;
        this.client = client;
        this.addresses = addresses;
        this.port = port;
        this.format = format;
        answer = new Reassembly(format);
    }

    int store() {
        return store;
    }

    /** What is sent; filled before {@link #send}. */
    OpList ops() {
        return ops;
    }

    boolean awaits() {
        return awaits;
    }

    /** When to send again what awaits an answer: each time that it was sent again, it waits twice as long. */
    double resendNs(double timeoutNs) {
        return sentNs + timeoutNs * (1 << resends);
    }

    /** Gives what is sent next this number. */
    void take(int number) {
        request = number;
        isFresh = false;
    }

    /** Sends what was filled in, under the number that is next. */
    void send(Step step, int withFlags, int withStatus) {
        if (turns != null && isFresh) {
            take(turns.begin());
        }
        isFresh = false;
        flags = withFlags;
        status = withStatus;
        awaits = true;
        isAnswered = false;
        answer.begin(request);
        transmit(step);
    }

    /** Sends it again under the same number. */
    void resend(Step step) {
        resends = Math.min(resends + 1, MOST_DOUBLINGS);
        transmit(step);
    }

    private void transmit(Step step) {
        sentNs = step.nowNs();
        for (int fragment = 0; fragment < ops.fragments(); fragment++) {
            Message message = step.take(Wire.ROOM_BYTES);
            int length = ops.encode(format, message.bytes(), flags, client, request, status, fragment);
            message.lengthBytes(length);
            if (ops.fragments() == 1 && flags == Wire.REQUEST) {
                attempts.remember(request, message.bytes(), length);
            }
            port.send(step, store, addresses.storePort(client), message);
        }
    }

    /** Takes a packet from the store, or from a switch that speaks for it; whether that completes the answer. */
    boolean accept(byte[] bytes) {
        int answered = Wire.request(bytes);
        if (!awaits || answered != request && !isCommitOfEarlierAttempt(bytes, answered)) {
            return false;
        }
        if (answered != answer.request()) {
            answer.begin(answered);
        }
        isAnswered = answer.add(bytes);
        awaits = !isAnswered;
        return isAnswered;
    }

    private boolean isCommitOfEarlierAttempt(byte[] bytes, int answered) {
        return RequestId.sameTurn(answered, request)
                && RequestId.isBefore(answered, request)
                && (Wire.flags(bytes) & Wire.STORE_COMMIT) != 0;
    }

    /** Whether there is an answer that was not {@link #taken} yet. */
    boolean isAnswered() {
        return isAnswered;
    }

    /** The answer has been dealt with. */
    void taken() {
        isAnswered = false;
    }

    /** Whether this store has prepared the transaction, or was asked to. */
    boolean isPart() {
        return isPart;
    }

    /** Says whether this store was asked to prepare the transaction. */
    void isPart(boolean value) {
        isPart = value;
    }

    /** The number of what was answered. */
    int answered() {
        return answer.request();
    }

    /** Whether the answer says that an earlier attempt than the last one has committed. */
    boolean earlierCommitted() {
        return answer.request() != request;
    }

    /** The packet of an attempt, until the next call. */
    byte[] attempt(int ofRequest) {
        return attempts.packet(ofRequest);
    }

    /**
     * Whether the store has let an attempt take effect since it last answered. Asked when all stands still.
     *
     * @param row what the store has told of this client
     */
    boolean hasEffect(WitnessRow row) {
        return !isFresh && row.hasEffect(request);
    }

    /** Whether the last request has this number. */
    boolean isNumber(int number) {
        return request == number;
    }

    /** The answer would have been to this request. */
    void answeredAs(int number) {
        answer.begin(number);
    }

    OpList answer() {
        return answer.ops();
    }

    int answerStatus() {
        return answer.status();
    }

    boolean isAnswerFromSwitch() {
        return (answer.flags() & Wire.FROM_SWITCH) != 0;
    }

    /**
     * Whether a switch answered with values that the store had acknowledged: nothing of it is left to happen at the
     * store.
     */
    boolean isServed() {
        return isAnswerFromSwitch() && answer.status() == Wire.OK;
    }

    /** Whether so many reads in a row were served by a switch that the store is to answer the next. */
    boolean hasServedEnough() {
        return served >= MOST_SERVED;
    }

    /** Goes on to the next number; whether so many attempts were turned round that the store has to be asked. */
    boolean next() {
        if (isAnswerFromSwitch()) {
            served += isServed() ? 1 : 0;
            isUnresolved |= !isServed();
            isFresh = !isUnresolved;
            request++;
            return RequestId.attempt(request) >= RequestId.LAST_ATTEMPT - 1;
        }
        served = 0;
        isFresh = true;
        isUnresolved = false;
        request = RequestId.afterStore(request);
        if ((flags & Wire.RESPONSE) != Wire.DECIDE) {
            resends = 0; // not by decisions: those that undo what was sent again too soon are answered in time
        }
        return false;
    }
}
