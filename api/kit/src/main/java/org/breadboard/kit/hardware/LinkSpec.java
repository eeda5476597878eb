// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.hardware;

import org.breadboard.api.Setting;

/**
 * How a {@link ReliableLink} works.
 *
 * @param retransmitNs how long it waits for an acknowledgement before it sends again; see {@link Patience}
 * @param patienceNs how long it does so without hearing anything before it gives the other node up
 * @param acknowledgeNs how long an acknowledgement waits for a packet that it can ride on
 * @param windowPackets how many packets to one node may be unacknowledged, a power of two; more wait for their turn
 * @param headerBytes what numbers and acknowledgements add to each packet on the wire
 * @param acknowledgementBytes what a packet takes on the wire that only acknowledges
 */
public record LinkSpec(
        double retransmitNs,
        double patienceNs,
        double acknowledgeNs,
        int windowPackets,
        int headerBytes,
        int acknowledgementBytes) {
    /** In data sheets, {@link #retransmitNs}. Results name it only where a mix sets it. */
    public static final Setting<Double> RETRANSMIT_NS = Setting.number(
                    "retransmitNs", "ns", 500_000, 1, 1e12, "after which a reliable transport sends again")
            .optional();

    /** In data sheets, {@link #patienceNs}. Results name it only where a mix sets it. */
    public static final Setting<Double> PATIENCE_NS = Setting.number(
                    "patienceNs", "ns", 470e6, 1, 1e13, "after which it gives up, if it hears nothing")
            .optional();

    /** Refuses a window that is no power of two. */
    public LinkSpec {
        if (windowPackets < 1 || Integer.bitCount(windowPackets) != 1) {
            throw new IllegalArgumentException("a window of " + windowPackets + " packets is no power of two");
        }
    }
}
