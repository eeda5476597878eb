package org.breadboard.platform.run;

import java.nio.file.Path;
import java.util.ArrayList;
import org.breadboard.api.protocol.ProtocolTraits;
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
        ProtocolTraits traits = protocol.traits();
        return check(history, workload, traits.grain(), traits.promise(), traits.versions());
    }

    /** Checks a file for what all protocols promise that had a part in it, of which {@code protocol} was the last. */
    public static Verdict checkSwapped(Path history, Workload workload, ProtocolType protocol, boolean strict) {
        ProtocolType.Promise promise = strict ? protocol.traits().promise() : ProtocolType.Promise.SERIALIZABLE;
        return check(history, workload, protocol.traits().grain(), promise, ProtocolType.Versions.SHARED);
    }

    private static Verdict check(
            Path history,
            Workload workload,
            ProtocolType.Grain grain,
            ProtocolType.Promise promise,
            ProtocolType.Versions versions) {
        Items items = Items.of(workload.tables(), grain);
        return HistoryChecker.check(
                new HistoryReader(history),
                Verification.options(workload, items, promise, versions),
                Verification.initialState(workload, items),
                null);
    }

    /** Whether the history was found serializable; null if it holds too little to judge. */
    public static Boolean serializable(Verdict verdict) {
        return Verification.serializable(verdict, new ArrayList<>());
    }

    /** One sentence if the history holds too little to claim anything of it, else null. */
    public static String tooLittle(Verdict verdict) {
        return Verification.tooLittle(verdict);
    }
}
