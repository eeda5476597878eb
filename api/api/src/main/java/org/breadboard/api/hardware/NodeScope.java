// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.osgi.annotation.versioning.ProviderType;

/** What hardware and protocols build a node from. Only while the node is built, by the thread that builds it. */
@ProviderType
public interface NodeScope {
    /**
     * The node that is being built, counted from 0: first those that hold records, then those with clients only, then,
     * for the hardware of switches, the switches.
     */
    int node();

    /** How many nodes hold records. */
    int nodes();

    /** The configuration epoch: 0 at first, and one more with each change of who is a member. */
    int epoch();

    /**
     * A region of this node: the surviving one of that name if it has the same layout, otherwise a new one of zeros.
     *
     * @throws org.breadboard.api.RefusedException if a surviving region of that name has another layout
     */
    Region region(String name, long sizeBytes, Lifetime lifetime, Layout layout);

    /** The same, but a new region starts as {@code image}. */
    Region region(String name, Image image, Lifetime lifetime);

    /** A stage of this node. */
    Stage stage(StageSpec spec, StageProgram program);

    /**
     * A resource of this node.
     *
     * @param cost how long a message keeps it busy
     * @param delayNs the time between the end of the service and the arrival at the next hop (propagation, pipelining)
     */
    Resource resource(String name, Resource.Cost cost, double delayNs);

    /**
     * A time that passes for this node's devices in both runtimes, as before a packet is sent again: what is forwarded
     * to it arrives at the next hop {@code delayNs} later, live too. There always the same thread of the node calls
     * that hop, whichever forwards, so that hops behind one timer or several share state without a lock; with 0 ns it
     * only leads there.
     */
    Resource timer(String name, double delayNs);

    /**
     * Where numbers begin that wrap around, such as those of packets: 0, but shortly before they change their sign in a
     * share of explored runs, since no run is long enough to get there. The same for all of a run.
     */
    default int firstNumber() {
        return 0;
    }

    /** A counter of this node; results add up counters of one name over nodes. */
    Counter counter(String name);

    /**
     * The same of what does not happen among parts that work together, such as a packet for a port that nobody has
     * opened, or more packets than their receiver has said that it has room for: results show it only if it has
     * counted, and campaigns do not ask for seeds that reach it, as they do of all other counters.
     */
    Counter unexpected(String name);
}
