package org.breadboard.proto.hades.sw;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;

/**
 * What the software's part of a transaction costs, in ns of the reference core (HADES III).
 *
 * <p>Fig. 3 gives the overheads of Table I as shares of CPU time: 59 % of it where all requests write, 71 % where all read. So they take
 * 1.44 and 2.45 times the other CPU time of a request, which Fig. 3 does not tell; it is {@link #applicationNs} and what a
 * request of that experiment needs besides. The split over categories is assumed, in the
 * order in which the paper says that they dominate. A category's cost is all that it takes, the posts and the memory that it waits for
 * included ({@link CpuTime#chargeBeyond}); what a post takes is the hardware's to say. It is for a record of 16 lines (1 KB); a share of it grows with the lines, the rest is per
 * record. Immutable; any thread.
 */
public final class SoftwareCosts {
    private static final double REFERENCE_LINES = 16;
    private static final int LINE_BYTES = 64;

    private final double applicationNs;
    private final double otherNs;
    private final double manageReadSet;
    private final double readAtomicity;
    private final double detectByRead;
    private final double manageWriteSet;
    private final double updateVersion;
    private final double readBeforeWrite;
    private final double detectByLock;
    private final double setLines;
    private final double atomicityLines;
    private final double versionLines;
    private final double readBeforeWriteLines;

    private SoftwareCosts(Settings settings) {
        applicationNs = settings.number("applicationNs");
        otherNs = applicationNs + settings.number("requestRestNs");
        manageReadSet = settings.number("manageReadSet");
        readAtomicity = settings.number("readAtomicity");
        detectByRead = settings.number("conflictDetectionOfRead");
        manageWriteSet = settings.number("manageWriteSet");
        updateVersion = settings.number("updateVersion");
        readBeforeWrite = settings.number("readBeforeWrite");
        detectByLock = settings.number("conflictDetectionOfWrite");
        setLines = settings.number("manageSetsLineShare");
        atomicityLines = settings.number("readAtomicityLineShare");
        versionLines = settings.number("updateVersionLineShare");
        readBeforeWriteLines = settings.number("readBeforeWriteLineShare");
    }

    /** What a mix can set. */
    public static List<Setting> settings() {
        return List.of(
                Setting.number(
                        "applicationNs",
                        "ns",
                        1700,
                        0,
                        1e6,
                        "CPU of the application per request: the one scalar that HADES Fig. 3 leaves open (calibrated on row hades-f9-hades alone)"),
                Setting.number(
                        "requestRestNs",
                        "ns",
                        430,
                        0,
                        1e6,
                        "The other CPU time of a request in HADES Fig. 3 besides the application: index, post, the record's first load"
                                + " (calibrated on rows hades-f3-wr, -mix and -rd)"),
                ratio("manageReadSet", 0.65, "Managing the read set, per read"),
                ratio("readAtomicity", 0.80, "Checking a read's atomicity, per read"),
                ratio("conflictDetectionOfRead", 1.00, "Re-reading a version, per read"),
                ratio("manageWriteSet", 0.46, "Managing the write set, per write"),
                ratio("updateVersion", 0.12, "Updating versions, per write"),
                ratio("readBeforeWrite", 0.60, "Reading the record before writing it, per write"),
                ratio("conflictDetectionOfWrite", 0.26, "Locking and unlocking, per write"),
                lines("manageSetsLineShare", 0.5, "managing read and write sets: copies, besides entries"),
                lines("readAtomicityLineShare", 0.9, "checking a read's atomicity: a compare and a copy per line"),
                lines("updateVersionLineShare", 0.8, "updating versions: one word per line"),
                lines("readBeforeWriteLineShare", 0.8, "reading before writing: transfers and copies"));
    }

    private static Setting ratio(String name, double usual, String what) {
        return Setting.number(
                name,
                "of the other CPU time of a request",
                usual,
                0,
                100,
                what
                        + ", for 16 lines (sum of reads 2.45 and of writes 1.44 derived from HADES Fig. 3; split assumed)");
    }

    private static Setting lines(String name, double usual, String what) {
        return Setting.number(name, "", usual, 0, 1, "Share per line of " + what + " (assumed)");
    }

    /** Of a run; the settings include {@link #settings()}. */
    public static SoftwareCosts of(Settings settings) {
        return new SoftwareCosts(settings);
    }

    private double ns(double ratio, double lineShare, int valueBytes) {
        double lines = Math.max(1, (valueBytes + LINE_BYTES - 1) / LINE_BYTES);
        return ratio * otherNs * (1 - lineShare + lineShare * lines / REFERENCE_LINES);
    }

    /** The application's own work per request. */
    public double applicationNs() {
        return applicationNs;
    }

    /** Putting a record that is read into the read set. */
    public double manageReadSetNs(int valueBytes) {
        return ns(manageReadSet, setLines, valueBytes);
    }

    /** Putting a record that is written into the write set, and taking it out at commit. */
    public double manageWriteSetNs(int valueBytes) {
        return ns(manageWriteSet, setLines, valueBytes);
    }

    /** Checking that a read was atomic. */
    public double readAtomicityNs(int valueBytes) {
        return ns(readAtomicity, atomicityLines, valueBytes);
    }

    /** Reading a record that will be written. */
    public double readBeforeWriteNs(int valueBytes) {
        return ns(readBeforeWrite, readBeforeWriteLines, valueBytes);
    }

    /** Updating the versions of a record and its lines. */
    public double updateVersionNs(int valueBytes) {
        return ns(updateVersion, versionLines, valueBytes);
    }

    /** Re-reading the version of a record that was read: one line, however long the record is. */
    public double detectByReadNs() {
        return detectByRead * otherNs;
    }

    /** Locking and unlocking a record that is written. */
    public double detectByLockNs() {
        return detectByLock * otherNs;
    }
}
