package org.breadboard.proto.xenic.txn.recovery;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.proto.xenic.txn.shard.Journal;
import org.breadboard.proto.xenic.txn.shard.LogRings;

/**
 * A node's log of an earlier configuration with its journal: the own one, or that of a node from which this one got a
 * copy of a partition, which came with it.
 */
record KeptLog(LogRings rings, Journal journal) {
    /** Those that a node has, the older first. */
    static List<KeptLog> all(Recovery recovery) {
        var logs = recovery.kept(LogRings.REGION).stream().collect(Collectors.toMap(Region::name, log -> log));
        return recovery.kept(Journal.REGION).stream()
                .map(Journal::new)
                .map(journal -> new KeptLog(
                        new LogRings(
                                logs.get(LogRings.REGION + LogRings.suffix(journal.epoch(), journal.node())),
                                journal.rings()),
                        journal))
                .sorted(Comparator.comparingLong(log -> log.journal().epoch()))
                .toList();
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
