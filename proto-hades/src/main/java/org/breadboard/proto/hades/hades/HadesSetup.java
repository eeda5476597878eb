// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.hades;

import org.breadboard.api.observe.Counter;
import org.breadboard.proto.hades.cost.CpuTime;
import org.breadboard.proto.hades.hades.recovery.HadesLog;
import org.breadboard.proto.hades.table.ThreadTables;

/**
 * What the transactions of a core are given, and share. One thread.
 *
 * @param node the core's
 * @param log where temporary durable copies go; null in a run in which no machine crashes, since nobody reads them then
 * @param lockedFirst counts the attempts that locked before they executed
 * @param degraded counts the attempts whose local part was software's, since the node's filters had run out
 */
record HadesSetup(
        HadesRun run, int node, ThreadTables tables, CpuTime cpu, HadesLog log, Counter lockedFirst, Counter degraded) {
    HadesOptions options() {
        return run.options();
    }
}
