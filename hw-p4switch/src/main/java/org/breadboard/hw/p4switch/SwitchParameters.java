// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;

/** The numbers of one switch's pipeline, as its data sheet gives them. Immutable; any thread. */
final class SwitchParameters {
    private static final Setting<Integer> STAGES =
            Setting.count("stages", "stages", 12, 1, 256, "match-action stages of the pipeline");
    private static final Setting<Integer> REGISTERS_PER_STAGE =
            Setting.count("registersPerStage", "registers", 4, 0, 256, "register arrays that a stage can have");
    private static final Setting<Long> STAGE_MEMORY_BITS =
            Setting.integer("stageMemoryBits", "bits", 6_291_456, 0, 1L << 33, "memory for the registers of one stage");
    private static final Setting<Integer> CELL_BITS =
            Setting.count("cellBits", "bits", 32, 8, 32, "widest cell of a register: 8, 16 or 32");
    private static final Setting<Integer> HEADER_VECTOR_BITS = Setting.count(
            "headerVectorBits", "bits", 4096, 512, 1 << 20, "header vector: parsed bytes, metadata, carried fields");
    private static final Setting<Double> PACKET_RATE_MPPS =
            Setting.number("packetRateMpps", "Mpacket/s", 1000, 1e-3, 1e6, "passes that the pipeline begins");
    private static final Setting<Double> PASS_NS =
            Setting.number("passNs", "ns", 400, 0, 1e6, "what a pass takes a packet, from parser to deparser");
    private static final Setting<Double> PIPELINE_GBPS =
            Setting.number("pipelineGbps", "Gbit/s", 1600, 0.1, 1e6, "bandwidth of the pipeline");
    private static final Setting<Double> RECIRCULATION_SHARE = Setting.number(
            "recirculationShare", "share", 0.0625, 1e-6, 1, "part of the bandwidth that recirculation can use");
    private static final Setting<Double> RECIRCULATION_NS =
            Setting.number("recirculationNs", "ns", 100, 0, 1e6, "what the way back to the parser takes");
    private static final Setting<Integer> BUFFER_PACKETS =
            Setting.count("bufferPackets", "packets", 8192, 1, 1 << 20, "packets that wait for a pass");
    private static final Setting<Integer> MAX_PASSES =
            Setting.count("maxPasses", "passes", 64, 1, 1 << 20, "passes after which a packet is dropped");

    /** In the order of the data sheet. */
    static final List<Setting<?>> SETTINGS = List.of(
            STAGES,
            REGISTERS_PER_STAGE,
            STAGE_MEMORY_BITS,
            CELL_BITS,
            HEADER_VECTOR_BITS,
            PACKET_RATE_MPPS,
            PASS_NS,
            PIPELINE_GBPS,
            RECIRCULATION_SHARE,
            RECIRCULATION_NS,
            BUFFER_PACKETS,
            MAX_PASSES);

    final PipelineLimits limits;
    final double slotNs;
    final double passNs;
    final double recirculationGbps;
    final double recirculationNs;
    final int bufferPackets;

    SwitchParameters(Settings sheet) {
        int cellBits = sheet.get(CELL_BITS);
        if (cellBits != 8 && cellBits != 16 && cellBits != 32) {
            throw new RefusedException("switch.cellBits=" + cellBits + " is no width of a cell: it is 8, 16 or 32.");
        }
        limits = new PipelineLimits(
                sheet.get(STAGES),
                sheet.get(REGISTERS_PER_STAGE),
                sheet.get(STAGE_MEMORY_BITS),
                cellBits,
                sheet.get(HEADER_VECTOR_BITS),
                Frame.HEADER_BYTES,
                sheet.get(MAX_PASSES));
        slotNs = 1000 / sheet.get(PACKET_RATE_MPPS);
        passNs = sheet.get(PASS_NS);
        recirculationGbps = sheet.get(PIPELINE_GBPS) * sheet.get(RECIRCULATION_SHARE);
        recirculationNs = sheet.get(RECIRCULATION_NS);
        bufferPackets = sheet.get(BUFFER_PACKETS);
    }
}
