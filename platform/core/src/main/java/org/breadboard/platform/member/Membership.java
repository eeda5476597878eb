// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import java.util.List;

/**
 * What becomes of the members of a cluster whose machines crash: when each thing happens, and which configuration
 * follows. FaSST 5.1 and Xenic 4.2.1 ask for FaRM's way: leases, and a configuration manager off the path of
 * transactions, whose decisions survive it.
 *
 * <p>A member that crashes is suspected when its lease runs out. A manager has the next configuration decided, and
 * tells the members, each of which stops when it hears of it; once all have, the next configuration begins, and
 * recovers. While more machines are lost than the replication bears, nothing begins until enough are back. When
 * recovery is over, copies that are missing are made, and then a configuration of all machines that are up begins in
 * the same way.
 *
 * <p>Whoever runs the cluster does what {@link #next} says when it is time, and tells what happens by itself
 * ({@link #crashed}, {@link #isolated}, {@link #returned}, {@link #recovered}). Times are in ns of the run. By the
 * thread that controls it.
 */
public interface Membership extends AutoCloseable {
    /** How often a lease is renewed before it runs out (published, FaRM 5.1). */
    int RENEWALS_PER_LEASE = 5;

    /** What is to be done. */
    enum Action {
        /** A member stops: it has learned of a new configuration or, planned, its lease is over. */
        STOP,
        /** All have stopped: the next configuration begins. */
        FORM
    }

    /** What is to be done when, and to which machine; -1 if to all. */
    record Event(long atNs, Action action, int machine) {}

    /** What is to be done next; null if nothing is known to come. It may become an earlier one by itself. */
    Event next();

    /** A member has stopped, as {@link #next} said. */
    void stopped();

    /**
     * All have stopped, as {@link #next} said: the next configuration begins, and recovers. It does so on the memory of
     * those machines that were members of the one before, and with the copies that it has
     * {@linkplain Configuration#missing more}.
     *
     * @return the configuration; null if too few machines are up, and nothing happens until some are
     */
    Configuration form();

    /** The members have recovered from what was before the present configuration. */
    void recovered(long nowNs);

    /** The present configuration. */
    Configuration configuration();

    /** Whether a machine is up, and so is its NIC. */
    boolean isUp(int machine);

    /**
     * Until when a machine's lease lasts, by {@link System#nanoTime}: after that its threads do nothing, until it has
     * another. Any thread.
     */
    default long leaseUntilNs(int machine) {
        return Long.MAX_VALUE;
    }

    /** Whether nothing is under way: all that are up are members, have recovered, and have all copies. */
    boolean isSettled();

    /** A machine that was up has crashed; if it was a member, its lease runs out. */
    void crashed(int machine, long nowNs);

    /**
     * The NIC of a machine that was up has crashed. Leases go over NICs: so it renews its own no more, hears of
     * nothing, and stops when that runs out.
     */
    void isolated(int machine, long nowNs);

    /** A machine that had crashed, or whose NIC had, is up again. */
    void returned(int machine, long nowNs);

    /**
     * What keeps decisions is gone: the present configuration goes on, and none follows it. Or it is back, and what has
     * waited is decided.
     */
    void reachable(boolean store, long nowNs);

    /** Why nobody can agree on anything any more, in words; null if all is well. */
    default String failure() {
        return null;
    }

    /** What a reader of the run's result has to know about it. */
    default List<String> remarks() {
        return List.of();
    }

    /** Nobody agrees on a configuration any more. */
    @Override
    void close();
}
