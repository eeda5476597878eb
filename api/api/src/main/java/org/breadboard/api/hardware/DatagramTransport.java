// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Unreliable datagrams between ports: SEND and posted RECEIVEs (FaSST 2.2, Table 1, UD). A datagram that finds no
 * posted receive is dropped and counted.
 */
@ConsumerType
public interface DatagramTransport extends Capability {
    /** The largest payload of a datagram. */
    int maxPayloadBytes();

    /**
     * Opens a port of this node for {@code stage}. Reserves the stage's ring for {@code receiveSlots}. Only while
     * building.
     *
     * @param port the number by which others reach it, unique within the node
     * @param receiveSlots the depth of the receive queue; all of it is posted when the run begins
     * @param sendSlots the depth of the send queue
     */
    Endpoint open(Stage stage, int port, int receiveSlots, int sendSlots);

    /**
     * As {@link #open}, but what leaves the port goes over reliable connected queue pairs, one to each node, as WRITEs
     * with immediate data. Each WRITE uses up a receive of the port that it names, and is sent again until it is
     * acknowledged. A queue pair has a state in the NIC and doorbells of its own (FaSST 2.2, 3.2). A NIC whose
     * transport is software sends datagrams, and again if they may get lost.
     *
     * @param sendSlots the depth of the send queue of each queue pair
     * @throws RefusedException if the device has no such transport
     */
    default Endpoint openReliable(Stage stage, int port, int receiveSlots, int sendSlots) {
        throw new RefusedException("This device has no reliable connected transport for messages; RDMA NICs have.");
    }

    /**
     * Whether the network may lose datagrams in this run, repeat them or have them overtake each other: a protocol that
     * does not bear it opens reliable ports then. Only while building.
     */
    default boolean mayLose() {
        return false;
    }

    /** One port. Used by the thread of its stage only. */
    @ConsumerType
    interface Endpoint {
        /**
         * The port's number, if a switch can read its datagrams: on their way they are messages that the endpoint owns,
         * the bytes are the payload and nothing else, and registers 2 and 3 are free. -1: a switch cannot.
         */
        default int number() {
            return -1;
        }

        /**
         * Puts a datagram on the send queue, without telling the device, and charges the stage for it.
         *
         * @return false if the send queue is full: the caller keeps the message. The queue drains by itself, and
         *     {@link org.breadboard.api.runtime.StageProgram#transmit} is called again in the next burst.
         */
        boolean post(Step step, int node, int port, Message message);

        /**
         * Tells the device of all that was posted since the last doorbell; it leaves when the step ends. Charges the
         * stage.
         */
        void doorbell(Step step);

        /** Charges the stage for taking a received datagram off the completion queue. */
        void polled(Step step, Message message);

        /** Posts {@code count} receives, with one charge for all if {@code cheap} (FaSST 4.2, cheap RECV posting). */
        void postReceives(Step step, int count, boolean cheap);
    }
}
