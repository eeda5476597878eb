package org.breadboard.hw.p4switch;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;

/** The numbers of one switch's pipeline, as its data sheet gives them. Immutable; any thread. */
final class SwitchParameters {
    /** In the order of the data sheet. */
    static final List<Setting> SETTINGS = List.of(
            Setting.integer("stages", "stages", 12, 1, 256, "match-action stages of the pipeline"),
            Setting.integer("registersPerStage", "registers", 4, 0, 256, "register arrays that a stage can have"),
            Setting.integer("stageMemoryBits", "bits", 6_291_456, 0, 1L << 33, "memory for the registers of one stage"),
            Setting.integer("cellBits", "bits", 32, 8, 32, "widest cell of a register: 8, 16 or 32"),
            Setting.integer(
                    "headerVectorBits",
                    "bits",
                    4096,
                    512,
                    1 << 20,
                    "header vector: parsed bytes, metadata, carried fields"),
            Setting.number("packetRateMpps", "Mpacket/s", 1000, 1e-3, 1e6, "passes that the pipeline begins"),
            Setting.number("passNs", "ns", 400, 0, 1e6, "what a pass takes a packet, from parser to deparser"),
            Setting.number("pipelineGbps", "Gbit/s", 1600, 0.1, 1e6, "bandwidth of the pipeline"),
            Setting.number(
                    "recirculationShare", "share", 0.0625, 1e-6, 1, "part of the bandwidth that recirculation can use"),
            Setting.number("recirculationNs", "ns", 100, 0, 1e6, "what the way back to the parser takes"),
            Setting.integer("bufferPackets", "packets", 8192, 1, 1 << 20, "packets that wait for a pass"),
            Setting.integer("maxPasses", "passes", 64, 1, 1 << 20, "passes after which a packet is dropped"));

    final PipelineLimits limits;
    final double slotNs;
    final double passNs;
    final double recirculationGbps;
    final double recirculationNs;
    final int bufferPackets;

    SwitchParameters(Settings sheet) {
        int cellBits = sheet.count("cellBits");
        if (cellBits != 8 && cellBits != 16 && cellBits != 32) {
            throw new RefusedException("switch.cellBits=" + cellBits + " is no width of a cell: it is 8, 16 or 32.");
        }
        limits = new PipelineLimits(
                sheet.count("stages"),
                sheet.count("registersPerStage"),
                sheet.integer("stageMemoryBits"),
                cellBits,
                sheet.count("headerVectorBits"),
                Frame.HEADER_BYTES,
                sheet.count("maxPasses"));
        slotNs = 1000 / sheet.number("packetRateMpps");
        passNs = sheet.number("passNs");
        recirculationGbps = sheet.number("pipelineGbps") * sheet.number("recirculationShare");
        recirculationNs = sheet.number("recirculationNs");
        bufferPackets = sheet.count("bufferPackets");
    }
}
