// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.nic;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;

/**
 * How long the NIC takes to fetch a packet's descriptor from the host's transmit queues. What waits is fetched in
 * bursts, and the doorbell is paid once for a burst (Xenic 3.3); a packet that was sent alone pays it in any case
 * (Xenic 3.4, without batching).
 */
public final class Fetching implements Resource.Cost {
    private final NicParameters parameters;
    private double freeAtNs;
    private int burst;

    /** Of one NIC. */
    public Fetching(NicParameters parameters) {
        this.parameters = parameters;
    }

    /** Tells a packet when it comes to the queue, which a cost does not know otherwise. */
    public static void stamp(Message packet, long nowNs) {
        packet.register(2, nowNs);
    }

    @Override
    public double serviceNs(Message packet) {
        double nowNs = (double) packet.register(2);
        double serviceNs = parameters.descriptorPacketNs + packet.lengthBytes() * parameters.descriptorByteNs;
        boolean waits = nowNs < freeAtNs;
        burst = waits ? burst + 1 : 0;
        if (Packet.has(packet, Packet.ALONE) || burst % parameters.doorbellPackets == 0) {
            serviceNs += parameters.descriptorDoorbellNs;
        }
        freeAtNs = Math.max(nowNs, freeAtNs) + serviceNs;
        return serviceNs;
    }
}
