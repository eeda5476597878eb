// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.nocc.packet;

/**
 * Puts the packets of one request or answer together, in whatever order and however often they come. One thread at a
 * time.
 */
public final class Reassembly {
    private final WireFormat format;
    private final OpList ops = new OpList();
    private int request;
    private int flags;
    private int status;
    private int fragments;
    private int missing;
    private long seen;

    /** Nothing so far, of packets of this format. */
    public Reassembly(WireFormat format) {
        this.format = format;
    }

    /** Forgets what has come, for another request. */
    public void begin(int ofRequest) {
        request = ofRequest;
        fragments = 0;
        missing = 0;
        seen = 0;
        ops.clear();
    }

    /** The request that it puts together. */
    public int request() {
        return request;
    }

    /** Whether some of it has come. */
    public boolean isUnderWay() {
        return fragments > 0;
    }

    /**
     * Takes a packet of this request, which {@link WireFormat#check} has found well. One that agrees with those before
     * it in neither type nor number of fragments is left out.
     *
     * @return whether it completes the request
     */
    public boolean add(byte[] bytes) {
        if (fragments == 0) {
            fragments = Wire.fragments(bytes);
            flags = Wire.flags(bytes);
            status = Wire.status(bytes);
            missing = fragments;
        } else if (fragments != Wire.fragments(bytes) || flags != Wire.flags(bytes) || status != Wire.status(bytes)) {
            return false;
        }
        long bit = 1L << Wire.fragment(bytes);
        if ((seen & bit) != 0) {
            return false;
        }
        seen |= bit;
        ops.decode(format, bytes);
        return --missing == 0;
    }

    /** What has come; complete once {@link #add} said so. */
    public OpList ops() {
        return ops;
    }

    /** The flags of its packets. */
    public int flags() {
        return flags;
    }

    /** The status of its packets. */
    public int status() {
        return status;
    }
}
