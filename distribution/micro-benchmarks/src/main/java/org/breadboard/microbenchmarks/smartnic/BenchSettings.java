// SPDX-License-Identifier: Apache-2.0
package org.breadboard.microbenchmarks.smartnic;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.NicCores.ChannelSpec;

/** What a run of the micro-benchmark does. Each field is explained by the setting of its name. */
final class BenchSettings {
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
    private static final Setting<Measure> MEASURE =
            Setting.choice("measure", Measure.class, "what the latency of a DMA is");
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
        /** From the end of the submission to the completion. */
        COMPLETION,
        /** Of the core's time until it may go on. */
        SUBMISSION
    }

    static final List<Setting<?>> SETTINGS =
            List.of(PATTERN, SOURCE, VALUE_BYTES, GATHERS, SERVER_CORES, VECTOR_ELEMENTS, WRITE, MEASURE, PAUSE_NS);

    final Pattern pattern;
    /** Whether host threads ask, or cores of their NICs. */
    final boolean fromHost;

    final int valueBytes;
    final boolean gathers;
    final int serverCores;
    final int vectorElements;
    final boolean write;
    final Measure measure;
    final double pauseNs;

    /** Of a run on so many nodes; refuses what they cannot do. */
    BenchSettings(Settings settings, int nodes) {
        pattern = switch (settings.get(PATTERN)) {
            case "nicRpc" -> Pattern.NIC_RPC;
            case "hostRpc" -> Pattern.HOST_RPC;
            case "nicWrite" -> Pattern.NIC_WRITE;
            case "hostWrite" -> Pattern.HOST_WRITE;
            case "hostRead" -> Pattern.HOST_READ;
            default -> Pattern.DMA;
        };
        fromHost = settings.get(SOURCE).equals("host");
        valueBytes = settings.get(VALUE_BYTES);
        gathers = settings.get(GATHERS);
        serverCores = settings.get(SERVER_CORES);
        vectorElements = settings.get(VECTOR_ELEMENTS);
        write = settings.get(WRITE);
        measure = settings.get(MEASURE);
        pauseNs = settings.get(PAUSE_NS);
        if (pattern != Pattern.DMA && nodes < 2) {
            throw new RefusedException(
                    "pattern=" + settings.get(PATTERN) + " asks node 0 from other nodes, but cluster.nodes is 1.");
        }
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
