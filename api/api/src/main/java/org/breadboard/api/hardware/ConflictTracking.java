// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.AbortReason;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hardware that watches what transactions load and store, on their own node and on others, squashes those that
 * conflict, and commits the others (HADES IV, V). The unit is the cache line. The stages that use it share the affinity
 * {@link CachedMemory#AFFINITY}.
 */
@ConsumerType
public interface ConflictTracking extends Capability {
    /** The outcome of an access, or of an attempt to commit. */
    enum Access {
        /** Done. */
        DONE,
        /** A committing transaction holds the line: nothing happened, try again in a later step. */
        DENIED,
        /** The transaction must give up its attempt: {@link Tracker#abandon}. */
        SQUASHED
    }

    /**
     * Lets other nodes' transactions reach a region under its name, and gives its lines addresses. Only while building.
     *
     * @param witness words that say who wrote what, or null. They are read and written at the same instant as the
     *     region's bytes, but cost no time and no bytes on the wire, and are not tracked. Checks need them, since such
     *     hardware has no versions.
     */
    void register(Region region, Region witness);

    /**
     * The hardware's side of one context that runs transactions one after another. Only while building. Reserves the
     * stage's ring.
     *
     * @throws org.breadboard.api.RefusedException if there are more than tags can name
     */
    Tracker open(Stage stage, Task task);

    /**
     * Holds lines of this node for a transaction of the configuration before, which is being recovered: the directory
     * denies them to all transactions, as a lock does (HADES V.B), until {@link #letGo}. By a stage of the affinity.
     */
    void hold(Step step, Region region, long address, int lengthBytes);

    /** Lets go of lines that {@link #hold} holds; what was denied them is tried again. */
    void letGo(Step step, Region region, long address, int lengthBytes);

    /**
     * How many locks this node's directory has: of transactions that commit, of reads in progress, and of lines that
     * are held. For checks, when all stages are quiet.
     */
    int locks();

    /**
     * One transaction at a time. A squash reaches the task through {@link Task#squashed}, and every operation after it
     * answers {@link Access#SQUASHED} until {@link #abandon}. Remote operations complete to the task with the ticket as
     * {@link Message#kind()}. Used by the thread of its stage only.
     */
    @ConsumerType
    interface Tracker {
        /**
         * Begins an attempt.
         *
         * @param local whether loads and stores on its own node are watched, which needs a pair of filters; otherwise
         *     they are declared at commit (HADES-H)
         * @return false if no pair is free: nothing has begun; try again later, or without {@code local}
         */
        boolean begin(Step step, boolean local);

        /**
         * Loads from the own node, all lines at the instant of the step. Needs {@code local}; so does {@link #store}.
         */
        Access load(Step step, Region region, long address, byte[] target, int offset, int lengthBytes);

        /** Stores speculatively on the own node. */
        Access store(Step step, Region region, long address, byte[] source, int offset, int lengthBytes);

        /**
         * Whether a committing transaction holds any of these lines of the own node against a load, or a store (HADES
         * V.B). If so, the step is charged for the check. If not, the check costs nothing, since it takes no longer
         * than the access that follows.
         */
        boolean isDenied(Step step, Region region, long address, int lengthBytes, boolean stores);

        /**
         * Reads from another node, all lines as of one instant: no commit comes between them. The completion carries
         * the bytes that were read, then {@code witnessBytes} of the region's witness.
         */
        void read(
                Step step,
                int node,
                String region,
                long address,
                int lengthBytes,
                long witnessAddress,
                int witnessBytes,
                int ticket);

        /**
         * Prepares a write to another node: the lines that it covers only in part are watched and fetched.
         *
         * @return whether there are such lines, and hence will be a completion
         */
        boolean prepare(Step step, int node, String region, long address, int lengthBytes, int ticket);

        /**
         * Buffers a write to another node, or to a copy on the own one, that becomes visible if the transaction
         * commits.
         *
         * @param durable whether the node must have the bytes safe before it agrees to the commit, as replicas must
         *     (HADES V.A)
         */
        void write(
                Step step,
                int node,
                String region,
                long address,
                byte[] source,
                int offset,
                int lengthBytes,
                boolean durable);

        /**
         * Has a node write bytes to a region that nobody tracks, when it agrees to the commit and before it says so: a
         * temporary durable copy (HADES V.A, "Fault-Tolerance and Durability"). It stays, whatever becomes of the
         * transaction. Only for a node that the transaction writes to.
         */
        void keep(int node, String region, long address, byte[] source, int offset, int lengthBytes);

        /** Buffers a word of a witness, which becomes visible with the writes to that node. */
        void witness(int node, String region, long address, long value);

        /**
         * Has the node's NIC add to a word when it applies the transaction's writes there: a version that moves (HADES
         * V.D). The word's line is neither tracked nor locked for this, so writers of other lines of the record do not
         * conflict. Only for a node that the transaction writes to.
         */
        void advance(int node, String region, long address, long by);

        /**
         * Declares what the transaction loaded or stored on its own node without being watched (HADES-H), before
         * {@link #lock}.
         */
        void declare(Step step, Region region, long address, int lengthBytes, boolean stores);

        /**
         * The first two steps of a commit: locks the own node's directory for the lines loaded and stored there, and
         * squashes the remote transactions that conflict. Never waits; DONE or SQUASHED.
         */
        Access lock(Step step);

        /**
         * The third step: asks all nodes that it has read from or writes to.
         *
         * @return whether there will be a completion, once all have agreed; false if there is no node to ask.
         *     Afterwards nothing can squash the transaction.
         */
        boolean intend(Step step, int ticket);

        /**
         * Whether its stores on its own node, watched or declared, have to wait for reads by other nodes that are in
         * progress (HADES V.B, last paragraph). To be asked once all have agreed. If so, nothing happened: ask again in
         * a later step. If not, call {@link #finish} in the same step. Other nodes' NICs wait by themselves.
         */
        boolean isStalled(Step step);

        /**
         * The last step, once all have agreed and nothing is {@link #isStalled stalled}: makes its stores and writes
         * visible, unlocks, and forgets the attempt.
         */
        void finish(Step step);

        /** Gives up the attempt, here and on all nodes that know of it. */
        void abandon(Step step);

        /** Why it was squashed, after it was. */
        AbortReason reason();

        /**
         * Adds lines of any node to those that {@link #lockFirst} locks, by exact address (HADES VI).
         *
         * @param writes whether they may be written
         */
        void cover(int node, String region, long address, int lengthBytes, boolean writes);

        /**
         * Begins an attempt that locks all covered lines before it executes, node after node in ascending order,
         * waiting where it must; it completes when it has them all. From then on nothing can squash it, as long as it
         * stays within the covered lines.
         *
         * @return false as {@link #begin} does
         */
        boolean lockFirst(Step step, boolean local, int ticket);
    }
}
