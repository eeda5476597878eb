package com.example.cachingnic;

import com.example.cachingnic.cache.RecordCache;
import java.io.InputStream;
import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.kit.hardware.DeclaredHardware;

/** One NIC per node, with datagrams and a cache of its host's records: the kind of hardware. */
final class CachingNic extends DeclaredHardware {
    static final Setting<Double> LINK_GBPS =
            Setting.number("linkGbps", "Gbit/s", 40, 0.1, 10_000, "bandwidth of the link in each direction");
    static final Setting<Double> ONE_WAY_NS = ns("oneWayNs", 800, "from a packet's transmission to its arrival");
    static final Setting<Integer> MTU_BYTES = Setting.count("mtuBytes", "B", 4096, 64, 65_535, "largest payload");
    static final Setting<Double> ENGINE_NS = ns("engineNs", 5.6, "NIC for a packet that leaves or arrives");
    static final Setting<Double> PCIE_NS = ns("pcieNs", 525, "latency between host and NIC, one way");
    static final Setting<Double> PCIE_BYTES_PER_NS = rate("pcieBytesPerNs", 11.2, "bandwidth of PCIe, each way");
    static final Setting<Double> CPU_PACKET_NS = ns("cpuPacketNs", 40, "CPU for a packet or record, either way");
    static final Setting<Double> MEMORY_NS = ns("memoryNs", 100, "latency of the NIC's memory");
    static final Setting<Double> MEMORY_BYTES_PER_NS = rate("memoryBytesPerNs", 12.8, "bandwidth of that memory");
    static final Setting<Integer> CACHE_KIB =
            Setting.count("cacheKiB", "KiB", 1024, 64, 1 << 20, "how much of the NIC's memory holds records");
    static final Setting<Integer> SLOT_BYTES =
            Setting.count("slotBytes", "B", 128, 32, 8192, "what a record takes in it; 24 B are not its value");

    CachingNic() {
        super(
                "caching-nic",
                "NIC with datagrams that keeps records in its memory and answers from them",
                List.of("caching-nic-40g"),
                List.of(
                        LINK_GBPS, ONE_WAY_NS, MTU_BYTES, ENGINE_NS, PCIE_NS, PCIE_BYTES_PER_NS, CPU_PACKET_NS,
                        MEMORY_NS, MEMORY_BYTES_PER_NS, CACHE_KIB, SLOT_BYTES),
                List.of(DatagramTransport.class, RecordCache.class));
    }

    private static Setting<Double> ns(String name, double ns, String description) {
        return Setting.number(name, "ns", ns, 0, 1e6, description);
    }

    private static Setting<Double> rate(String name, double bytesPerNs, String description) {
        return Setting.number(name, "B/ns", bytesPerNs, 0.01, 1e4, description);
    }

    @Override
    protected InputStream resource(String name) {
        return CachingNic.class.getResourceAsStream(name);
    }

    @Override
    public Device build(HardwareContext context) {
        return new CachingNicDevice(context);
    }
}
