// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.hardware;

import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * General-purpose cores on a NIC with memory of their own, and messages between them, the hosts' threads and the cores
 * of other NICs (Xenic 2.3, 3). A core of a NIC is reached by a <em>flow</em>, a host thread by a <em>queue</em>; both
 * are numbers of a {@link Channel}, unique within their node.
 *
 * <p>A message travels in a packet, alone or gathered with others for the same destination (Xenic 4.3.2). The device
 * charges the stages for its own work: a share for each packet and a share for each message. A program charges its own
 * work on a message itself.
 */
@ConsumerType
public interface NicCores extends Capability {
    /** How many cores run; programs may be put on each. */
    int cores();

    /**
     * Puts a program on a core, counted from 0; its speed falls with the number of cores that run. Only while building.
     */
    Stage core(int index, StageProgram program);

    /**
     * On-board memory: a region of lifetime {@link org.breadboard.api.memory.Lifetime#DEVICE_VOLATILE}, charged against
     * the capacity of the NIC. Only while building.
     *
     * @throws org.breadboard.api.RefusedException if less is left
     */
    Region memory(String name, long sizeBytes, Layout layout);

    /**
     * The same, with the content of an image in the beginning.
     *
     * @throws org.breadboard.api.RefusedException if less is left
     */
    Region memory(String name, Image image);

    /** What a core pays for its loads and stores of on-board memory. */
    CoreMemory coreMemory(Stage core);

    /**
     * What a core's access to on-board memory costs in time; the bytes themselves are in the {@link #memory} regions.
     * The time does not depend on the core's speed: DPDK's hash_perf slows by 1.9 when all cores of a LiquidIO are
     * busy, where Coremark slows by 3.2 (Xenic Table 1). Used by the thread of its core only.
     */
    @ConsumerType
    interface CoreMemory {
        /**
         * Charges the core for an access that misses its caches. Misses of one burst overlap, up to the number that the
         * core can have outstanding: the requests behind them have all arrived, in the same packets.
         */
        void miss(Step step);

        /** Charges the core for an access to bytes that were used microseconds ago. */
        void hit(Step step);
    }

    /** How much on-board memory is left. */
    long freeMemoryBytes();

    /** The largest message. One that is larger than a packet goes alone, in several frames. */
    int maxMessageBytes();

    /**
     * Opens the channel of a core. What others send to {@code flow} arrives there: the flow engine steers packets to
     * cores (Xenic 4.3.2). Reserves the stage's ring. Only while building.
     */
    Channel openFlow(Stage core, int flow, ChannelSpec spec);

    /**
     * Opens the channel of a host thread, to which others send by {@code queue}. Reserves the stage's ring. Only while
     * building.
     */
    Channel openQueue(Stage host, int queue, ChannelSpec spec);

    /**
     * How a channel is made.
     *
     * @param receiveSlots the most messages for it that can be on the ring of its stage at one time; one more is
     *     dropped and counted, so a protocol sets this to the number that may be outstanding towards it
     * @param sendPackets the most packets of it that can be gathering, waiting or leaving this node's part of the
     *     device
     * @param gatherEthernet whether messages for one destination on another node share packets
     * @param gatherPcie whether messages that cross to or from this node's host share packets, and packets doorbells. A
     *     packet from a host thread to another node crosses PCIe first: it gathers if either is set
     */
    record ChannelSpec(int receiveSlots, int sendPackets, boolean gatherEthernet, boolean gatherPcie) {
        /** Gathers messages on both ways. */
        public static ChannelSpec gathering(int receiveSlots, int sendPackets) {
            return new ChannelSpec(receiveSlots, sendPackets, true, true);
        }

        /** Sends each message in a packet of its own. */
        public static ChannelSpec single(int receiveSlots, int sendPackets) {
            return new ChannelSpec(receiveSlots, sendPackets, false, false);
        }
    }

    /**
     * One stage's connection to all others. What is sent to it arrives at its {@link StageProgram#receive}, each
     * message on its own. A message keeps its bytes, its {@link Message#kind()} (16 bits), its source node and epoch;
     * registers, task and owner do not travel. Order is kept from one channel to another. Nothing is sent again: a
     * message that the network loses, or that finds no receive slot, is counted and dropped. Used by the thread of its
     * stage only.
     */
    @ConsumerType
    interface Channel {
        /**
         * Gathers a message for the core of {@code node} (which may be this one) that {@code flow} is steered to.
         *
         * @return false if all {@code sendPackets} are in use: the caller keeps the message, and packets free
         *     themselves
         * @throws IllegalArgumentException if it is larger than {@link NicCores#maxMessageBytes()}
         */
        boolean toCore(Step step, int node, int flow, Message message);

        /**
         * Gathers a message for the host thread of {@code node} (which may be this one) that has {@code queue}; as
         * above.
         */
        boolean toHost(Step step, int node, int queue, Message message);

        /**
         * Sends the oldest packet that gathered, or one doorbell's worth of packets; what it sends leaves when the step
         * ends. A program calls it from its own {@link StageProgram#transmit} and returns what it returns; it is never
         * {@link StageProgram.Transmit#FULL}.
         */
        StageProgram.Transmit transmit(Step step);

        /** Charges the stage for taking a message of this channel off its ring; once for each, before anything else. */
        void polled(Step step, Message message);
    }
}
