// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.protocol.ProtocolType.Promise;
import org.breadboard.api.protocol.ProtocolType.Versions;
import org.breadboard.api.workload.Workload;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Items;
import org.breadboard.platform.history.checking.ElleExport;
import org.breadboard.platform.history.checking.HistoryChecker;
import org.breadboard.platform.history.files.HistoryReader;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.breadboard.platform.history.verdict.Verdict;
import org.breadboard.platform.tenants.SharedProtocols;

/** A stored history, judged again without the cluster that it came from: replicas and invariants are not looked at. */
public final class HistoryRecheck {
    private final HistoryReader history;
    private final CheckOptions options;
    private final InitialState initialState;

    private HistoryRecheck(
            Path history, Workload workload, ProtocolType protocol, Promise promise, IntFunction<Versions> versions) {
        IntFunction<ProtocolType> byTable = SharedProtocols.byTable(protocol);
        Items items = Items.of(
                workload.tables(), table -> byTable.apply(table).traits().grain());
        this.history = new HistoryReader(history);
        options = Verification.options(workload, items, promise, versions);
        initialState = Verification.initialState(workload, items);
    }

    /**
     * A file's history.
     *
     * @param workload what ran, sized as it was then
     * @param protocol what it ran on
     * @param promise what it was to be
     */
    public static HistoryRecheck of(Path history, Workload workload, ProtocolType protocol, Promise promise) {
        return new HistoryRecheck(history, workload, protocol, promise, Verification.versions(protocol));
    }

    /** The history of protocols that took over from each other, of which {@code protocol} was the last. */
    public static HistoryRecheck ofSwapped(Path history, Workload workload, ProtocolType protocol, Promise promise) {
        return new HistoryRecheck(history, workload, protocol, promise, table -> Versions.SHARED);
    }

    /**
     * Checks it.
     *
     * @throws org.breadboard.platform.history.HistoryFormatException if the file is damaged
     */
    public Verdict check() {
        return HistoryChecker.check(history, options, initialState, null);
    }

    /**
     * Writes it for Elle.
     *
     * @return how many transactions it has
     * @throws org.breadboard.api.RefusedException if it is too long for the form
     * @throws IOException if {@code out} refuses
     */
    public int write(ElleForm form, Appendable out) throws IOException {
        return ElleExport.write(history, options, initialState, form, out);
    }

    /** Whether the history is what it was to be; null if it holds too little to judge. */
    public static Boolean kept(Verdict verdict) {
        return Verification.kept(verdict, new ArrayList<>());
    }

    /** What its promise allows and was found, in words. */
    public static List<String> allowed(Verdict verdict) {
        return Verification.allowed(verdict);
    }

    /** One sentence if the history holds too little to claim anything of it, else null. */
    public static String tooLittle(Verdict verdict) {
        return Verification.tooLittle(verdict);
    }
}
