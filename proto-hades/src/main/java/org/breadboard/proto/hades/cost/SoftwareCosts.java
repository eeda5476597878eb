// SPDX-License-Identifier: Apache-2.0
package org.breadboard.proto.hades.cost;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * What the software's part of a transaction costs, in ns of the reference core (HADES III).
 *
 * <p>Fig. 3 gives the overheads of Table I as shares of CPU time: 59 % of it where all requests write, 71 % where all
 * read. So they take 1.44 and 2.45 times the other CPU time of a request, which Fig. 3 does not tell; it is that of the
 * application and what a request of that experiment needs besides. The split over categories is assumed, in the order
 * in which the paper says that they dominate. A category's cost is all that it takes, the posts and the memory that it
 * waits for included ({@link CpuTime#chargeBeyond}); what a post takes is the hardware's to say.
 *
 * <p>The sums are of records of 16 lines (1 KB) on four nodes, as Fig. 3 has them. What grows with the lines is what
 * handling a line that is at hand takes ({@code lineNs}); the rest is per record, however long it is. What looks at a
 * word of a record on its own node takes that ({@code ownWordNs}); the rest is for those of other nodes, three of four.
 * Immutable; any thread.
 */
public final class SoftwareCosts {
    private static final double REFERENCE_LINES = 16;
    private static final int LINE_BYTES = 64;
    /** Words of a line: updating a version is a store to one of them. */
    private static final double LINE_WORDS = 8;
    /** Of the records of Fig. 3, on four nodes and drawn evenly. */
    private static final double REFERENCE_OWN = 0.25;
    /** What the application of HADES's evaluation takes per request. */
    private static final double EVALUATION_NS = 430;

    private static final Setting<Double> REFERENCE_NS = Setting.number(
            "referenceNs",
            "ns",
            EVALUATION_NS,
            0,
            1e6,
            "CPU per request of the application of HADES's evaluation, by which Fig. 3's shares become times of the protocol's own work, whatever"
                    + " runs on it; the one scalar that Fig. 3 leaves open (calibrated on row hades-f9-hades alone)");
    private static final Setting<Double> REQUEST_REST_NS = Setting.number(
            "requestRestNs",
            "ns",
            430,
            0,
            1e6,
            "The other CPU time of a request in HADES Fig. 3 besides the application: index, post, the record's first load"
                    + " (calibrated on rows hades-f3-wr, -mix and -rd)");
    private static final Setting<Double> APPLICATION_NS = Setting.number(
            "applicationNs",
            "ns",
            EVALUATION_NS,
            0,
            1e6,
            "CPU of the application per request (HADES's evaluation: as referenceNs)");
    private static final Setting<Double> MANAGE_READ_SET =
            ratio("manageReadSet", 0.65, "Managing the read set, per read");
    private static final Setting<Double> READ_ATOMICITY =
            ratio("readAtomicity", 0.80, "Checking a read's atomicity, per read");
    private static final Setting<Double> CONFLICT_DETECTION_OF_READ =
            ratio("conflictDetectionOfRead", 1.00, "Re-reading a version, per read");
    private static final Setting<Double> MANAGE_WRITE_SET =
            ratio("manageWriteSet", 0.46, "Managing the write set, per write");
    private static final Setting<Double> UPDATE_VERSION = ratio("updateVersion", 0.12, "Updating versions, per write");
    private static final Setting<Double> READ_BEFORE_WRITE =
            ratio("readBeforeWrite", 0.60, "Reading the record before writing it, per write");
    private static final Setting<Double> CONFLICT_DETECTION_OF_WRITE =
            ratio("conflictDetectionOfWrite", 0.26, "Locking and unlocking, per write");
    private static final Setting<Double> CONFLICT_DETECTION_ONCE = Setting.number(
            "conflictDetectionOnce",
            "of the other CPU time of a request",
            0,
            0,
            100,
            "Locking, once per transaction that writes, besides what each write pays (none: HADES Fig. 3's middle bar leaves no room for it)");
    private static final Setting<Double> LINE_NS = Setting.number(
            "lineNs",
            "ns",
            15,
            0,
            1e4,
            "Comparing and copying a line that is in the caches: 8 loads and 8 stores, one a cycle of 0.5 ns; 4 cycles each until source and"
                    + " target are there, 6 for compare, branch and loop (assumed)");
    private static final Setting<Double> OWN_WORD_NS = Setting.number(
            "ownWordNs",
            "ns",
            35,
            0,
            1e4,
            "Looking at a word of a record on the own node: a load from the last-level cache, 20 ns (HADES Table III), and what a"
                    + " line takes (assumed)");

    private final double applicationNs;
    private final double otherNs;
    private final double manageReadSet;
    private final double readAtomicity;
    private final double detectByRead;
    private final double manageWriteSet;
    private final double updateVersion;
    private final double readBeforeWrite;
    private final double detectByLock;
    private final double detectOnceNs;
    private final double lineNs;
    private final double ownWordNs;

    private SoftwareCosts(Settings settings) {
        applicationNs = settings.get(APPLICATION_NS);
        otherNs = settings.get(REFERENCE_NS) + settings.get(REQUEST_REST_NS);
        manageReadSet = settings.get(MANAGE_READ_SET);
        readAtomicity = settings.get(READ_ATOMICITY);
        detectByRead = settings.get(CONFLICT_DETECTION_OF_READ);
        manageWriteSet = settings.get(MANAGE_WRITE_SET);
        updateVersion = settings.get(UPDATE_VERSION);
        readBeforeWrite = settings.get(READ_BEFORE_WRITE);
        detectByLock = settings.get(CONFLICT_DETECTION_OF_WRITE);
        detectOnceNs = settings.get(CONFLICT_DETECTION_ONCE) * otherNs;
        lineNs = settings.get(LINE_NS);
        ownWordNs = settings.get(OWN_WORD_NS);
    }

    /** What a mix can set. */
    public static List<Setting<?>> settings() {
        return List.of(
                APPLICATION_NS,
                REFERENCE_NS,
                REQUEST_REST_NS,
                MANAGE_READ_SET,
                READ_ATOMICITY,
                CONFLICT_DETECTION_OF_READ,
                MANAGE_WRITE_SET,
                UPDATE_VERSION,
                READ_BEFORE_WRITE,
                CONFLICT_DETECTION_OF_WRITE,
                CONFLICT_DETECTION_ONCE,
                LINE_NS,
                OWN_WORD_NS);
    }

    private static Setting<Double> ratio(String name, double usual, String what) {
        return Setting.number(
                name,
                "of the other CPU time of a request",
                usual,
                0,
                100,
                what
                        + ", for 16 lines (sum of reads 2.45 and of writes 1.44 derived from HADES Fig. 3; split assumed)");
    }

    /** Of a run; the settings include {@link #settings()}. */
    public static SoftwareCosts of(Settings settings) {
        return new SoftwareCosts(settings);
    }

    private double ns(double ratio, double perLineNs, int valueBytes) {
        double perRecordNs = Math.max(0, ratio * otherNs - REFERENCE_LINES * perLineNs);
        return perRecordNs + lines(valueBytes) * perLineNs;
    }

    private static int lines(int valueBytes) {
        return Math.max(1, (valueBytes + LINE_BYTES - 1) / LINE_BYTES);
    }

    /** What is left for a word of another node's record, if that of an own one takes so long. */
    private double ofOtherNode(double ratio, double ownNs) {
        return Math.max(ownNs, (ratio * otherNs - REFERENCE_OWN * ownNs) / (1 - REFERENCE_OWN));
    }

    /** The application's own work per request. */
    public double applicationNs() {
        return applicationNs;
    }

    /** Putting a record that is read into the read set. */
    public double manageReadSetNs(int valueBytes) {
        return ns(manageReadSet, lineNs, valueBytes);
    }

    /** Putting a record that is written into the write set, and taking it out at commit. */
    public double manageWriteSetNs(int valueBytes) {
        return ns(manageWriteSet, lineNs, valueBytes);
    }

    /** Checking that a read was atomic. */
    public double readAtomicityNs(int valueBytes) {
        return ns(readAtomicity, lineNs, valueBytes);
    }

    /** Reading a record that will be written. */
    public double readBeforeWriteNs(int valueBytes) {
        return ns(readBeforeWrite, lineNs, valueBytes);
    }

    /** Updating the versions of a record and its lines. */
    public double updateVersionNs(int valueBytes) {
        return ns(updateVersion, lineNs / LINE_WORDS, valueBytes);
    }

    /** Re-reading the version of a record that was read: one word, however long the record is. */
    public double detectByReadNs(boolean own) {
        return own ? ownWordNs : ofOtherNode(detectByRead, ownWordNs);
    }

    /** Comparing a whole record of the own node with what was read of it, where it has no version. */
    public double detectByValueNs(int valueBytes) {
        return lines(valueBytes) * lineNs;
    }

    /** What locking costs a transaction that writes, however much it writes. */
    public double detectOnceNs() {
        return detectOnceNs;
    }

    /** Locking and unlocking a record that is written. */
    public double detectByLockNs(boolean own) {
        return own ? 2 * ownWordNs : ofOtherNode(detectByLock, 2 * ownWordNs);
    }
}
