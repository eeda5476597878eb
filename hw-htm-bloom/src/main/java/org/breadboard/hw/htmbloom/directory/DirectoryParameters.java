package org.breadboard.hw.htmbloom.directory;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.hw.htmbloom.cache.CacheParameters;
import org.breadboard.hw.htmbloom.cache.Caches;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.breadboard.hw.htmbloom.filter.CrcFilter;
import org.breadboard.hw.htmbloom.filter.WriteFilter;
import org.breadboard.kit.fault.PlantedFaults;

/**
 * The numbers of a node's cores, caches and directory, as the data sheet gives them (HADES Table III). Immutable; any
 * thread.
 */
public final class DirectoryParameters {
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
    private static final Setting<Integer> LLC_SLICE_SETS =
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
    private static final Setting<Integer> READ_FILTER_BITS =
            Setting.count("readFilterBits", "bits", 1024, 64, 1 << 20, "of a core's read filter");
    private static final Setting<Integer> WRITE_FILTER_BITS =
            Setting.count("writeFilterBits", "bits", 512, 64, 1 << 20, "of a core's write filter, by CRC");
    private static final Setting<Integer> INDEX_FILTER_BITS =
            Setting.count("indexFilterBits", "bits", 4096, 64, 1 << 20, "of a core's write filter, by LLC index");
    private static final Setting<Integer> NIC_FILTER_BITS =
            Setting.count("nicFilterBits", "bits", 1024, 64, 1 << 20, "of a read or a write filter of the NIC");
    private static final Setting<Integer> FILTER_HASHES = Setting.count(
            "filterHashes", "hashes", 2, 1, 32, "bits that a line sets in a read filter, or in the NIC's");
    private static final Setting<Integer> WRITE_FILTER_HASHES = Setting.count(
            "writeFilterHashes", "hashes", 1, 1, 32, "bits that a line sets in a core's write filter, by CRC");
    private static final Setting<Integer> TAG_BITS =
            Setting.count("tagBits", "bits", 4, 1, 12, "of the tag that names a node's transaction");
    private static final Setting<Integer> CORE_PAIRS =
            Setting.count("corePairs", "pairs", 0, 0, 4096, "pairs of core filters; 0: one for each transaction");
    private static final Setting<Integer> REMOTE_NODES = Setting.count(
            "remoteNodes",
            "nodes",
            0,
            0,
            1024,
            "nodes that a transaction accesses on average, for which the NIC has filters; 0: all");
    private static final Setting<Integer> LOCKING_BUFFERS = Setting.count(
            "lockingBuffers",
            "buffers",
            0,
            0,
            1 << 16,
            "committing transactions and reads of several lines of a directory; 0: as many as there can be");
    private static final Setting<Boolean> SMT = Setting.flag(
            "smt", false, "filter bits of private caches carry the transaction, and survive a context switch");
    private static final Setting<Double> HASH_CYCLES =
            Setting.number("hashCycles", "cycles", 2, 0, 1e4, "the CRC of a line");
    private static final Setting<Double> FIND_TAGS_CYCLES =
            Setting.number("findTagsCycles", "cycles", 80, 0, 1e5, "finding the tagged lines of a transaction");
    private static final Setting<Double> FIND_TAG_CYCLES =
            Setting.number("findTagCycles", "cycles", 4, 0, 1e5, "each line that is found there");
    private static final Setting<Double> LOCK_CYCLES =
            Setting.number("lockCycles", "cycles", 10, 0, 1e5, "loading or clearing a locking buffer");
    private static final Setting<Double> FILTER_READ_PJ =
            Setting.number("filterReadPj", "pJ", 12.8, 0, 1e6, "energy of probing a filter");
    private static final Setting<Double> FILTER_WRITE_PJ =
            Setting.number("filterWritePj", "pJ", 12.7, 0, 1e6, "energy of inserting into a filter");
    private static final Setting<Double> CRC_PJ = Setting.number("crcPj", "pJ", 0.98, 0, 1e6, "energy of a CRC");
    /** Names a {@link Breakage}; the last of the data sheet. */
    public static final Setting<Breakage> BREAKAGE = PlantedFaults.of(Breakage.class);

    /** All but {@link #BREAKAGE}, in the order of the data sheet. */
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
            DRAM_GBPS,
            READ_FILTER_BITS,
            WRITE_FILTER_BITS,
            INDEX_FILTER_BITS,
            NIC_FILTER_BITS,
            FILTER_HASHES,
            WRITE_FILTER_HASHES,
            TAG_BITS,
            CORE_PAIRS,
            REMOTE_NODES,
            LOCKING_BUFFERS,
            SMT,
            HASH_CYCLES,
            FIND_TAGS_CYCLES,
            FIND_TAG_CYCLES,
            LOCK_CYCLES,
            FILTER_READ_PJ,
            FILTER_WRITE_PJ,
            CRC_PJ);

    final CacheParameters caches;
    final int llcSliceSets;
    final int readFilterBits;
    final int writeFilterBits;
    final int indexFilterBits;
    final int nicFilterBits;
    final int filterHashes;
    final int writeFilterHashes;
    final int tags;
    final int corePairs;
    final int remoteNodes;
    final int lockingBuffers;
    final boolean smt;
    final double probeNs;
    final double findTagsNs;
    final double findTagNs;
    final double lockNs;
    final double filterReadPj;
    final double filterWritePj;
    final double crcPj;
    final Breakage breakage;

    DirectoryParameters(Settings sheet) {
        double cycleNs = sheet.get(CYCLE_NS);
        caches = new CacheParameters(
                sheet.get(L1_BYTES),
                sheet.get(L2_BYTES),
                sheet.get(PRIVATE_WAYS),
                cycleNs * sheet.get(L1_CYCLES),
                cycleNs * sheet.get(L2_CYCLES),
                sheet.get(LLC_WAYS),
                cycleNs * sheet.get(LLC_CYCLES),
                cycleNs * sheet.get(LINE_CYCLES),
                sheet.get(DRAM_CHANNELS),
                sheet.get(DRAM_BANKS),
                sheet.get(DRAM_NS),
                sheet.get(DRAM_BANK_NS),
                64 / sheet.get(DRAM_GBPS));
        llcSliceSets = sheet.get(LLC_SLICE_SETS);
        readFilterBits = sheet.get(READ_FILTER_BITS);
        writeFilterBits = sheet.get(WRITE_FILTER_BITS);
        indexFilterBits = sheet.get(INDEX_FILTER_BITS);
        nicFilterBits = sheet.get(NIC_FILTER_BITS);
        filterHashes = sheet.get(FILTER_HASHES);
        writeFilterHashes = sheet.get(WRITE_FILTER_HASHES);
        tags = 1 << sheet.get(TAG_BITS);
        corePairs = sheet.get(CORE_PAIRS);
        remoteNodes = sheet.get(REMOTE_NODES);
        lockingBuffers = sheet.get(LOCKING_BUFFERS);
        smt = sheet.get(SMT);
        probeNs = cycleNs * sheet.get(HASH_CYCLES);
        findTagsNs = cycleNs * sheet.get(FIND_TAGS_CYCLES);
        findTagNs = cycleNs * sheet.get(FIND_TAG_CYCLES);
        lockNs = cycleNs * sheet.get(LOCK_CYCLES);
        filterReadPj = sheet.get(FILTER_READ_PJ);
        filterWritePj = sheet.get(FILTER_WRITE_PJ);
        crcPj = sheet.get(CRC_PJ);
        breakage = sheet.get(BREAKAGE);
        checkPrivate("l1Bytes", caches.l1Bytes());
        checkPrivate("l2Bytes", caches.l2Bytes());
        if (caches.l1Bytes() > caches.l2Bytes()) {
            throw new RefusedException("L1 of l1Bytes=" + caches.l1Bytes() + " does not fit into L2 of l2Bytes="
                    + caches.l2Bytes() + ", which includes it");
        }
        // What cannot be built whatever the number of cores is refused here, before anything runs.
        coreReadFilter();
        coreWriteFilter(new LlcGeometry(llcSliceSets, Caches.MOST_CORES));
        nicFilter();
    }

    private void checkPrivate(String name, int bytes) {
        int sets = bytes / 64 / caches.privateWays();
        if (sets < 1 || Integer.bitCount(sets) != 1 || sets * 64 * caches.privateWays() != bytes) {
            throw new RefusedException(name + "=" + bytes + " is not a power of two of sets of " + caches.privateWays()
                    + " lines of 64 B");
        }
    }

    CrcFilter coreReadFilter() {
        return new CrcFilter(readFilterBits, filterHashes);
    }

    WriteFilter coreWriteFilter(LlcGeometry llc) {
        return new WriteFilter(new CrcFilter(writeFilterBits, writeFilterHashes), indexFilterBits, llc);
    }

    CrcFilter nicFilter() {
        return new CrcFilter(nicFilterBits, filterHashes);
    }
}
