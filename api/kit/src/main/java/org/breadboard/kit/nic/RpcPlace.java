// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.nic;

import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.hardware.NicCores;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.protocol.NodeContext;

/** Where a node handles the remote procedure calls of others. */
public enum RpcPlace {
    /** On the threads of its host. */
    HOST,
    /** On the cores of its NIC, which reach the records in the host's memory by DMA or by verbs (Xenic 3.1). */
    NIC;

    /** What a mix can set, for protocols that can do either. */
    public static final Setting<RpcPlace> RPCS = Setting.choice(
                    "rpcs",
                    RpcPlace.class,
                    "where RPCs are handled: on host threads, or on cores of the node's SmartNIC, which reach records in"
                            + " host memory by DMA (on path) or by verbs (off path); coordinators stay on host threads"
                            + " (Xenic 3.7, for other protocols)")
            .optional();

    /** Of what a request costs over both sides, the part of who asks; a core of the NIC has the rest (assumed). */
    public static final double CALLERS_SHARE = 0.5;

    /** Length and kind of a message in a packet of several. */
    private static final int FRAMING_BYTES = 4;

    /**
     * The cores of a node that is to handle RPCs there.
     *
     * @throws RefusedException if the node's hardware has none, or none that reach the host's memory
     */
    public static NicCores cores(NodeContext scope) {
        NicCores cores = scope.capability(NicCores.class);
        if (cores == null || !(cores instanceof NicCompute) && scope.capability(OneSidedVerbs.class) == null) {
            throw new RefusedException("protocol.rpcs=nic has RPCs handled on cores of a SmartNIC, and the hardware of"
                    + " node " + scope.node() + " has none that reach host memory: take a SmartNIC, such as"
                    + " hardware.profile=liquidio3 or bluefield, or set protocol.rpcs=host");
        }
        return cores;
    }

    /**
     * The cores of a node that is to handle RPCs there, if they are as many and of the same kind as those of the nodes
     * before it: a caller picks a core of another node by the number of its own NIC's.
     *
     * @param others the cores of a node before it, or null for the first node
     * @throws RefusedException if it has none, or others than those
     */
    public static NicCores alike(NicCores others, NodeContext scope) {
        NicCores cores = cores(scope);
        if (others != null
                && (others.cores() != cores.cores() || others instanceof NicCompute != cores instanceof NicCompute)) {
            throw new RefusedException(
                    "protocol.rpcs=nic has each caller pick a core by its number, and the NIC of node "
                            + scope.node() + " runs " + cores.cores() + " cores "
                            + (cores instanceof NicCompute ? "on" : "off") + " the path, where that of node 0 runs "
                            + others.cores() + (others instanceof NicCompute ? " on" : " off")
                            + " it: give all nodes the same, or set protocol.rpcs=host");
        }
        return cores;
    }

    /** The longest message between a thread and a core that one frame holds: what a datagram does, less its framing. */
    public static int mostBytes(DatagramTransport transport) {
        return transport.maxPayloadBytes() - FRAMING_BYTES;
    }

    /**
     * How many calling coroutines of a node share a core at most. Those of neighbouring numbers share one, here and on
     * all other nodes, so that what a thread sends in a burst gathers in few packets (Xenic 4.3.2).
     */
    public static int callersPerCore(int callers, NicCores cores) {
        return (callers + cores.cores() - 1) / cores.cores();
    }
}
