// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.recovery;

import java.util.Comparator;
import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.proto.xenic.txn.shard.HostLog;
import org.breadboard.proto.xenic.txn.shard.Journal;

/**
 * A node's log of an earlier configuration with its journal: the own one, or that of a node from which this one got a
 * copy of a partition, which came with it.
 */
record KeptLog(HostLog log, Journal journal) {
    /** Those that a node has, the older first. */
    static List<KeptLog> all(Recovery recovery) {
        List<Region> logs = recovery.kept(HostLog.REGION);
        return recovery.kept(Journal.REGION).stream()
                .map(region -> of(logs, new Journal(region)))
                .sorted(Comparator.comparingLong(log -> log.journal().epoch()))
                .toList();
    }

    private static KeptLog of(List<Region> logs, Journal journal) {
        String name = HostLog.REGION + HostLog.suffix(journal.epoch(), journal.node());
        Region log = logs.stream()
                .filter(region -> region.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a journal is left, and not its log " + name));
        return new KeptLog(new HostLog(log, journal.workers()), journal);
    }

    /**
     * The log that the copy of a partition on a node was behind when a configuration ended: the node's own if it had a
     * copy then, and that of the primary if it got its copy from there.
     */
    static KeptLog behind(List<KeptLog> logs, long epoch, int partition, int node) {
        KeptLog found = null;
        for (KeptLog log : logs) {
            Journal journal = log.journal;
            if (journal.epoch() != epoch) {
                continue;
            }
            if (journal.node() == node && journal.held(partition)) {
                return log;
            }
            found = journal.isPrimary(partition) ? log : found;
        }
        return found;
    }
}
