package org.breadboard.platform.run;

import java.nio.file.Path;
import java.util.ArrayList;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.files.HistoryReader;
import org.breadboard.platform.history.verdict.Verdict;

/** Judges a stored history again, without the cluster that it came from: replicas and invariants are not looked at. */
public final class HistoryRecheck {
    private HistoryRecheck() {}

    /**
     * Checks a file.
     *
     * @param workload what ran, sized as it was then
     * @param protocol what it ran on
     * @throws org.breadboard.platform.history.HistoryFormatException if the file is damaged
     */
    public static Verdict check(Path history, Workload workload, ProtocolType protocol) {
        return check(history, workload, protocol, true);
    }

    /** The same; real time is part of it if {@code strict}, and the protocol promises it. */
    public static Verdict check(Path history, Workload workload, ProtocolType protocol, boolean strict) {
        ProtocolType.Promise promise = strict ? protocol.traits().promise() : ProtocolType.Promise.SERIALIZABLE;
        Items items = Items.of(workload.tables(), protocol.traits().grain());
        return HistoryChecker.check(
                new HistoryReader(history),
                Verification.options(workload, items, promise),
                Verification.initialState(workload, items),
                null);
    }

    /**
     * Whether the history was found serializable; null if no transaction committed, so that there was nothing to judge.
     */
    public static Boolean serializable(Verdict verdict) {
        return Verification.serializable(verdict, new ArrayList<>());
    }
}
