// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.packet.OpList;
import org.breadboard.proto.nocc.packet.RequestId;

/**
 * What a store tells the run's checker about the last request that it executed for a client: for each operation the
 * version that was compared, read or written. Versions count writes. No byte of it is on the wire, and no decision
 * rests on it: NOCC validates values (NOCC 2), of which only the store knows which write they are from.
 *
 * <p>Written by the store's thread before it answers, read by the client's when the answer has come, and not touched
 * again before the client's next request: plain memory, ordered by the messages' way through the rings.
 */
public final class WitnessRow {
    private final long[] versions = new long[OpList.CAPACITY];
    private final long[] prepared = new long[OpList.CAPACITY];
    private int request;
    private int effect;
    private boolean hasEffect;
    private int preparedBy;
    private boolean hasPrepared;

    /** A row of which nothing is known. */
    public WitnessRow() {}

    void begin(int ofRequest) {
        request = ofRequest;
    }

    void tell(int op, long version) {
        versions[op] = version;
    }

    /** The last request took effect. */
    void tookEffect() {
        effect = request;
        hasEffect = true;
    }

    /** The last request has prepared its operations. */
    void prepared(int ops) {
        preparedBy = request;
        hasPrepared = true;
        System.arraycopy(versions, 0, prepared, 0, ops);
    }

    /** Whether a request has taken effect that is an attempt at the same thing as this one, or this one. */
    public boolean hasEffect(int ofRequest) {
        return hasEffect && RequestId.sameTurn(effect, ofRequest);
    }

    /** The last request that took effect. */
    public int effect() {
        return effect;
    }

    /** Whether this request has prepared its operations, be that undone or not. */
    public boolean hasPrepared(int ofRequest) {
        return hasPrepared && preparedBy == ofRequest;
    }

    /** The version that the last request which prepared has compared or locked. */
    public long preparedVersion(int op) {
        return prepared[op];
    }

    /**
     * The version of an operation of a request.
     *
     * @throws IllegalStateException if the store executed another request since: the client did not wait for the answer
     *     to this one
     */
    public long version(int ofRequest, int op) {
        if (ofRequest != request) {
            throw new IllegalStateException(
                    "the store executed request " + request + ", and is asked about request " + ofRequest);
        }
        return versions[op];
    }
}
