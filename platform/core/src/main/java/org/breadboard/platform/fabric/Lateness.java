// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.fabric;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;

/** As long as somebody says of the packet that comes now; nobody waits for another. One thread at a time. */
final class Lateness implements Resource.Cost {
    /** How much later the next packet arrives. */
    double ns;

    @Override
    public double serviceNs(Message packet) {
        return 0;
    }

    @Override
    public double latencyNs(Message packet, double serviceNs) {
        return ns;
    }
}
