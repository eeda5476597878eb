// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.kit.hardware.LinkSpec;
import org.breadboard.kit.hardware.TornCopies;

/** The numbers of a node's NIC and link, as the data sheet gives them (HADES Table III). Immutable; any thread. */
public final class NicParameters {
    private static final Setting<Double> POST_NS =
            Setting.number("postNs", "ns", 100, 0, 1e6, "CPU time of handing the NIC a work request");
    private static final Setting<Double> LINK_GBPS =
            Setting.number("linkGbps", "Gbit/s", 200, 0.1, 10_000, "bandwidth of the link in each direction");
    private static final Setting<Double> ROUND_TRIP_NS =
            Setting.number("roundTripNs", "ns", 2000, 0, 1e9, "from NIC to NIC and back, unloaded");
    private static final Setting<Double> NIC_MESSAGE_NS =
            Setting.number("nicMessageNs", "ns", 5, 0, 1e6, "NIC time of a message that leaves or arrives");
    private static final Setting<Integer> FRAME_BYTES =
            Setting.count("frameBytes", "B", 82, 0, 256, "headers and gaps of a packet on the link");
    private static final Setting<Integer> MTU_BYTES =
            Setting.count("mtuBytes", "B", 4096, 256, 65_536, "largest payload of a packet");
    private static final Setting<Integer> QUEUE_PAIRS =
            Setting.count("queuePairs", "queue pairs", 400, 1, 1_000_000, "that a NIC can have");
    /** In the order of the data sheet. */
    public static final List<Setting<?>> SETTINGS = List.of(
            POST_NS,
            LINK_GBPS,
            ROUND_TRIP_NS,
            NIC_MESSAGE_NS,
            FRAME_BYTES,
            MTU_BYTES,
            QUEUE_PAIRS,
            LinkSpec.RETRANSMIT_NS,
            LinkSpec.PATIENCE_NS,
            TornCopies.TORN_COPY_NS);

    /** How long an acknowledgement waits for a message to ride on: two round trips (assumed). */
    private static final double ACKNOWLEDGE_NS = 4_000;
    /** Messages that may be unacknowledged towards one node (assumed). */
    private static final int WINDOW_MESSAGES = 256;
    /** Numbers and acknowledgements are in the headers that {@link #frameBytes} counts already. */
    private static final int LINK_HEADER_BYTES = 0;

    final double postNs;
    final double linkGbps;
    final double roundTripNs;
    final double nicMessageNs;
    /** Headers and gaps of a packet on the link. */
    public final int frameBytes;
    /** The largest payload of a packet. */
    public final int mtuBytes;

    final int queuePairs;
    final LinkSpec link;

    /** Reads a data sheet. */
    public NicParameters(Settings sheet) {
        postNs = sheet.get(POST_NS);
        linkGbps = sheet.get(LINK_GBPS);
        roundTripNs = sheet.get(ROUND_TRIP_NS);
        nicMessageNs = sheet.get(NIC_MESSAGE_NS);
        frameBytes = sheet.get(FRAME_BYTES);
        mtuBytes = sheet.get(MTU_BYTES);
        queuePairs = sheet.get(QUEUE_PAIRS);
        link = new LinkSpec(
                sheet.get(LinkSpec.RETRANSMIT_NS),
                sheet.get(LinkSpec.PATIENCE_NS),
                ACKNOWLEDGE_NS,
                WINDOW_MESSAGES,
                LINK_HEADER_BYTES,
                frameBytes);
    }
}
