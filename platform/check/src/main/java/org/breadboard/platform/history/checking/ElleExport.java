// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history.checking;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.history.HistoryChunk;
import org.breadboard.platform.history.HistorySource;
import org.breadboard.platform.history.InitialState;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.history.TransactionView;
import org.breadboard.platform.history.verdict.CheckOptions;

/**
 * Writes a history as the EDN that Jepsen's Elle reads, one operation map per line; {@code docs/users/elle.md} says for
 * users how it maps, and decision 086 why.
 *
 * <p>A key is {@code "table/key"}. The installs of a key are numbered: first those of transactions that committed, in
 * the order of their versions (what a transaction overwrote itself comes right before what it left), then all others,
 * then what was read and nobody wrote. As a list, install i appends i, and who saw it reads 1 to i; as a register,
 * install i writes i, and who saw it reads i. Nothing, {@code []} or {@code nil}, is the state from before all
 * installs.
 *
 * <p>A read that fits no install at its version is shown with the number of the intermediate or aborted install that it
 * saw; or of an older one, if its transaction overwrote the newer one; or else with one of its own, which a transaction
 * that failed has written: so Elle calls it G1a. Reads of own writes are left out, and so are reads that an unknown
 * transaction may explain. In a transaction reads come first.
 *
 * <p>Of each client a process runs one transaction after another, but a transaction that begins in the nanosecond in
 * which that of a process ended is another process's; so at one instant all invocations come before all completions,
 * and what touches is concurrent. A process ends with an {@code :info}.
 */
public final class ElleExport {
    /** About half a gigabyte of text. */
    static final long MOST_ELEMENTS = 100_000_000;

    private static final int FINAL_KEYS = 64;
    private static final int LEFT_OUT = -1;

    private final KeyTable keys;
    private final CheckOptions options;
    private final boolean lists;
    private final Columns columns = new Columns(1 << 10, 1 << 12);
    private final TransactionView view = new TransactionView();
    private Outcome[] outcome = new Outcome[1 << 10];
    private long[] clientOf = new long[1 << 10];
    private VersionIndex index;
    private OperationJudge judge;

    /** Of each operation the number of its install, or of what it saw. */
    private int[] shown;
    /** Of each key, how many of its installs committed. */
    private int[] committed;
    /** Of each key, the greatest committed install that somebody saw. */
    private int[] seen;
    /** Reads of what nobody wrote. */
    private final List<Integer> strays = new ArrayList<>();

    private int lines;
    private int processes;
    private long endNs = Long.MIN_VALUE;

    private ElleExport(CheckOptions options, InitialState initialState, ElleForm form) {
        this.options = options;
        keys = new KeyTable(initialState);
        lists = form == ElleForm.LIST_APPEND;
    }

    /**
     * Writes a finished history.
     *
     * @param history what to write
     * @param options what versions are, and how tables and keys are named
     * @param initialState what there was before, or null if not known
     * @param out where to write; not closed
     * @return how many transactions the history has
     * @throws RefusedException if the lists would be too long
     * @throws IOException if the destination refuses
     */
    public static int write(
            HistorySource history, CheckOptions options, InitialState initialState, ElleForm form, Appendable out)
            throws IOException {
        ElleExport export = new ElleExport(options, initialState, form);
        history.forEachChunk(export::add);
        export.number();
        export.writeAll(out);
        return export.columns.transactions;
    }

    private void add(HistoryChunk chunk) {
        for (int at = 0; at < chunk.lengthWords(); ) {
            at = view.wrap(chunk.words(), at, chunk.lengthWords());
            int t = columns.transactions;
            columns.add(view, keys);
            if (t == outcome.length) {
                outcome = Arrays.copyOf(outcome, 2 * t);
                clientOf = Arrays.copyOf(clientOf, 2 * t);
            }
            outcome[t] = view.outcome();
            clientOf[t] = (long) chunk.writer() << 16 | view.client();
            endNs = Math.max(endNs, columns.invocationNs[t]);
            if (outcome[t] != Outcome.UNKNOWN) {
                endNs = Math.max(endNs, columns.completionNs[t]);
            }
        }
    }

    /** Finds out who read what. */
    private void number() {
        CheckRound round = CheckRound.whole(columns, keys, options.withStrict(false), new Findings(options));
        // Judging marks the reads that fit no install, and the unknown transactions that somebody saw.
        new SerializationCheck(round, null);
        index = round.index;
        judge = new OperationJudge(round);
        shown = new int[columns.operations];
        committed = new int[keys.size()];
        seen = new int[keys.size()];
        int[] last = new int[keys.size()];
        for (int key = 0; key < keys.size(); key++) {
            last[key] = numberInstalls(key);
        }
        long elements = 0;
        for (int t = 0; t < columns.transactions; t++) {
            for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
                if (outcome[t] == Outcome.COMMITTED && isRead(op)) {
                    shown[op] = shownBy(op, last);
                    elements += shown[op] == LEFT_OUT ? 0 : fitting(op) + 1;
                }
            }
        }
        for (int key = 0; key < keys.size(); key++) {
            elements += seen[key] < committed[key] ? committed[key] : 0;
        }
        if (lists && elements > MOST_ELEMENTS) {
            throw new RefusedException(String.format(
                    Locale.ROOT,
                    "As lists this history has %,d elements, since each read shows all that was written before, and at"
                            + " most %,d are written; take --form rw-register, or a shorter run.",
                    elements,
                    MOST_ELEMENTS));
        }
    }

    private int numberInstalls(int key) {
        int last = 0;
        for (int at = index.start[key]; at < index.start[key + 1]; at++) {
            int install = index.order[at];
            if (index.isCommittedFinal(install)) {
                int t = columns.transaction[install];
                for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
                    if (columns.key[op] == key && columns.isInstall(op) && op != install) {
                        shown[op] = ++last;
                    }
                }
                shown[install] = ++last;
            }
        }
        committed[key] = last;
        for (int at = index.start[key]; at < index.start[key + 1]; at++) {
            int op = index.order[at];
            if (columns.isInstall(op) && shown[op] == 0) {
                shown[op] = ++last;
            }
        }
        return last;
    }

    private boolean isRead(int op) {
        return columns.key[op] >= 0 && !columns.isInstall(op);
    }

    private int shownBy(int read, int[] last) {
        int key = columns.key[read];
        int current = index.installAtOrBelow(key, columns.version[read]);
        if ((columns.info[read] & Columns.ASTRAY) == 0) {
            int twin = current < 0 || columns.sameValue(read, current) ? current : judge.twin(read, current);
            int source = twin < 0 ? current : twin;
            if (source < 0) {
                return 0;
            }
            if (columns.transaction[source] == columns.transaction[read]) {
                return LEFT_OUT;
            }
            seen[key] = Math.max(seen[key], shown[source]);
            return shown[source];
        }
        if (judge.isExcused(read, current)) {
            return LEFT_OUT;
        }
        int source = judge.explanation(read);
        if (judge.isLostUpdate(read, current, source)) {
            return source < 0 ? 0 : shown[source];
        }
        if (source >= 0 && (!columns.isFinalInstall(source) || shown[source] > committed[key])) {
            return shown[source];
        }
        strays.add(read);
        return ++last[key];
    }

    /** The greatest number of a committed install in the list that a read shows. */
    private int fitting(int read) {
        int key = columns.key[read];
        if (shown[read] <= committed[key]) {
            return shown[read];
        }
        int current = index.installAtOrBelow(key, columns.version[read]);
        return current < 0 ? 0 : shown[current];
    }

    private void writeAll(Appendable out) throws IOException {
        int n = columns.transactions;
        int[] byInvocation = new int[n];
        for (int t = 0; t < n; t++) {
            byInvocation[t] = t;
        }
        byInvocation = LongOrder.sort(columns.invocationNs, byInvocation, n);
        int[] process = processes(byInvocation);
        long[] timeNs = new long[2 * n];
        int[] events = new int[2 * n];
        for (int i = 0; i < n; i++) {
            int t = byInvocation[i];
            // Radix order is stable: at one time what is put here first comes first.
            events[i] = t;
            events[n + i] = n + t;
            timeNs[t] = columns.invocationNs[t];
            timeNs[n + t] = completionNs(t);
        }
        writeStrays(n == 0 ? 0 : timeNs[byInvocation[0]], out);
        for (int event : LongOrder.sort(timeNs, events, 2 * n)) {
            int t = event < n ? event : event - n;
            String type = event < n
                    ? "invoke"
                    : switch (outcome[t]) {
                        case COMMITTED -> "ok";
                        case ABORTED -> "fail";
                        case UNKNOWN -> "info";
                    };
            begin(type, timeNs[event], process[t], out);
            out.append(", :transaction ").append(Long.toString(columns.id[t])).append(", :value [");
            writeValue(t, type.equals("ok"), out);
            out.append("]}\n");
        }
        if (lists) {
            writeFinalReads(out);
        }
    }

    private void begin(String type, long timeNs, int process, Appendable out) throws IOException {
        out.append("{:index ").append(Integer.toString(lines++));
        out.append(", :time ").append(Long.toString(timeNs));
        out.append(", :type :").append(type);
        out.append(", :process ").append(Integer.toString(process));
        out.append(", :f :txn");
    }

    /** What is unknown stays open to the end. */
    private long completionNs(int t) {
        return outcome[t] == Outcome.UNKNOWN ? endNs : Math.max(columns.completionNs[t], columns.invocationNs[t]);
    }

    private int[] processes(int[] byInvocation) {
        int[] process = new int[byInvocation.length];
        // Of each process of a client, its number and its last transaction.
        Map<Long, List<int[]>> ofClients = new HashMap<>();
        for (int t : byInvocation) {
            List<int[]> own = ofClients.computeIfAbsent(clientOf[t], client -> new ArrayList<>());
            int[] free = own.stream()
                    .filter(each -> completionNs(each[1]) < columns.invocationNs[t])
                    .findFirst()
                    .orElse(null);
            if (free == null) {
                free = new int[] {processes++, t};
                own.add(free);
            }
            free[1] = t;
            process[t] = free[0];
            // After an :info a process runs nothing more.
            if (outcome[t] == Outcome.UNKNOWN) {
                own.remove(free);
            }
        }
        return process;
    }

    private void writeValue(int t, boolean readsKnown, Appendable out) throws IOException {
        String separator = "";
        for (int pass = 0; pass < 3; pass++) {
            for (int op = columns.firstOperation[t]; op < columns.firstOperation[t + 1]; op++) {
                boolean turn = pass == 0
                        ? isRead(op) && shown[op] != LEFT_OUT
                        : columns.isInstall(op) && columns.isFinalInstall(op) == (pass == 2);
                if (turn) {
                    out.append(separator);
                    separator = " ";
                    if (pass > 0) {
                        element(lists ? ":append" : ":w", columns.key[op], out);
                        out.append(Integer.toString(shown[op]));
                    } else {
                        element(":r", columns.key[op], out);
                        writeShown(op, readsKnown, out);
                    }
                    out.append(']');
                }
            }
        }
    }

    private void element(String verb, int key, Appendable out) throws IOException {
        int table = keys.table[key];
        String name = options.tableName().apply(table) + "/" + options.keyName().of(table, keys.key[key]);
        out.append('[').append(verb).append(" \"");
        out.append(name.replace("\\", "\\\\").replace("\"", "\\\"")).append("\" ");
    }

    private void writeShown(int read, boolean known, Appendable out) throws IOException {
        if (!known || !lists && shown[read] == 0) {
            out.append("nil");
        } else if (lists) {
            int fitting = fitting(read);
            writeList(fitting, out);
            if (shown[read] > fitting) {
                out.append(fitting == 0 ? "" : " ").append(Integer.toString(shown[read]));
            }
            out.append(']');
        } else {
            out.append(Integer.toString(shown[read]));
        }
    }

    /** A list that is not closed yet. */
    private static void writeList(int length, Appendable out) throws IOException {
        out.append('[');
        for (int i = 1; i <= length; i++) {
            out.append(i == 1 ? "" : " ").append(Integer.toString(i));
        }
    }

    /** What was read and nobody wrote, a transaction that failed has written. */
    private void writeStrays(long timeNs, Appendable out) throws IOException {
        for (int step = 0; step < 2 && !strays.isEmpty(); step++) {
            begin(step == 0 ? "invoke" : "fail", timeNs, processes, out);
            out.append(", :value [");
            String separator = "";
            for (int read : strays) {
                out.append(separator);
                separator = " ";
                element(lists ? ":append" : ":w", columns.key[read], out);
                out.append(Integer.toString(shown[read])).append(']');
            }
            out.append("]}\n");
        }
        processes++;
    }

    /** Elle knows the order of what somebody read, so somebody reads what nobody did. */
    private void writeFinalReads(Appendable out) throws IOException {
        int[] unread = IntStream.range(0, keys.size())
                .filter(key -> seen[key] < committed[key])
                .toArray();
        for (int from = 0; from < unread.length; from += FINAL_KEYS) {
            for (int step = 0; step < 2; step++) {
                begin(step == 0 ? "invoke" : "ok", endNs, processes, out);
                out.append(", :value [");
                for (int i = from; i < Math.min(from + FINAL_KEYS, unread.length); i++) {
                    out.append(i == from ? "" : " ");
                    element(":r", unread[i], out);
                    if (step == 0) {
                        out.append("nil]");
                    } else {
                        writeList(committed[unread[i]], out);
                        out.append("]]");
                    }
                }
                out.append("]}\n");
            }
        }
    }
}
