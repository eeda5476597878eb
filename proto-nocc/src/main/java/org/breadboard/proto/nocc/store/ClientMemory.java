// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.Reassembly;
import org.breadboard.proto.nocc.packet.RequestId;
import org.breadboard.proto.nocc.packet.WireFormat;

/**
 * What a store remembers of one client: the last request that it executed and the answer, the fragments of the next
 * one, and what it has prepared. A client has one request at a time at a store, so that one answer is all that can be
 * asked for again.
 */
final class ClientMemory {
    final int client;
    final Reassembly arriving;
    final OpList answer = new OpList();
    final OpList prepared = new OpList();
    final WitnessRow witness;
    int answerFlags;
    int answerStatus;
    boolean isPrepared;
    int request;
    boolean hasExecuted;
    /** Whether the last request took effect, so that no other attempt at it may. */
    boolean tookEffect;

    private long number;

    // Of HeldAnswers, which alone sets them.
    boolean isHeld;
    long heldUntil;
    ClientMemory before;
    ClientMemory after;

    ClientMemory(int client, WitnessRow witness, WireFormat format) {
        this.client = client;
        arriving = new Reassembly(format);
        this.witness = witness;
    }

    /** A request's number without end: those on the wire begin again. */
    long number(int ofRequest) {
        number += ofRequest - (int) number;
        return number;
    }

    boolean isOld(int other) {
        return hasExecuted && RequestId.isBefore(other, request)
                || arriving.isUnderWay() && RequestId.isBefore(other, arriving.request());
    }

    boolean isRepeated(int other) {
        return hasExecuted && other == request;
    }

    boolean isAnotherAttempt(int other) {
        return hasExecuted && tookEffect && RequestId.sameTurn(other, request);
    }
}
