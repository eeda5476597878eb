// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.directory;

import java.util.List;
import java.util.stream.Stream;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.hw.htmbloom.cache.CacheParameters;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.breadboard.hw.htmbloom.filter.CrcFilter;
import org.breadboard.hw.htmbloom.filter.WriteFilter;

/**
 * The numbers of a node's caches, filters and directory, as the data sheet gives them (HADES Table III). Immutable; any
 * thread.
 */
public final class DirectoryParameters {
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
    /** In the order of the data sheet. */
    public static final List<Setting<?>> SETTINGS = Stream.<Setting<?>>concat(
                    CacheParameters.SETTINGS.stream(),
                    Stream.of(
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
                            CRC_PJ))
            .toList();

    final CacheParameters caches;
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

    DirectoryParameters(Settings sheet) {
        caches = new CacheParameters(sheet);
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
        probeNs = caches.cycleNs * sheet.get(HASH_CYCLES);
        findTagsNs = caches.cycleNs * sheet.get(FIND_TAGS_CYCLES);
        findTagNs = caches.cycleNs * sheet.get(FIND_TAG_CYCLES);
        lockNs = caches.cycleNs * sheet.get(LOCK_CYCLES);
        filterReadPj = sheet.get(FILTER_READ_PJ);
        filterWritePj = sheet.get(FILTER_WRITE_PJ);
        crcPj = sheet.get(CRC_PJ);
        // How many cores there are is known when the first of them runs, which is too late to refuse anything: so a
        // section has to fit the LLC of one.
        coreReadFilter();
        coreWriteFilter(new LlcGeometry(caches.llcSliceSets, 1));
        nicFilter();
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
