// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.xenic.txn.host;

import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.runtime.Step;
import org.breadboard.proto.xenic.txn.setup.XenicOptions;

/**
 * What the threads of a host tell each other of transactions that execute on NICs and have to do with the host's
 * ordered tables. What such a transaction inserts is in its tables only when its thread has heard of it, which is after
 * it took effect. So each has a ticket from before it is sent until all that it wrote is in the tables, and whoever has
 * searched these tables on the host waits behind its own locks, and before it validates, for all tickets that were out
 * by then.
 *
 * <p>A table is <em>changing</em> from when this node first writes to it. What a shipped transaction reads of one that
 * is not needs no lock. Whoever makes one changing waits for all tickets that were out before.
 *
 * <p>In host memory, and gone with the process: when another configuration begins, no ticket is out. All threads of the
 * host, by atomic words. Taking a ticket, and giving it back, moves a cache line between cores.
 */
public final class Shipments {
    private static final Layout LAYOUT = new Layout("xenic.shipments", 1);
    /** Tickets that may be out or wait for an earlier one. */
    private static final int WINDOW = 1 << 12;

    private static final long NEXT = 0;
    private static final long OLDEST = Region.LINE_BYTES;
    private static final long BLOCKED = OLDEST + Long.BYTES;
    private static final long INSERTED = 2 * Region.LINE_BYTES;
    private static final long TABLES = 3 * Region.LINE_BYTES;
    private static final long BECOMING = Long.MAX_VALUE;

    /** There is none. */
    static final long NONE = -1;

    private final Region words;
    private final XenicOptions.Host options;
    private final long endedAt;

    /** Of one node, with so many tables. */
    public Shipments(NodeContext scope, XenicOptions.Host options, int tables) {
        this.options = options;
        endedAt = TABLES + (long) tables * Long.BYTES;
        words = scope.region("xenic.shipments", endedAt + (long) WINDOW * Long.BYTES, Lifetime.PROCESS, LAYOUT);
    }

    // Tickets.

    /**
     * A ticket for a transaction that is about to be sent.
     *
     * @param inserts the tables that it may insert into, as bits
     * @return the ticket, or {@link #NONE} if it has to stay here: too many are out
     */
    long begin(Step step, long inserts) {
        step.stall(options.memory.memoryNs());
        long known = words.getLongAcquire(INSERTED);
        while ((known | inserts) != known && !words.compareAndSetLong(INSERTED, known, known | inserts)) {
            known = words.getLongAcquire(INSERTED);
        }
        while (true) {
            long next = words.getLongAcquire(NEXT);
            if (next - words.getLongAcquire(OLDEST) >= WINDOW) {
                return NONE;
            }
            if (words.compareAndSetLong(NEXT, next, next + 1)) {
                return next;
            }
        }
    }

    /** All that the ticket's transaction wrote is in the tables, or it has not committed. */
    void end(Step step, long ticket) {
        step.stall(options.memory.memoryNs());
        words.getAndAddLong(ended(ticket), 1);
        long oldest = words.getLongAcquire(OLDEST);
        while (words.getLongAcquire(ended(oldest)) == oldest / WINDOW + 1) {
            words.compareAndSetLong(OLDEST, oldest, oldest + 1);
            oldest = words.getLongAcquire(OLDEST);
        }
    }

    private long ended(long ticket) {
        return endedAt + ticket % WINDOW * Long.BYTES;
    }

    /** Tickets below this are out, or were. */
    long fence(Step step) {
        step.stall(options.memory.cachedNs());
        return words.getAndAddLong(NEXT, 0);
    }

    /** Whether all tickets below a fence are given back. */
    boolean isOver(Step step, long fence) {
        step.stall(options.memory.cachedNs());
        return words.getLongAcquire(OLDEST) >= fence;
    }

    // Tables.

    /** Whether shipped transactions may insert into a table. */
    boolean isInserted(int table) {
        return (words.getLongAcquire(INSERTED) >>> table & 1) != 0;
    }

    /** Whether this node writes to a table. */
    boolean isChanging(int table) {
        return words.getLongAcquire(tableAt(table)) != 0;
    }

    /** Makes a table a changing one; false if a ticket is still out whose transaction may have read it before. */
    boolean change(Step step, int table) {
        long at = tableAt(table);
        step.stall(options.memory.cachedNs());
        if (words.getLongAcquire(at) == 0 && words.compareAndSetLong(at, 0, BECOMING)) {
            words.putLongRelease(at, 1 + fence(step));
        }
        long known = words.getLongAcquire(at);
        return known != BECOMING && words.getLongAcquire(OLDEST) >= known - 1;
    }

    private static long tableAt(int table) {
        return TABLES + (long) table * Long.BYTES;
    }

    // Waiting.

    /** Rows that cannot be put in, because whoever waits for them has a lock in their way: {@code change} more. */
    void blocked(Step step, int change) {
        step.stall(options.memory.memoryNs());
        words.getAndAddLong(BLOCKED, change);
    }

    /** Whether there are such: whoever waits must give way. */
    boolean isAnyBlocked() {
        return words.getLongAcquire(BLOCKED) > 0;
    }
}
