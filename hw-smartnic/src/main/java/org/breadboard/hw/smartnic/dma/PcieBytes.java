// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.smartnic.dma;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;

/**
 * PCIe in one direction, which packets and DMA share. A DMA's published completion time contains that of its bytes.
 *
 * @param bytesPerNs the rate
 */
public record PcieBytes(double bytesPerNs) implements Resource.Cost {
    @Override
    public double serviceNs(Message message) {
        int lengthBytes = message.owner() instanceof DmaVector vector ? vector.lengthBytes() : message.lengthBytes();
        return lengthBytes / bytesPerNs;
    }

    @Override
    public double latencyNs(Message message, double serviceNs) {
        return message.owner() instanceof DmaVector ? 0 : serviceNs;
    }
}
