package org.breadboard.platform.run;

import java.nio.file.Path;
import java.util.ArrayList;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.history.HistoryChecker;
import org.breadboard.platform.history.HistoryReader;
import org.breadboard.platform.history.Verdict;

/** Judges a stored history again, without the cluster that it came from: replicas and invariants are not looked at. */
public final class HistoryRecheck {
    private HistoryRecheck() {}

    /**
     * Checks a file.
     *
     * @param workload what ran, sized as it was then
     * @throws org.breadboard.platform.history.HistoryFormatException if the file is damaged
     */
    public static Verdict check(Path history, Workload workload, ProtocolType.Promise promise) {
        return HistoryChecker.check(
                new HistoryReader(history),
                Verification.options(workload, promise),
                Verification.initialState(workload),
                null);
    }

    /** Whether the history was found serializable; null if no transaction committed, so that there was nothing to judge. */
    public static Boolean serializable(Verdict verdict) {
        return Verification.serializable(verdict, new ArrayList<>());
    }
}
