// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.nic;

import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.runtime.Step;

/** What a core is charged for records and for accesses to NIC memory. One core. */
final class CoreCosts {
    private final NicCores.CoreMemory memory;
    private final double itemNs;

    CoreCosts(NicCores.CoreMemory memory, double itemNs) {
        this.memory = memory;
        this.itemNs = itemNs;
    }

    /**
     * Charges for the records of a message. Of the first one, address and value are in what the device charges for the
     * message: that is derived from writes of one value (Xenic 3.4).
     */
    void message(Step step, int records) {
        step.busy(itemNs * Math.max(0, records - 1));
    }

    /** Charges for records that travel in no message of their own. */
    void records(Step step, int records) {
        step.busy(itemNs * records);
    }

    /** Charges for an access to NIC memory that misses the caches, as the first one to a record's index entry does. */
    void miss(Step step) {
        memory.miss(step);
    }

    /** Charges for an access to NIC memory that this core, or another one, has touched a little before. */
    void hit(Step step) {
        memory.hit(step);
    }
}
