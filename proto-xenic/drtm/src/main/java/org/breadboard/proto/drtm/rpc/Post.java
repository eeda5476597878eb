// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.drtm.rpc;

import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram.Transmit;
import org.breadboard.api.runtime.Step;

/** How the messages of a host thread get to whoever serves them, and replies back. Used by the thread only. */
public interface Post {
    /** The longest request or reply. */
    int maxMessageBytes();

    /** Of what a request's items cost the CPU, over both sides, the part that this thread bears. */
    double entryShare();

    /** Takes a message that has arrived; once for each, before anything else. */
    void polled(Step step, Message message);

    /** Makes room for as many arrivals as there have been; whether that was anything to do. */
    boolean replenish(Step step);

    /** Takes a message for its target node; false if there is no room for it now. */
    boolean post(Step step, Message message);

    /** Sends what was posted, or a part of it; the end of a burst. */
    Transmit flush(Step step);
}
