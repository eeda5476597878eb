package org.breadboard.proto.xenic.drtm.log;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.proto.xenic.drtm.setup.DrtmOptions;

/** Applies what the peers of one thread have logged to this node's backups, now and then, behind everybody's back. */
public final class LogCleaner extends Task {
    private final ReplicaLog log;
    private final Backups backups;
    private final DrtmOptions options;
    private final int thread;
    private final long[] applied;
    private final byte[] record = new byte[ReplicaLog.SLOT_BYTES];
    private Step step;
    private boolean all;
    private final ReplicaLog.Writes write = this::apply;

    /** Of the rings that thread {@code thread} of each node writes. */
    public LogCleaner(ReplicaLog log, Backups backups, DrtmOptions options, int nodes, int thread) {
        this.log = log;
        this.backups = backups;
        this.options = options;
        this.thread = thread;
        applied = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            applied[node] = log.applied(node, thread);
        }
    }

    @Override
    protected Next step(Step now) {
        step = now;
        for (int node = 0; node < applied.length; node++) {
            now.stall(options.memory.cachedNs());
            long before = applied[node];
            all = true;
            while (all && log.visit(node, thread, applied[node] + 1, record, write)) {
                applied[node] += all ? 1 : 0;
            }
            if (applied[node] != before) {
                log.applied(node, thread, applied[node]);
            }
        }
        now.timer(this, options.logPollNs);
        return Next.AWAIT;
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
