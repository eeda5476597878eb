package org.breadboard.platform.history.checking;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistorySource;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.verdict.CheckOptions;

/**
 * Writes a history as the EDN that Jepsen's Elle reads for its {@code rw-register} checker, one operation map per line.
 *
 * <p>How it maps: a register is {@code "table/key"}, a string. An install writes a value unique to it: the version, for
 * a transaction that committed; {@code "version@transaction"} for one that did not, or may not have, or that overwrote
 * it itself. A read shows the value of the install that it saw; {@code nil} where it saw the state from before all
 * installs; {@code "version?"} where it fits no install, and then the value is one that nobody wrote. A delete writes a
 * value like any other install. In one transaction the reads come first, then the installs in order of version; reads
 * of own writes are left out, and so are scans (their rows are kept as reads), which registers cannot express. Outcomes
 * are {@code :ok}, {@code :fail} and {@code :info}; times are in ns.
 *
 * <p>A process runs one transaction at a time and ends with an {@code :info}; so each client is a process until then,
 * and a new one after. At one instant invocations come before completions, so that what touches is concurrent. Since
 * versions grow through reads and writes, check with Elle's option {@code wfr-keys?}.
 */
public final class ElleExport {
    private static final int INVOKE = 0;
    private static final int COMPLETE = 1;
    private static final int INVOKE_LATE = 2;

    private final KeyTable keys;
    private final Columns columns = new Columns(1 << 10, 1 << 12);
    private final TransactionView view = new TransactionView();
    private int[] process = new int[1 << 10];
    private boolean[] late = new boolean[1 << 10];
    private Outcome[] outcome = new Outcome[1 << 10];
    private long[] clientOf = new long[1 << 10];
    private VersionIndex index;

    private ElleExport(InitialState initialState) {
        keys = new KeyTable(initialState);
    }

    /**
     * Writes a finished history.
     *
     * @param history what to write
     * @param initialState what there was before, or null if not known
     * @param out where to write; not closed
     * @throws IOException if the destination refuses
     */
    public static void write(HistorySource history, InitialState initialState, Appendable out) throws IOException {
        ElleExport export = new ElleExport(initialState);
        history.forEachChunk(export::add);
        export.index();
        export.writeAll(out);
    }

    /** Finds out who read what. */
    private void index() {
        CheckRound round = CheckRound.whole(columns, keys, CheckOptions.serializable(), new Findings(0));
        // Judging marks the reads that fit no install.
        new SerializationCheck(round, null);
        index = round.index;
    }

    private void add(HistoryChunk chunk) {
        for (int at = 0; at < chunk.lengthWords(); ) {
            at = view.wrap(chunk.words(), at, chunk.lengthWords());
            int t = columns.transactions;
            columns.add(view, keys);
            if (t == process.length) {
                process = Arrays.copyOf(process, 2 * t);
                late = Arrays.copyOf(late, 2 * t);
                outcome = Arrays.copyOf(outcome, 2 * t);
                clientOf = Arrays.copyOf(clientOf, 2 * t);
            }
            outcome[t] = view.outcome();
            clientOf[t] = (long) chunk.writer() << 16 | view.client();
        }
    }

    private void writeAll(Appendable out) throws IOException {
        int n = columns.transactions;
        int[] byInvocation = byTime(columns.invocationNs);
        assignProcesses(byInvocation);
        long[] timeNs = new long[2 * n];
        int[] events = new int[2 * n];
        int count = 0;
        // Radix order is stable: at one time the classes stay in the order in which they are put here.
        for (int step = INVOKE; step <= INVOKE_LATE; step++) {
            for (int t : byInvocation) {
                boolean completion = step == COMPLETE;
                if (completion || late[t] == (step == INVOKE_LATE)) {
                    int event = completion ? n + t : t;
                    timeNs[event] = completion ? completionNs(t) : columns.invocationNs[t];
                    events[count++] = event;
                }
            }
        }
        int line = 0;
        for (int event : LongOrder.sort(timeNs, events, count)) {
            boolean completion = event >= n;
            int t = completion ? event - n : event;
            String kind = !completion
                    ? ":invoke"
                    : switch (outcome[t]) {
                        case COMMITTED -> ":ok";
                        case ABORTED -> ":fail";
                        case UNKNOWN -> ":info";
                    };
            out.append("{:index ")
                    .append(Integer.toString(line++))
                    .append(", :time ")
                    .append(Long.toString(timeNs[event]));
            out.append(", :type ").append(kind).append(", :process ").append(Integer.toString(process[t]));
            out.append(", :f :txn, :value [");
            writeValue(t, kind.equals(":ok"), out);
            out.append("]}\n");
        }
    }

    private int[] byTime(long[] times) {
        int[] all = new int[columns.transactions];
        for (int t = 0; t < all.length; t++) {
            all[t] = t;
        }
        return LongOrder.sort(times, all, all.length);
    }

    /** What is unknown stays open to the end of the history. */
    private long completionNs(int t) {
        return outcome[t] == Outcome.UNKNOWN ? Long.MAX_VALUE : columns.completionNs[t];
    }

    private void assignProcesses(int[] byInvocation) {
        Map<Long, Integer> lastOfClient = new HashMap<>();
        int processes = 0;
        for (int t : byInvocation) {
            Integer last = lastOfClient.put(clientOf[t], t);
            long began = columns.invocationNs[t];
            boolean touches = last != null && completionNs(last) == began && completionNs(t) > began;
            boolean free = touches || last != null && completionNs(last) < began;
            process[t] = free ? process[last] : processes++;
            late[t] = touches;
        }
    }

    private void writeValue(int t, boolean readsKnown, Appendable out) throws IOException {
        String[] separator = {""};
        for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
            if (columns.key[op] >= 0 && !columns.isInstall(op) && !isOwn(op)) {
                element(out, separator, "[:r ", op, readsKnown ? readValue(op) : "nil");
            }
        }
        for (int pass = 0; pass < 2; pass++) {
            for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
                if (columns.isInstall(op) && columns.isFinalInstall(op) == (pass == 1)) {
                    element(out, separator, "[:w ", op, installValue(op));
                }
            }
        }
    }

    private void element(Appendable out, String[] separator, String verb, int op, String value) throws IOException {
        out.append(separator[0]).append(verb).append('"').append(Integer.toString(keys.table[columns.key[op]]));
        out.append('/')
                .append(Long.toString(keys.key[columns.key[op]]))
                .append("\" ")
                .append(value)
                .append(']');
        separator[0] = " ";
    }

    private boolean isOwn(int read) {
        int source = index.installAtOrBelow(columns.key[read], columns.version[read]);
        return source >= 0 && columns.transaction[source] == columns.transaction[read];
    }

    private String installValue(int op) {
        boolean plain =
                index.isCommittedFinal(op) && index.installAtOrBelow(columns.key[op], columns.version[op]) == op;
        return plain
                ? Long.toString(columns.version[op])
                : "\"" + columns.version[op] + "@" + columns.id[columns.transaction[op]] + "\"";
    }

    private String readValue(int op) {
        int key = columns.key[op];
        if ((columns.info[op] & Columns.ASTRAY) == 0) {
            int source = index.installAtOrBelow(key, columns.version[op]);
            return source < 0 ? "nil" : installValue(source);
        }
        for (int at = index.start[key]; at < index.start[key + 1]; at++) {
            int other = index.order[at];
            if (columns.isInstall(other) && columns.sameValue(op, other)) {
                return installValue(other);
            }
        }
        return "\"" + columns.version[op] + "?\"";
    }
}
