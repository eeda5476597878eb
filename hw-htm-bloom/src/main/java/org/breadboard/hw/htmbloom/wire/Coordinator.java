// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.wire;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.MessageReader;

/**
 * Who a message of a transaction comes from, and where its answers go. Immutable.
 *
 * @param node of the transaction
 * @param tag that names it there
 * @param transaction its number in the cluster
 * @param regions by whose numbers its requests name regions
 */
public record Coordinator(int node, int tag, int transaction, RegionTable regions) implements MessageReader {
    @Override
    public Reading read(Message message) {
        long attempt = (long) transaction << Integer.SIZE | Wire.attempt(message) & 0xffffffffL;
        return new Reading(attempt, Wire.words(message.kind()));
    }
}
