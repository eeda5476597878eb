// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.fasst.rpc;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;

/**
 * How the messages of one thread get to whoever serves them, and the answers back. A message's kind is its immediate
 * data on either side. Used by the thread only.
 */
public interface RpcPort {
    /** The largest message that it sends or receives. */
    int maxMessageBytes();

    /** Of what the RPC layer costs per request, over both sides, the part that this thread bears. */
    double entryShare();

    /** Takes a message that has arrived; once for each, before anything else. */
    void polled(Step step, Message message);

    /** Makes room for as many arrivals as there have been; whether that was anything to do. */
    boolean replenish(Step step);

    /** Takes a message that is to be sent to a node; false if there is no room for it now. */
    boolean post(Step step, Message message);

    /** Tells the device of all that was posted. */
    void doorbell(Step step);

    /** Sends what has gathered on the way to the device, if anything does: the end of a burst. */
    Transmit flush(Step step);
}
