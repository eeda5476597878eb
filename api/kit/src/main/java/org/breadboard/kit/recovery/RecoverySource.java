// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.List;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a protocol's part of one node looks like to recovery. All calls come from the {@link RecoveryAgent}'s stage;
 * each charges the step for what it does to memory. What is done twice is the same as what is done once, since whoever
 * recovers may crash.
 */
@ConsumerType
public interface RecoverySource {
    /**
     * The affinity of the agent's stage ({@link org.breadboard.api.runtime.StageSpec}): that of the node's other stages
     * if devices, of which it changes the state, belong to one thread; by default none.
     */
    default String affinity() {
        return "";
    }

    /**
     * Goes on releasing the locks that transactions of the configuration before held in this node's memory: none of
     * them will release its own any more.
     *
     * @return whether all are released; called again until then
     */
    boolean release(Step step);

    /**
     * Goes on showing the transactions of which this node's logs of earlier epochs have records.
     *
     * @return whether all are shown; called again until then
     */
    boolean scan(Step step, LogSink sink);

    /**
     * Whether each coordinator logs a transaction only when the one before it is over, and all of its writes are in all
     * copies: then one that was followed is left alone. Otherwise what its log has of it is decided on, and applied
     * where it is missing.
     */
    default boolean logsOneAfterAnother() {
        return true;
    }

    /**
     * Who has asked for a transaction, as it tells {@link org.breadboard.api.txn.Transaction#author}; 0 where versions
     * tell which transaction it is.
     */
    default long author(RecoveryId id) {
        return 0;
    }

    /** What is locked for a record: records with the same number share a lock, and a version. */
    long lockUnit(int table, long key);

    /** Locks at this node, the primary of that partition; nobody else holds the lock. */
    void lock(Step step, int table, int partition, long lockUnit);

    /** Unlocks what {@link #lock} locked. */
    void unlock(Step step, int table, int partition, long lockUnit);

    /**
     * Applies what a transaction that has committed wrote to copies of this node, unless they have it, or what came
     * later.
     *
     * @param wanted how many writes the transaction has in all
     * @param writes in the order in which the log has them; those of one lock unit are all among them
     */
    void apply(Step step, RecoveryId id, int wanted, List<RecoveredWrite> writes);

    /**
     * Takes back what copies of this node have of a transaction that has not committed. For protocols that apply what
     * they have logged before they know that it is logged everywhere.
     *
     * @param writes as for {@link #apply}, as far as logs have them
     */
    default void takeBack(Step step, RecoveryId id, List<RecoveredWrite> writes) {}

    /** Nothing that this node has kept of earlier epochs is needed any more. */
    void finished(Step step);

    /**
     * Takes what a log has of transactions. Each record begins with {@link #transaction}, and ends with the next one.
     */
    @ConsumerType
    interface LogSink {
        /**
         * A record of a transaction follows. A transaction is what has the same epoch and id on all nodes. If whoever
         * coordinates has {@linkplain RecoverySource#logsOneAfterAnother one after another}, those that are followed by
         * one that was logged are over, all of their writes are in all copies, and their clients know.
         *
         * @param epoch in which it was logged
         * @param idHigh who coordinated it
         * @param idLow its number among these, which grows
         * @param writes how many records it wrote in all, be they in this log or not: it has committed if all are found
         *     in some log
         */
        void transaction(long epoch, long idHigh, long idLow, int writes);

        /**
         * All transactions of a coordinator up to a number are over, as far as this log was told: they have committed,
         * and primaries have what they wrote. Nodes that knew may have given up their records, and applied them: one of
         * these transactions of which only a part is found has committed nevertheless. For logs whose records are given
         * up by one node after the other.
         *
         * @param idLow the number of the last one
         */
        void over(long epoch, long idHigh, long idLow);

        /** A write of it, which this log has. The bytes are copied. */
        void write(int table, long key, long version, boolean deletes, byte[] bytes, int at, int lengthBytes);
    }
}
