package org.breadboard.api.hardware;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * Memory that hardware watches for conflicts between transactions (HADES IV, V). An access is a call, not a message: it adds
 * its time to the step and answers at once. Stages that use one node's tracked memory share an affinity.
 */
public interface TrackedMemory extends Capability {
    /** What became of an access. */
    enum Access {
        /** Done. */
        DONE,
        /** A committing transaction holds the line: nothing happened, try again in a later step. */
        DENIED,
        /** The access conflicts: this transaction must give up its attempt. */
        SQUASHED
    }

    /** Begins to track {@code task}'s current attempt; false if all filters are in use. */
    boolean begin(Step step, Task task);

    /** Loads bytes for {@code task}'s transaction. */
    Access load(Step step, Task task, long address, byte[] target, int offset, int lengthBytes);

    /** Stores bytes speculatively for {@code task}'s transaction. */
    Access store(Step step, Task task, long address, byte[] source, int offset, int lengthBytes);

    /** Makes all speculative stores of {@code task} visible at once; anything but DONE leaves them speculative. */
    Access commit(Step step, Task task);

    /** Forgets {@code task}'s speculative stores and filters. */
    void abort(Step step, Task task);
}
