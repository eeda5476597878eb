package org.breadboard.microbenchmarks.smartnic;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.NicCores.ChannelSpec;

/**
 * What a run of the micro-benchmark does.
 *
 * @param pattern what is asked of node 0 by the others, or of each NIC by itself
 * @param fromHost whether host threads ask, or cores of their NICs
 * @param valueBytes payload of an echo or of a write, or bytes of a DMA
 * @param gathers whether messages share packets, packets doorbells, and DMAs vectors
 * @param serverCores how many cores, or host threads, of node 0 serve; cores that do DMA
 * @param vectorElements how many elements a DMA vector is given
 * @param write whether DMAs are writes
 * @param measure what the latency of a DMA is taken of
 * @param pauseNs what passes between the completion of a vector and the next one
 */
record BenchSettings(
        Pattern pattern,
        boolean fromHost,
        int valueBytes,
        boolean gathers,
        int serverCores,
        int vectorElements,
        boolean write,
        Measure measure,
        double pauseNs) {
    private static final Setting<String> PATTERN = Setting.choice(
            "pattern",
            List.of("nicRpc", "hostRpc", "nicWrite", "hostWrite", "hostRead", "dma"),
            "echo by NIC cores or host threads, writes to NIC or host memory, reads of the latter, or DMA");
    private static final Setting<String> SOURCE =
            Setting.choice("source", List.of("host", "nic"), "who asks: host threads, or cores of their NICs");
    private static final Setting<Integer> VALUE_BYTES =
            Setting.count("valueBytes", "B", 80, 8, 4096, "payload of an echo or a write, bytes of a DMA");
    private static final Setting<Boolean> GATHERS =
            Setting.flag("gathers", true, "share packets, doorbells and DMA vectors");
    private static final Setting<Integer> SERVER_CORES =
            Setting.count("serverCores", "", 16, 1, 256, "cores or host threads that serve, or cores that do DMA");
    private static final Setting<Integer> VECTOR_ELEMENTS =
            Setting.count("vectorElements", "", 15, 1, 256, "elements of a DMA vector");
    private static final Setting<Boolean> WRITE = Setting.flag("write", false, "DMAs are writes, otherwise reads");
    private static final Setting<String> MEASURE =
            Setting.choice("measure", List.of("completion", "submission"), "what the latency of a DMA is");
    private static final Setting<Double> PAUSE_NS =
            Setting.number("pauseNs", "ns", 0, 0, 1e9, "pause of a context before its next DMA vector");

    /** What is done. */
    enum Pattern {
        /** Echo by cores of the NIC (Xenic 3.3). */
        NIC_RPC,
        /** Echo by host threads, over datagrams (Xenic 3.3). */
        HOST_RPC,
        /** Writes to the memory of the NIC (Xenic 3.4). */
        NIC_WRITE,
        /** Writes to the memory of the host, by DMA (Xenic 3.4). */
        HOST_WRITE,
        /** Reads of the memory of the host, by DMA (Xenic 3.2). */
        HOST_READ,
        /** DMA by cores, without messages (Xenic 3.5). */
        DMA
    }

    /** Which part of a DMA is an operation's latency. */
    enum Measure {
        /** Of the core's time until it may go on. */
        SUBMISSION,
        /** From there to the completion. */
        COMPLETION
    }

    static final List<Setting<?>> SETTINGS =
            List.of(PATTERN, SOURCE, VALUE_BYTES, GATHERS, SERVER_CORES, VECTOR_ELEMENTS, WRITE, MEASURE, PAUSE_NS);

    static BenchSettings of(Settings settings, int nodes) {
        Pattern pattern = switch (settings.get(PATTERN)) {
            case "nicRpc" -> Pattern.NIC_RPC;
            case "hostRpc" -> Pattern.HOST_RPC;
            case "nicWrite" -> Pattern.NIC_WRITE;
            case "hostWrite" -> Pattern.HOST_WRITE;
            case "hostRead" -> Pattern.HOST_READ;
            default -> Pattern.DMA;
        };
        boolean fromHost = settings.get(SOURCE).equals("host");
        if (pattern != Pattern.DMA && nodes < 2) {
            throw new RefusedException(
                    "pattern=" + settings.get(PATTERN) + " asks node 0 from other nodes, but cluster.nodes is 1.");
        }
        return new BenchSettings(
                pattern,
                fromHost,
                settings.get(VALUE_BYTES),
                settings.get(GATHERS),
                settings.get(SERVER_CORES),
                settings.get(VECTOR_ELEMENTS),
                settings.get(WRITE),
                settings.get(MEASURE).equals("submission") ? Measure.SUBMISSION : Measure.COMPLETION,
                settings.get(PAUSE_NS));
    }

    boolean usesDma() {
        return pattern == Pattern.HOST_WRITE || pattern == Pattern.HOST_READ;
    }

    /** Whether host threads echo what cores of other nodes ask. */
    boolean coresAskHosts() {
        return pattern == Pattern.HOST_RPC && !fromHost;
    }

    ChannelSpec channel(int receiveSlots, int sendPackets) {
        return gathers
                ? ChannelSpec.gathering(receiveSlots, sendPackets)
                : ChannelSpec.single(receiveSlots, sendPackets);
    }

    /** From one value to the next, so that values begin at words. */
    int strideBytes() {
        return (valueBytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
