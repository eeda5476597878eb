package org.breadboard.proto.nocc.store;

import org.breadboard.proto.nocc.packet.OpList;

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
    private int request;

    /** A row of which nothing is known. */
    public WitnessRow() {}

    void begin(int ofRequest) {
        request = ofRequest;
    }

    void tell(int op, long version) {
        versions[op] = version;
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
