// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.protocol;

import java.util.List;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What one node has for recovering, in a run whose machines may crash. Whenever the configuration changes, all nodes
 * stop wherever they are, and are built anew on the memory that survived
 * ({@link org.breadboard.api.memory.Lifetime#SURVIVES_CRASH}), with a placement that says who holds what from now on. A
 * protocol then brings memory into one consistent state: it releases what was locked, finds in its logs the
 * transactions that were under way, decides each, and applies it everywhere or nowhere (FaRM's recovery, to which FaSST
 * 5.1 and Xenic 4.2.1 refer). Its messages go over a network of their own, which joins the machines reliably and in
 * order: that of their configuration manager.
 *
 * <p>{@code org.breadboard.kit.recovery} has all of this but what a protocol's log and tables look like.
 */
@ProviderType
public interface Recovery {
    /** Whether this node is a member of the configuration; one that is not is built, and does not run. */
    boolean isMember(int node);

    /**
     * Regions of this node that survived and whose names begin with {@code prefix}, in the order of their names; none
     * of this epoch's own, and none that a node had before it was no member for a while.
     */
    List<Region> kept(String prefix);

    /** Gives a region of an earlier epoch back: nothing in it is needed any more, whoever crashes. Any thread. */
    void drop(Region kept);

    /**
     * The stage on which this node recovers, which gets the messages of {@link #send}; once, while the node is built.
     * It takes none of the hyperthreads that run transactions.
     *
     * @param affinity whose thread runs it, as in {@link org.breadboard.api.runtime.StageSpec}
     * @param receiveSlots the most messages that others may have sent to it and that it has not received
     */
    Stage stage(StageProgram program, String affinity, int receiveSlots);

    /**
     * Sends a message to the stage of another member, or of this one, when the step ends. It arrives in any case,
     * unless the configuration changes, and in order. Kind and bytes travel; so does the source node. By the attached
     * stage's thread.
     */
    void send(Step step, int node, Message message);

    /**
     * This node can serve: all that transactions under way may still change is locked. Once all members say so, clients
     * go on with transactions of which nobody can know yet whether they were to commit. By the stage's thread.
     */
    void serving(Step step);

    /**
     * A transaction that was under way has committed, and wrote this: it is in all copies. Clients that had asked for
     * it learn that, by what they were told that it would install; so an attempt tells that before anything of it is
     * logged, and takes it back ({@link org.breadboard.api.txn.Transaction#withdrawn}) before it unlocks without having
     * committed. By the stage's thread.
     *
     * @param epoch of the configuration in which it was under way
     * @param author who has asked for it, as it tells {@link org.breadboard.api.txn.Transaction#author}
     * @param version that it installed, as it tells {@link org.breadboard.api.txn.Transaction#installed}
     */
    void committed(Step step, long epoch, long author, int table, long key, long version);

    /**
     * This node has nothing left to recover. Once all members say so, what was under way and did not turn out to have
     * {@linkplain #committed committed} has aborted, and clients begin it again. By the stage's thread.
     */
    void finished(Step step);
}
