// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;

/** What messages cost a resource that is so many times as fast as the one who made it says. */
record FasterCost(Resource.Cost cost, double faster) implements Resource.Cost {
    @Override
    public double serviceNs(Message message) {
        return cost.serviceNs(message) / faster;
    }

    @Override
    public double latencyNs(Message message, double serviceNs) {
        return cost.latencyNs(message, serviceNs * faster) / faster;
    }
}
