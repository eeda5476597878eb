package org.breadboard.hw.htmbloom.node;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.hw.htmbloom.CrcFilter;
import org.breadboard.hw.htmbloom.LlcGeometry;
import org.breadboard.hw.htmbloom.WriteFilter;
import org.breadboard.hw.htmbloom.cache.CacheParameters;
import org.breadboard.hw.htmbloom.cache.Caches;

/** The numbers of one node with HADES's hardware, as its data sheet gives them (HADES Table III). Immutable; any thread. */
final class NodeParameters {
    /** In the order of the data sheet. */
    static final List<Setting> SETTINGS = List.of(
            Setting.number("cycleNs", "ns", 0.5, 0.01, 100, "a core's cycle"),
            Setting.integer("l1Bytes", "B", 65_536, 512, 1 << 24, "L1 cache of a core"),
            Setting.integer("l2Bytes", "B", 524_288, 512, 1 << 26, "L2 cache of a core"),
            Setting.integer("privateWays", "ways", 8, 1, 64, "of L1 and L2"),
            Setting.number("l1Cycles", "cycles", 2, 0, 1e4, "round trip to L1"),
            Setting.number("l2Cycles", "cycles", 12, 0, 1e4, "round trip to L2"),
            Setting.integer("llcSliceSets", "sets", 4096, 64, 1 << 20, "of a core's slice of the last-level cache"),
            Setting.integer("llcWays", "ways", 16, 1, 64, "of the last-level cache"),
            Setting.number("llcCycles", "cycles", 40, 0, 1e4, "round trip to the last-level cache"),
            Setting.number("lineCycles", "cycles", 4, 0, 1e4, "each further line of one access, when lines overlap"),
            Setting.integer("dramChannels", "channels", 4, 1, 64, "DRAM channels of a node"),
            Setting.integer("dramBanks", "banks", 8, 1, 1024, "DRAM banks of a channel"),
            Setting.number("dramNs", "ns", 100, 0, 1e6, "round trip to DRAM, behind the last-level cache"),
            Setting.number("dramGBps", "GB/s", 16, 0.01, 1e4, "bandwidth of a DRAM channel"),
            Setting.integer("readFilterBits", "bits", 1024, 64, 1 << 20, "of a core's read filter"),
            Setting.integer("writeFilterBits", "bits", 512, 64, 1 << 20, "of a core's write filter, by CRC"),
            Setting.integer("indexFilterBits", "bits", 4096, 64, 1 << 20, "of a core's write filter, by LLC index"),
            Setting.integer("nicFilterBits", "bits", 1024, 64, 1 << 20, "of a read or a write filter of the NIC"),
            Setting.integer(
                    "filterHashes", "hashes", 2, 1, 32, "bits that a line sets in a read filter, or in the NIC's"),
            Setting.integer(
                    "writeFilterHashes", "hashes", 1, 1, 32, "bits that a line sets in a core's write filter, by CRC"),
            Setting.integer("tagBits", "bits", 4, 1, 12, "of the tag that names a node's transaction"),
            Setting.integer("corePairs", "pairs", 0, 0, 4096, "pairs of core filters; 0: one for each transaction"),
            Setting.integer(
                    "remoteNodes",
                    "nodes",
                    0,
                    0,
                    1024,
                    "nodes that a transaction accesses on average, for which the NIC has filters; 0: all"),
            Setting.integer(
                    "lockingBuffers",
                    "buffers",
                    0,
                    0,
                    1 << 16,
                    "committing transactions and reads of several lines of a directory; 0: as many as there can be"),
            Setting.flag(
                    "smt", false, "filter bits of private caches carry the transaction, and survive a context switch"),
            Setting.number("hashCycles", "cycles", 2, 0, 1e4, "the CRC of a line"),
            Setting.number("findTagsCycles", "cycles", 80, 0, 1e5, "finding the tagged lines of a transaction"),
            Setting.number("findTagCycles", "cycles", 4, 0, 1e5, "each line that is found there"),
            Setting.number("lockCycles", "cycles", 10, 0, 1e5, "loading or clearing a locking buffer"),
            Setting.number("filterReadPj", "pJ", 12.8, 0, 1e6, "energy of probing a filter"),
            Setting.number("filterWritePj", "pJ", 12.7, 0, 1e6, "energy of inserting into a filter"),
            Setting.number("crcPj", "pJ", 0.98, 0, 1e6, "energy of a CRC"),
            Setting.number("postNs", "ns", 100, 0, 1e6, "CPU time of handing the NIC a work request"),
            Setting.number("linkGbps", "Gbit/s", 200, 0.1, 10_000, "bandwidth of the link in each direction"),
            Setting.number("roundTripNs", "ns", 2000, 0, 1e9, "from NIC to NIC and back, unloaded"),
            Setting.number("nicMessageNs", "ns", 5, 0, 1e6, "NIC time of a message that leaves or arrives"),
            Setting.integer("frameBytes", "B", 82, 0, 256, "headers and gaps of a packet on the link"),
            Setting.integer("mtuBytes", "B", 4096, 256, 65_536, "largest payload of a packet"),
            Setting.integer("queuePairs", "queue pairs", 400, 1, 1_000_000, "that a NIC can have"),
            Setting.choice("breakage", Breakage.words(), "a rule to leave out on purpose, to see the check fail"));

    final double cycleNs;
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
    final double postNs;
    final double linkGbps;
    final double roundTripNs;
    final double nicMessageNs;
    final int frameBytes;
    final int mtuBytes;
    final int queuePairs;
    final Breakage breakage;

    NodeParameters(Settings sheet) {
        cycleNs = sheet.number("cycleNs");
        caches = new CacheParameters(
                sheet.count("l1Bytes"),
                sheet.count("l2Bytes"),
                sheet.count("privateWays"),
                cycleNs * sheet.number("l1Cycles"),
                cycleNs * sheet.number("l2Cycles"),
                sheet.count("llcWays"),
                cycleNs * sheet.number("llcCycles"),
                cycleNs * sheet.number("lineCycles"),
                sheet.count("dramChannels"),
                sheet.count("dramBanks"),
                sheet.number("dramNs"),
                64 / sheet.number("dramGBps"));
        llcSliceSets = sheet.count("llcSliceSets");
        readFilterBits = sheet.count("readFilterBits");
        writeFilterBits = sheet.count("writeFilterBits");
        indexFilterBits = sheet.count("indexFilterBits");
        nicFilterBits = sheet.count("nicFilterBits");
        filterHashes = sheet.count("filterHashes");
        writeFilterHashes = sheet.count("writeFilterHashes");
        tags = 1 << sheet.count("tagBits");
        corePairs = sheet.count("corePairs");
        remoteNodes = sheet.count("remoteNodes");
        lockingBuffers = sheet.count("lockingBuffers");
        smt = sheet.flag("smt");
        probeNs = cycleNs * sheet.number("hashCycles");
        findTagsNs = cycleNs * sheet.number("findTagsCycles");
        findTagNs = cycleNs * sheet.number("findTagCycles");
        lockNs = cycleNs * sheet.number("lockCycles");
        filterReadPj = sheet.number("filterReadPj");
        filterWritePj = sheet.number("filterWritePj");
        crcPj = sheet.number("crcPj");
        postNs = sheet.number("postNs");
        linkGbps = sheet.number("linkGbps");
        roundTripNs = sheet.number("roundTripNs");
        nicMessageNs = sheet.number("nicMessageNs");
        frameBytes = sheet.count("frameBytes");
        mtuBytes = sheet.count("mtuBytes");
        queuePairs = sheet.count("queuePairs");
        breakage = Breakage.of(sheet.choice("breakage"));
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
