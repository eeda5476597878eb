// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.sw;

import org.breadboard.api.hardware.OneSidedVerbs.QueuePair;
import org.breadboard.api.workload.Placement;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.cost.SoftwareCosts;
import org.breadboard.proto.hades.sw.recovery.SwLog;
import org.breadboard.proto.hades.table.HostMemory;
import org.breadboard.proto.hades.table.ThreadTables;

/**
 * What the transactions of a thread are given, and share. One thread.
 *
 * @param node the thread's
 * @param queuePairs one to each node; to the own one only unless {@code locksByCpu}
 * @param locksByCpu whether the CPU's own compare-and-set is atomic with the NIC's
 * @param unlocks polls for what no transaction waits for
 * @param log where commit records go; null in a run in which no machine crashes, since nobody reads them then
 */
record SwSetup(
        SwOptions options,
        int node,
        Placement placement,
        ThreadTables tables,
        CpuTime cpu,
        QueuePair[] queuePairs,
        boolean locksByCpu,
        Unlocks unlocks,
        SwLog log) {
    SoftwareCosts costs() {
        return options.costs;
    }

    HostMemory memory() {
        return tables.memory();
    }
}
