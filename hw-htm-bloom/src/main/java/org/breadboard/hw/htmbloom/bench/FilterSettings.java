// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.bench;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.hw.htmbloom.cache.CacheLine;
import org.breadboard.hw.htmbloom.cache.CacheParameters;
import org.breadboard.hw.htmbloom.cache.LlcGeometry;
import org.breadboard.hw.htmbloom.filter.CrcFilter;
import org.breadboard.hw.htmbloom.filter.LineFilter;
import org.breadboard.hw.htmbloom.filter.WriteFilter;

/** What the micro-benchmark can be told, and what is built of it. */
final class FilterSettings {
    static final Setting<String> FILTER =
            Setting.choice("filter", List.of("read", "write"), "which filter the trials are of");
    static final Setting<Integer> READ_BITS = Setting.count(
            "readBits",
            "bit",
            1024,
            1,
            1 << 24,
            "bits of a read filter, and of each of the NIC's (published: Table III)");
    static final Setting<Integer> READ_HASHES =
            Setting.count("readHashes", "", 2, 1, 32, "bits that a line sets in them (derived from Table IV, 1 Kbit)");
    static final Setting<Integer> WRITE_BITS = Setting.count(
            "writeBits",
            "bit",
            512,
            1,
            1 << 24,
            "bits of a write filter's section hashed by CRC (published: Table III)");
    static final Setting<Integer> WRITE_HASHES = Setting.count(
            "writeHashes", "", 1, 1, 32, "bits that a line sets in it (published: one hash function, V.C)");
    static final Setting<Integer> INDEX_BITS = Setting.count(
            "indexBits",
            "bit",
            4096,
            1,
            1 << 24,
            "bits of a write filter's section filled by LLC index (published: Table III)");
    static final Setting<Integer> SLICE_SETS = CacheParameters.LLC_SLICE_SETS.withDescription(
            "sets of an LLC slice (derived: 4 MB of 16 ways, Table III)");
    static final Setting<Integer> CORES =
            Setting.count("cores", "", 5, 1, 1024, "C: cores of a node, and slices of its LLC (published: Table III)");
    static final Setting<Integer> PER_CORE =
            Setting.count("transactionsPerCore", "", 2, 1, 1024, "m: transactions that share a core (published: VI)");
    /** Not the one of the data sheet, whose 0 stands for all nodes of a cluster: this benchmark has none. */
    static final Setting<Integer> REMOTE_NODES = Setting.count(
            "remoteNodes",
            "",
            4,
            1,
            1024,
            "D: other nodes that a transaction accesses (derived from VI: 40 pairs for 10)");

    static final Setting<Integer> LINES =
            Setting.count("lines", "", 10, 1, 4096, "lines inserted before a filter is probed (published: Table IV)");
    static final Setting<Integer> RUN_LINES = Setting.count(
            "runLines",
            "",
            1,
            1,
            4096,
            "how many of them are neighbours, as those of a record are (1: all uniform; assumed)");
    static final Setting<Long> MEMORY_GB =
            Setting.integer("memoryGb", "GB", 64, 1, 65_536, "memory that lines are drawn from (published: Table III)");
    static final Setting<Long> TRIALS = Setting.integer(
            "trials", "", 10_000_000, 1, 1_000_000_000, "filters filled and probed, by all clients together (assumed)");

    static final List<Setting<?>> SETTINGS = List.of(
            FILTER,
            READ_BITS,
            READ_HASHES,
            WRITE_BITS,
            WRITE_HASHES,
            INDEX_BITS,
            SLICE_SETS,
            CORES,
            PER_CORE,
            REMOTE_NODES,
            LINES,
            RUN_LINES,
            MEMORY_GB,
            TRIALS);

    private static final int GB_SHIFT = 30;

    private FilterSettings() {}

    /** The filters of a node and what they take; geometries that cannot be built are refused. */
    static FilterStorage storage(Settings settings) {
        int cores = settings.get(CORES);
        LineFilter read = new CrcFilter(settings.get(READ_BITS), settings.get(READ_HASHES));
        LineFilter write = new WriteFilter(
                new CrcFilter(settings.get(WRITE_BITS), settings.get(WRITE_HASHES)),
                settings.get(INDEX_BITS),
                new LlcGeometry(settings.get(SLICE_SETS), cores));
        return new FilterStorage(cores, settings.get(PER_CORE), settings.get(REMOTE_NODES), read, write, read);
    }

    /** The filter of the trials. */
    static LineFilter filter(FilterStorage storage, Settings settings) {
        return settings.get(FILTER).equals("write") ? storage.coreWrite() : storage.coreRead();
    }

    /** What a trial inserts. */
    static LineDraw draw(Settings settings) {
        int lines = settings.get(LINES);
        int run = settings.get(RUN_LINES);
        if (lines % run != 0) {
            throw new RefusedException("protocol.lines, " + lines + ", is no multiple of protocol.runLines, " + run
                    + ": insert whole runs of neighbours");
        }
        return new LineDraw(lines, run, (settings.get(MEMORY_GB) << GB_SHIFT) / CacheLine.BYTES);
    }
}
