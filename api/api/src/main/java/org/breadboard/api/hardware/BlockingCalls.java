// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Runs calls that block, to something outside of the cluster such as a database, on threads of their own. The threads
 * of stages never wait for them.
 *
 * <p>The runtime of real threads offers it on every node, whatever hardware the node has. Virtual time does not know
 * how long such a call takes, so a protocol that {@linkplain org.breadboard.api.protocol.ProtocolType#requires()
 * requires} it is refused there before anything is built.
 */
@ProviderType
public interface BlockingCalls extends Capability {
    /**
     * Runs a call on a thread of its own, and makes the task ready on its stage when the call has ended, if the attempt
     * of now is still the current one then. The task returns {@link Task.Next#AWAIT} meanwhile. The call sees what the
     * step has done, and the task's next step sees what the call has done; until then what they share is the call's.
     * There are as many threads as there are calls at one time.
     *
     * @param step of the task
     * @param call if it throws, the run fails. With {@link org.breadboard.api.UnavailableException} it fails with that
     *     sentence alone
     */
    void run(Step step, Task task, Runnable call);

    /**
     * Has something closed when the threads of the run have ended, before the run is judged: a connection, so that a
     * call which still waits for an answer comes back. What closing throws is ignored. Any thread, calls' included.
     */
    void atEnd(AutoCloseable open);
}
