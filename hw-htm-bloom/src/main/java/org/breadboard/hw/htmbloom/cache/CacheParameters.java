// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.cache;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * The numbers of a node's cores, caches and DRAM, as the data sheet gives them (HADES Table III). Each field is
 * explained by the setting of its name; what the sheet gives in cycles is in ns here. Immutable; any thread.
 */
public final class CacheParameters {
    private static final Setting<Double> CYCLE_NS = Setting.number("cycleNs", "ns", 0.5, 0.01, 100, "a core's cycle");
    private static final Setting<Integer> L1_BYTES =
            Setting.count("l1Bytes", "B", 65_536, 512, 1 << 24, "L1 cache of a core");
    private static final Setting<Integer> L2_BYTES =
            Setting.count("l2Bytes", "B", 524_288, 512, 1 << 26, "L2 cache of a core");
    private static final Setting<Integer> PRIVATE_WAYS = Setting.count("privateWays", "ways", 8, 1, 64, "of L1 and L2");
    private static final Setting<Double> L1_CYCLES =
            Setting.number("l1Cycles", "cycles", 2, 0, 1e4, "round trip to L1");
    private static final Setting<Double> L2_CYCLES =
            Setting.number("l2Cycles", "cycles", 12, 0, 1e4, "round trip to L2");
    /** Sets of a slice, by which the lines of a node are spread. */
    public static final Setting<Integer> LLC_SLICE_SETS =
            Setting.count("llcSliceSets", "sets", 4096, 64, 1 << 20, "of a core's slice of the last-level cache");

    private static final Setting<Integer> LLC_WAYS =
            Setting.count("llcWays", "ways", 16, 1, 64, "of the last-level cache");
    private static final Setting<Double> LLC_CYCLES =
            Setting.number("llcCycles", "cycles", 40, 0, 1e4, "round trip to the last-level cache");
    private static final Setting<Double> LINE_CYCLES =
            Setting.number("lineCycles", "cycles", 4, 0, 1e4, "each further line of one access, when lines overlap");
    private static final Setting<Integer> DRAM_CHANNELS =
            Setting.count("dramChannels", "channels", 4, 1, 64, "DRAM channels of a node");
    private static final Setting<Integer> DRAM_BANKS =
            Setting.count("dramBanks", "banks", 8, 1, 1024, "DRAM banks of a channel");
    private static final Setting<Double> DRAM_NS =
            Setting.number("dramNs", "ns", 100, 0, 1e6, "round trip to DRAM, behind the last-level cache");
    private static final Setting<Double> DRAM_BANK_NS =
            Setting.number("dramBankNs", "ns", 50, 0, 1e6, "how long a bank takes no other access");
    private static final Setting<Double> DRAM_GBPS =
            Setting.number("dramGBps", "GB/s", 16, 0.01, 1e4, "bandwidth of a DRAM channel");

    /** In the order of the data sheet. */
    public static final List<Setting<?>> SETTINGS = List.of(
            CYCLE_NS,
            L1_BYTES,
            L2_BYTES,
            PRIVATE_WAYS,
            L1_CYCLES,
            L2_CYCLES,
            LLC_SLICE_SETS,
            LLC_WAYS,
            LLC_CYCLES,
            LINE_CYCLES,
            DRAM_CHANNELS,
            DRAM_BANKS,
            DRAM_NS,
            DRAM_BANK_NS,
            DRAM_GBPS);

    public final double cycleNs;
    final int l1Bytes;
    final int l2Bytes;
    final int privateWays;
    final double l1Ns;
    final double l2Ns;
    public final int llcSliceSets;
    final int llcWays;
    public final double llcNs;
    public final double lineNs;
    final int dramChannels;
    final int dramBanks;
    final double dramNs;
    final double dramBankNs;
    final double dramTransferNs;

    /**
     * Reads a data sheet.
     *
     * @throws RefusedException if its numbers do not fit each other
     */
    public CacheParameters(Settings sheet) {
        cycleNs = sheet.get(CYCLE_NS);
        l1Bytes = sheet.get(L1_BYTES);
        l2Bytes = sheet.get(L2_BYTES);
        privateWays = sheet.get(PRIVATE_WAYS);
        l1Ns = cycleNs * sheet.get(L1_CYCLES);
        l2Ns = cycleNs * sheet.get(L2_CYCLES);
        llcSliceSets = sheet.get(LLC_SLICE_SETS);
        llcWays = sheet.get(LLC_WAYS);
        llcNs = cycleNs * sheet.get(LLC_CYCLES);
        lineNs = cycleNs * sheet.get(LINE_CYCLES);
        dramChannels = sheet.get(DRAM_CHANNELS);
        dramBanks = sheet.get(DRAM_BANKS);
        dramNs = sheet.get(DRAM_NS);
        dramBankNs = sheet.get(DRAM_BANK_NS);
        dramTransferNs = CacheLine.BYTES / sheet.get(DRAM_GBPS);
        checkPrivate(L1_BYTES, l1Bytes);
        checkPrivate(L2_BYTES, l2Bytes);
        if (l1Bytes > l2Bytes) {
            throw new RefusedException("L1 of " + L1_BYTES + "=" + l1Bytes + " does not fit into L2 of " + L2_BYTES
                    + "=" + l2Bytes + ", which includes it");
        }
    }

    private void checkPrivate(Setting<Integer> size, int bytes) {
        int setBytes = CacheLine.BYTES * privateWays;
        int sets = bytes / setBytes;
        if (sets < 1 || Integer.bitCount(sets) != 1 || sets * setBytes != bytes) {
            throw new RefusedException(size + "=" + bytes + " is not a power of two of sets of " + privateWays
                    + " lines of " + CacheLine.BYTES + " B");
        }
    }
}
