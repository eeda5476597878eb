// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import java.util.function.Consumer;

/**
 * Where the configuration of each epoch is agreed upon, off the path of transactions, as FaRM has it in ZooKeeper (FaRM
 * 5.2). Any thread.
 */
public interface EpochStore extends AutoCloseable {
    /**
     * Proposes the configuration that follows {@code epoch}, and returns at once. Of all proposals for an epoch one is
     * accepted, whoever makes it. While the store cannot be reached the proposal waits. The answer comes once, on some
     * thread; none comes after close.
     */
    void propose(int epoch, byte[] configuration, Consumer<Decision> answer);

    /** Whether the store answers at present. */
    boolean isReachable();

    /**
     * Takes its servers away, or brings them back, for a nemesis; returns at once.
     *
     * @throws UnsupportedOperationException if they are not its own
     */
    void strike(boolean away);

    /** Ends it; what is not decided yet gets no answer. */
    @Override
    void close();

    /** What was decided: whether this proposal is it, and the configuration that follows. */
    record Decision(boolean accepted, byte[] configuration) {}
}
