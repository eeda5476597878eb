package com.example.cachingnic.cache;

import org.breadboard.api.hardware.Capability;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/**
 * A NIC that keeps copies of its host's records in its own memory, and answers other nodes from them, without that
 * host. Each copy is a hint: the NIC forgets what it has no room for, and hears of a write a little later. Who relies
 * on an answer compares its version with the record's.
 */
public interface RecordCache extends Capability {
    /** Where the value begins in an answer that has one. */
    int VALUE_AT = Long.BYTES;

    /**
     * Tells the NIC of the own node what a record is. Charges the stage. The bytes are copied at once, and the NIC has
     * them some time after the step's end. Of what it is told of one record it keeps the latest version. Any stage of
     * the node.
     *
     * @param lengthBytes 0 if there is no such record
     * @return false if it is not told, since too much is on the way already, or no slot holds such a long value
     */
    boolean put(Step step, int table, long key, long version, byte[] value, int at, int lengthBytes);

    /**
     * A queue of questions to the NICs of other nodes, for the tasks of a stage. Reserves the stage's ring. Only while
     * the node is built.
     *
     * @param slots the most questions under way at one time, 1 or more
     */
    Questions open(Stage stage, int slots);

    /** A queue of questions. Used by the thread of its stage only. */
    interface Questions {
        /**
         * Asks what a record of another node is. Charges the stage, for the answer, too. That completes to the task's
         * attempt, with {@code item} as its {@link Message#kind}. Nothing is sent again: if the network loses question
         * or answer, nothing completes.
         *
         * @return false if as many as slots are under way: nothing is asked
         */
        boolean ask(Step step, int node, int table, long key, Task task, int item);
    }

    /** Whether the NIC had a copy. */
    static boolean isHit(Message answer) {
        return answer.lengthBytes() > 0;
    }

    /** The version of the copy that it had. */
    static long version(Message answer) {
        return answer.getLong(0);
    }

    /** How long the value is that begins at {@link #VALUE_AT}; 0 if there is no such record. */
    static int valueBytes(Message answer) {
        return answer.lengthBytes() - VALUE_AT;
    }
}
