// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.txn.Transaction;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A protocol's part of one node, for the checks of a run. Called when all stages are quiet, {@link #records},
 * {@link #holds} and {@link #background} excepted.
 */
@ConsumerType
public interface ProtocolNode {
    /**
     * The regions that are this node's copy of a partition, under names that are the same on every node that has one.
     * In a run whose machines may crash, a machine that gets a copy of the partition gets copies of these, byte for
     * byte, before its node is built.
     */
    default List<Region> copy(int partition) {
        throw new UnsupportedOperationException("which regions are copies is not told");
    }

    /**
     * How many bytes a machine has to be sent to get {@link #copy}: all of them, unless it is known that many are not
     * in use. On real threads while the stages run.
     */
    default long copyBytes(int partition) {
        return copy(partition).stream().mapToLong(Region::sizeBytes).sum();
    }

    /**
     * Visits every record of a partition of which this node holds a copy, table by table. In virtual time also while
     * the run goes on, in a step that reports a transaction, to see that no version goes back; it takes no time and
     * changes nothing.
     */
    void records(int partition, RecordVisitor visitor);

    /**
     * Whether this node would still have a committed write if it crashed now: whether memory that survives a crash
     * ({@link org.breadboard.api.memory.Lifetime#SURVIVES_CRASH}) has it in a log, as it was committed, or in a copy of
     * the record, at its version or a later one. It looks at the bytes, whatever the protocol remembers of having
     * written them. Asked in virtual time, in the step that reports the transaction, of protocols that say what they
     * promise ({@link ProtocolTraits#durability}); it takes no time and changes nothing.
     *
     * @param access one that wrote, and after which the transaction wrote that record no more
     */
    default boolean holds(Commit commit, int access) {
        throw new UnsupportedOperationException("what it holds at commit is not told");
    }

    /**
     * A transaction that is being reported.
     *
     * @param node whose client it is of
     * @param thread the number of that client's stage, as {@link NodeContext#transactions} was told it
     * @param context of that stage
     */
    record Commit(int node, int thread, int context, Transaction transaction) {}

    /**
     * The configuration that this node was built for has ended, and everything stands still. Attempts of its clients
     * that are under way now tell what they would install, or that they were given up ({@link Transaction#installed},
     * {@link Transaction#withdrawn}), if that was not known to them: for protocols whose stores decide on versions, or
     * on which of several attempts it is that counts.
     */
    default void interrupted() {}

    /**
     * Whether this node has no background work left, such as a log to apply. When all clients are done, the run goes on
     * until every node says so. Asked by the thread that controls the run; live, while the stages run.
     */
    default boolean isAtRest() {
        return background().isDone();
    }

    /**
     * How far this node is with what it does in the background. A run whose background falls behind says so, since what
     * it measured does not last. Asked by the thread that controls the run, on real threads while the stages run.
     */
    default Background background() {
        return Background.NONE;
    }

    /**
     * Work that is done after those who caused it were answered, such as applying a log, in a unit of the protocol's
     * own.
     *
     * @param added how much has come up since the run began
     * @param done how much of that is done
     */
    record Background(long added, long done) {
        /** None has come up. */
        public static final Background NONE = new Background(0, 0);

        /** Whether nothing is left. */
        public boolean isDone() {
            return added == done;
        }

        /** This and another node's. */
        public Background plus(Background other) {
            return new Background(added + other.added, done + other.done);
        }
    }

    /**
     * What this node finds wrong with itself after the run, one sentence each (a log that lacks a committed record, a
     * counter that does not add up). Asked when all stages are quiet; empty if nothing is wrong.
     */
    default List<String> violations() {
        return List.of();
    }

    /**
     * Remarks for readers of the figures on how this node was built, one sentence each (a structure that got less
     * memory than it asked for). A remark that several nodes share is shown once. Nothing is wrong with the run.
     */
    default List<String> remarks() {
        return List.of();
    }

    /** Told of each record. */
    @FunctionalInterface
    @ConsumerType
    interface RecordVisitor {
        /**
         * A record.
         *
         * @param version its version, in the protocol's numbering as used in {@code Transaction}; 0 for what was never
         *     written
         * @param value reused by the caller
         */
        void record(int table, long key, long version, byte[] value, int lengthBytes);

        /**
         * A record of a table with parts, of a protocol that has a version for each ({@link ProtocolType.Grain#PART}).
         *
         * @param versions of the parts, at least as many as there are; reused by the caller
         * @param value reused by the caller
         */
        default void parts(int table, long key, long[] versions, byte[] value, int lengthBytes) {
            record(table, key, versions[0], value, lengthBytes);
        }

        /**
         * Whether the records in a stretch of memory are wanted. For who visits memory in stretches of which the bytes
         * alone say which records are there, and what their values and versions are: where a primary has the bytes that
         * it began with, and a copy those of the primary, they need not be shown. Who does not ask shows all.
         *
         * @param from the address of the stretch's first byte
         * @param to the address behind its last byte
         */
        default boolean wants(Region region, long from, long to) {
            return true;
        }
    }
}
