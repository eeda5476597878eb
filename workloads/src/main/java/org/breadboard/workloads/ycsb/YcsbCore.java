// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;
import org.breadboard.workloads.parts.Scaled;

/**
 * YCSB's core workload, of which its workloads A to F are settings, by YCSB's own property names: each operation is a
 * transaction (Cooper et al., SoCC 2010). A property that means nothing here is said to, one that cannot be had is
 * refused. {@link Ycsb} is what HADES makes of it.
 *
 * <p>A table that is scanned is ordered, and its records live in equal shares on the nodes; each client keeps to the
 * share of its node, since protocols have ordered tables on their coordinators' nodes only; scans may be over all
 * shares.
 */
public final class YcsbCore implements WorkloadType {
    private static final int MOST_RECORD_BYTES = 65_536;
    private static final int MOST_SCANNED = 10_000;
    private static final long MOST_UNSCALED = 1_000_000_000_000L;
    private static final long MOST_RECORDS = 1_000_000_000;

    static final Setting<Integer> FIELD_COUNT =
            Setting.count("fieldcount", "", 10, 1, 1_000, "Fields of a record (YCSB's default).");
    static final Setting<Integer> FIELD_LENGTH = Setting.count(
            "fieldlength", "", 100, Field.LEAST_BYTES, MOST_RECORD_BYTES, "Size of a field in bytes (YCSB's default).");
    static final Setting<Boolean> WRITE_ALL =
            Setting.flag("writeallfields", false, "Whether an update writes all fields, and not one.");
    static final Setting<Integer> MIN_SCAN =
            Setting.count("minscanlength", "records", 1, 1, MOST_SCANNED, "The fewest records of a scan.");
    static final Setting<Integer> MAX_SCAN =
            Setting.count("maxscanlength", "records", 1_000, 1, MOST_SCANNED, "The most records of a scan.");
    static final Setting<String> SCAN_LENGTH = Setting.choice(
            "scanlengthdistribution", List.of("uniform", "zipfian"), "How the number of records of a scan is drawn.");

    private static final Setting<Long> RECORD_COUNT = Setting.integer(
            "recordcount", "records", 1_000_000, 1, MOST_UNSCALED, "Records of all nodes together, before scaling.");
    /** In the order of types. */
    private static final List<Setting<Double>> PROPORTIONS = List.of(
            proportion("readproportion", 0.95, "read a record"),
            proportion("updateproportion", 0.05, "write a field of a record and read nothing"),
            proportion("insertproportion", 0, "create a record"),
            proportion("scanproportion", 0, "read records in the order of keys"),
            proportion("readmodifywriteproportion", 0, "read a record and write a field of it"));

    private static final Setting<String> INSERT_ORDER = Setting.choice(
            "insertorder",
            List.of("hashed", "ordered"),
            "Whether records that are inserted one after the other lie apart in the order of keys.");
    private static final Setting<Long> INSERT_ROOM = Setting.integer(
            "insertRoom",
            "records",
            10_000,
            1,
            10_000_000,
            "How many records each thread of clients can insert in a run (assumed).");
    private static final String ALL_NODES = "all-nodes";
    static final Setting<String> SCANS = Setting.choice(
                    "scans",
                    List.of("own-node", ALL_NODES),
                    "Whether scans are over the records of their client's node, or of all nodes, whose records then"
                            + " take turns in the order of keys.")
            .optional();
    private static final Setting<Boolean> ORDERED = Setting.flag(
            "ordered",
            false,
            "Whether the table is ordered even if nothing scans it: for protocols that insert into ordered tables only.");

    /** Properties that can have one meaning here. */
    private static final List<Setting<String>> FIXED = List.of(
            fixed(
                    "workload",
                    "YCSB's class of workload.",
                    "site.ycsb.workloads.CoreWorkload",
                    "com.yahoo.ycsb.workloads.CoreWorkload",
                    "CoreWorkload",
                    "core"),
            fixed("table", "The table's name.", "usertable"),
            fixed("readallfields", "A read takes the whole record.", "true"),
            fixed("fieldlengthdistribution", "All fields have one length.", "constant"),
            fixed("insertstart", "The first records are all of recordcount.", "0"),
            fixed("maxscanrate", "Scans are as fast as they can be.", "0"),
            fixed("scanoptimelimit", "Scans take as long as they need.", "0"));

    /**
     * Properties that have no meaning here: about YCSB's client and what it measures, which a mix says in its own way;
     * about names of keys and fields, which are numbers; about loading; and of fields whose length differs.
     */
    private static final List<Setting<String>> UNUSED = Stream.of(
                    "operationcount",
                    "maxexecutiontime",
                    "threadcount",
                    "target",
                    "measurementtype",
                    "histogram.buckets",
                    "timeseries.granularity",
                    "hdrhistogram.percentiles",
                    "hdrhistogram.fileoutput",
                    "hdrhistogram.output.path",
                    "measurement.interval",
                    "measurement.raw.output_file",
                    "measurement.raw.no_summary",
                    "measurement.histogram.verbose",
                    "measurement.trackjvm",
                    "reportlatencyforeacherror",
                    "latencytrackederrors",
                    "status.interval",
                    "exporter",
                    "exportfile",
                    "label",
                    "db",
                    "dotransactions",
                    "columnfamily",
                    "insertcount",
                    "core_workload_insertion_retry_limit",
                    "core_workload_insertion_retry_interval",
                    "zeropadding",
                    "fieldnameprefix",
                    "minfieldlength",
                    "fieldlengthhistogram",
                    "readallfieldsbyname",
                    "dataintegrity",
                    "discardscannedrecord")
            .map(name -> Setting.text(name, "Not used: it has no meaning here, or the mix says it in its own way."))
            .toList();

    /** Creates the kind of workload. */
    public YcsbCore() {}

    private static Setting<Double> proportion(String name, double usual, String what) {
        return Setting.number(
                name, "", usual, 0, 1_000_000, "How often operations " + what + ", relative to the other proportions.");
    }

    private static Setting<String> fixed(String name, String description, String... words) {
        return Setting.choice(name, List.of(words), description).optional();
    }

    @Override
    public String id() {
        return "ycsb-core";
    }

    @Override
    public String description() {
        return "YCSB's core workload, A to F, by YCSB's own property names and files; each operation is a transaction";
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(PROPORTIONS);
        settings.addAll(List.of(
                CoreChoice.DISTRIBUTION,
                RECORD_COUNT,
                FIELD_COUNT,
                FIELD_LENGTH,
                WRITE_ALL,
                MIN_SCAN,
                MAX_SCAN,
                SCAN_LENGTH,
                INSERT_ORDER,
                CoreChoice.HOT_DATA,
                CoreChoice.HOT_OPERATIONS,
                CoreChoice.PERCENTILE,
                CoreChoice.FRACTION,
                INSERT_ROOM,
                ORDERED,
                SCANS,
                NamedLogic.ROUND_NS));
        settings.addAll(FIXED);
        settings.addAll(UNUSED);
        return settings;
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        int fields = settings.get(FIELD_COUNT);
        int fieldBytes = settings.get(FIELD_LENGTH);
        if (CoreLogic.recordBytes(fields, fieldBytes) > MOST_RECORD_BYTES) {
            throw new RefusedException(fields + " fields of " + fieldBytes + " B make a record of more than "
                    + MOST_RECORD_BYTES + " B; take a lower fieldcount or fieldlength.");
        }
        if (settings.get(MIN_SCAN) > settings.get(MAX_SCAN)) {
            throw new RefusedException("workload.minscanlength is " + settings.get(MIN_SCAN)
                    + ", which is above workload.maxscanlength, " + settings.get(MAX_SCAN) + ".");
        }
        double[] ends = ends(settings);
        boolean ordered = settings.get(ORDERED) || settings.get(PROPORTIONS.get(CoreLogic.SCAN)) > 0;
        boolean spread = settings.get(SCANS).equals(ALL_NODES);
        if (spread && settings.get(PROPORTIONS.get(CoreLogic.SCAN)) == 0) {
            throw new RefusedException("workload.scans is " + ALL_NODES
                    + ", but no operation scans: give workload.scanproportion a value above 0.");
        }
        int shares = ordered ? nodes : 1;
        boolean inserts = settings.get(PROPORTIONS.get(CoreLogic.INSERT)) > 0;
        long records = Scaled.population("YCSB records", settings.get(RECORD_COUNT), scale, shares);
        if (records > MOST_RECORDS) {
            throw new RefusedException(records + " records are more than " + MOST_RECORDS
                    + "; take a lower workload.recordcount or cluster.scale.");
        }
        CoreKeys keys = new CoreKeys(
                shares,
                records,
                ordered ? threadsPerNode : nodes * threadsPerNode,
                inserts ? settings.get(INSERT_ROOM) : 0,
                settings.get(INSERT_ORDER).equals("hashed"),
                spread);
        return new CoreWorkload(settings, keys, ends, ordered, threadsPerNode, remarks(settings));
    }

    private static double[] ends(Settings settings) {
        double[] ends = new double[PROPORTIONS.size()];
        double end = 0;
        for (int type = 0; type < ends.length; type++) {
            end += settings.get(PROPORTIONS.get(type));
            ends[type] = end;
        }
        if (end == 0) {
            throw new RefusedException(
                    "All of YCSB's proportions are 0, so that there is no operation to draw: give one of "
                            + PROPORTIONS.stream().map(Setting::name).collect(Collectors.joining(", "))
                            + " a value above 0.");
        }
        return ends;
    }

    private static List<String> remarks(Settings settings) {
        String given = UNUSED.stream()
                .filter(each -> !settings.get(each).isEmpty())
                .map(Setting::name)
                .collect(Collectors.joining(", "));
        return given.isEmpty()
                ? List.of()
                : List.of("Of YCSB's properties not used: " + given
                        + "; time.measureUs, load.contexts and load.ratePerNode say here how much runs.");
    }
}
