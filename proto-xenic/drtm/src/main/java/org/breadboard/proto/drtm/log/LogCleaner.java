// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.log;

import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.proto.drtm.setup.DrtmOptions;

/**
 * Applies what the peers of one thread have logged to this node's backups, now and then, behind everybody's back. Where
 * machines may crash it waits until a transaction is over: what is applied may not turn out to have to be taken back.
 */
public final class LogCleaner extends Task {
    private final ReplicaLog log;
    private final Backups backups;
    private final DrtmOptions options;
    private final int thread;
    private final boolean recovers;
    private final long[] applied;
    private final byte[] record = new byte[ReplicaLog.SLOT_BYTES];
    private Step step;
    private boolean all;
    private final ReplicaLog.Writes write = this::apply;

    /** Of the rings that thread {@code thread} of each node writes. */
    public LogCleaner(NodeContext scope, ReplicaLog log, Backups backups, DrtmOptions options, int thread) {
        recovers = scope.recovery() != null;
        this.log = log;
        this.backups = backups;
        this.options = options;
        this.thread = thread;
        applied = new long[scope.nodes()];
        for (int from = 0; from < applied.length; from++) {
            applied[from] = log.applied(from, thread);
        }
    }

    @Override
    protected Next step(Step now) {
        step = now;
        for (int from = 0; from < applied.length; from++) {
            now.stall(options.memory.cachedNs());
            long before = applied[from];
            all = true;
            while (all && mayApply(from) && log.visit(from, thread, applied[from] + 1, record, write)) {
                applied[from] += all ? 1 : 0;
            }
            if (applied[from] != before) {
                log.applied(from, thread, applied[from]);
            }
        }
        backups.listEnds();
        now.timer(this, options.logPollNs);
        return Next.AWAIT;
    }

    private boolean mayApply(int from) {
        return !recovers || log.isOver(from, thread, applied[from] + 1);
    }

    /**
     * A record that meets another thread's, or comes before what has to be there first, ends there, and is applied
     * again as a whole: versions keep that from doing harm. What a ring waits for was logged before it, so rings never
     * wait for each other.
     */
    private void apply(long what, long key, long version, byte[] bytes, int at) {
        all = all && backups.apply(step, what, key, version, bytes, at);
    }
}
