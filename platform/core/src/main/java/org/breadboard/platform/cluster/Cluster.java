// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.protocol.ProtocolNode;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.recording.HistoryChunkPool;
import org.breadboard.platform.load.Measured;
import org.breadboard.platform.load.Phases;
import org.breadboard.platform.load.StageClients;
import org.breadboard.platform.load.StageOperations;
import org.breadboard.platform.load.Window;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.nemesis.Nemesis;

/**
 * The nodes of one run, as a {@link ClusterBuilder} built them. Which parts there are never changes; what the parts
 * count is of the run.
 *
 * @param workload what runs, or null for a protocol that runs operations
 * @param items what the run's history has versions of
 * @param placement where records live
 * @param nodes the protocol's part of each node, in the order of nodes
 * @param memories the regions of each node, in the order of nodes
 * @param nics the NIC of each node, in the order of nodes
 * @param window when it is measured
 * @param measured what clients and operations measure, each part by a thread of its own
 * @param clients the clients of each stage that has some, in the order of building
 * @param operations the operations of each stage that counts some, in the order of building
 * @param chunks where the recorders' chunks come from, and go back to
 * @param counters what hardware and protocol count
 * @param fabric what joins the machines
 * @param sentBytesBefore what was put on links in configurations before this one
 * @param nemesis what goes wrong
 * @param program what the switches run, or null
 * @param pipelines the switches that run it
 */
public record Cluster(
        Workload workload,
        Items items,
        Placement placement,
        List<ProtocolNode> nodes,
        List<NodeMemory> memories,
        List<NicParts> nics,
        Window window,
        List<Measured> measured,
        List<StageClients> clients,
        List<StageOperations> operations,
        HistoryChunkPool chunks,
        Counters counters,
        SwitchFabric fabric,
        long sentBytesBefore,
        Nemesis nemesis,
        String program,
        List<PacketPipeline> pipelines) {
    /** Copies the lists. */
    public Cluster {
        nodes = List.copyOf(nodes);
        memories = List.copyOf(memories);
        nics = List.copyOf(nics);
        measured = List.copyOf(measured);
        clients = List.copyOf(clients);
        operations = List.copyOf(operations);
        pipelines = List.copyOf(pipelines);
    }

    /** A place to add up in what was measured. */
    public Measured noneMeasured() {
        return measured.isEmpty()
                ? new Measured(window, 0, Phases.STEADY, Measured.DIGITS)
                : measured.get(0).none();
    }

    /** From this instant on nothing goes wrong on purpose. */
    public void heal(long nowNs) {
        nemesis.heal(nowNs);
    }

    /** What nodes and switches remark for readers of the figures, each sentence once. After the run. */
    public List<String> remarks() {
        Stream<String> ofNodes = nodes.stream().flatMap(node -> node.remarks().stream());
        Stream<String> ofPrograms = pipelines.stream()
                .flatMap(pipeline -> pipeline.remarks().stream())
                .map(remark -> "Switch program '" + program + "' " + remark);
        return Stream.concat(ofNodes, ofPrograms).distinct().toList();
    }

    /** What was counted, added up over nodes. */
    public Map<String, Long> counts() {
        return counters.sums();
    }

    /** Bytes that all machines have put on their links so far, headers and gaps included. */
    public long sentBytes() {
        return sentBytesBefore + fabric.sentBytes();
    }
}
