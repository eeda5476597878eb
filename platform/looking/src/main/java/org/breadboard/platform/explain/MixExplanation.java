// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.explain;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Screen;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.files.FileTrouble;
import org.breadboard.platform.history.Outcome;
import org.breadboard.platform.mix.resolve.MixRequest;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.result.Json;
import org.breadboard.platform.run.Runner;
import org.breadboard.platform.tenants.SharedProtocols;
import org.breadboard.platform.trace.CloseLook;
import org.breadboard.platform.trace.Trace;
import org.breadboard.platform.verbs.VerbScope;

/** {@code explain}: one transaction of a mix, drawn hop by hop. */
public final class MixExplanation {
    private static final String KIND = "explanation";
    private static final int MOST_COLUMNS = 100;

    /** A typical transaction is the median of at least so many, where the run has them. */
    private static final int ENOUGH = 1000;

    /**
     * How much before and after a transaction is traced, at most: other transactions' messages are told apart by it.
     */
    private static final long AROUND_NS = 200_000;

    private final VerbScope scope;

    /** Of the mixes of a scope. */
    public MixExplanation(VerbScope scope) {
        this.scope = scope;
    }

    /** Runs the mix, picks a transaction, and draws it. */
    public ExitStatus explain(ExplainRequest request) throws IOException {
        ResolvedMix resolved = scope.experiment().resolve(MixRequest.of(request.mix(), request.overrides()));
        String name = resolved.mix().name();
        if (resolved.mix().mode().live()) {
            throw new RefusedException("Mix '" + name + "' runs on real threads, and only what runs in virtual time can"
                    + " be explained: add --set runtime=sim.");
        }
        if (resolved.peak()) {
            throw new RefusedException("Mix '" + name + "' searches for its peak, and one run can be explained: add"
                    + " --set load.contexts=N, such as the one that 'run' reports.");
        }
        if (resolved.mix().workload() == null) {
            throw new RefusedException("Mix '" + name + "' runs operations of protocol '"
                    + resolved.parts().protocol().id()
                    + "', and no transactions to explain; 'list mixes' shows others.");
        }
        if (resolved.parts().protocol() instanceof SharedProtocols) {
            throw new RefusedException(
                    "Mix '" + name + "' runs a protocol for each tenant, and messages of one protocol"
                            + " can be explained: name one for all, as in --set protocol=fasst.");
        }
        resolved.plugins().forEach(scope::use);
        try (Progress progress = scope.console().progress("explain " + name)) {
            Runner.Progress shown = (phase, share, committed) -> progress.at(phase.words(), share, "");
            CloseLook look = new CloseLook(
                    resolved.mix(),
                    resolved.parts(),
                    scope.patience(),
                    shown,
                    scope.console().cancellation()::isCancelled);
            return explain(request, resolved, look, progress);
        }
    }

    private ExitStatus explain(ExplainRequest request, ResolvedMix resolved, CloseLook look, Progress progress)
            throws IOException {
        long warmNs = resolved.mix().time().warmupNs();
        boolean named = request.transaction().isPresent();
        List<CloseLook.Ended> all = look.attempts(
                (soFar, warm) -> named
                        ? has(soFar, request.transaction().getAsLong())
                        : warm && committed(soFar, warmNs).size() >= ENOUGH,
                named);
        CloseLook.Ended chosen = named
                ? find(all, request.transaction().getAsLong(), request.mix())
                : typical(committed(all, warmNs), resolved.mix().name());
        long leadNs = Math.min(2 * chosen.tookNs(), AROUND_NS);
        long tailNs = Math.min(chosen.tookNs() + 1000, AROUND_NS);
        Trace trace = look.trace(Math.max(0, chosen.beganNs() - leadNs), chosen.endedNs() + tailNs, Integer.MAX_VALUE);
        int number = trace.numberOf(chosen.client(), chosen.beganNs());
        if (number == 0 || trace.attempt(number).last() == null) {
            throw new IllegalStateException("transaction " + chosen.id() + " did not happen a second time");
        }
        Explanation explanation = new Explanation(trace, number);
        if (request.svg().isPresent()) {
            draw(request.svg().get(), resolved, chosen, explanation);
        }
        progress.close();
        print(request, resolved, chosen, all, explanation);
        return ExitStatus.DONE;
    }

    private static boolean has(List<CloseLook.Ended> attempts, long id) {
        return attempts.stream().anyMatch(attempt -> attempt.id() == id);
    }

    private static CloseLook.Ended find(List<CloseLook.Ended> attempts, long id, String mix) {
        return attempts.stream()
                .filter(attempt -> attempt.id() == id)
                .findFirst()
                .orElseThrow(() -> new RefusedException("No transaction " + id + " ends in a run of mix '" + mix
                        + "'; without --transaction, explain takes a typical one and names others."));
    }

    private static List<CloseLook.Ended> committed(List<CloseLook.Ended> attempts, long fromNs) {
        return ordered(attempts, attempt -> attempt.outcome() == Outcome.COMMITTED && attempt.beganNs() >= fromNs);
    }

    /** Those that are wanted, the fastest first. */
    private static List<CloseLook.Ended> ordered(List<CloseLook.Ended> attempts, Predicate<CloseLook.Ended> wanted) {
        return attempts.stream()
                .filter(wanted)
                .sorted(Comparator.comparingLong(CloseLook.Ended::tookNs).thenComparingLong(CloseLook.Ended::id))
                .toList();
    }

    private static CloseLook.Ended typical(List<CloseLook.Ended> committed, String mix) {
        if (committed.isEmpty()) {
            throw new RefusedException("No transaction of mix '" + mix
                    + "' begins and commits while it is measured, so none is typical; measure longer, with --set"
                    + " time.measureUs=N.");
        }
        return committed.get(committed.size() / 2);
    }

    private void draw(Path file, ResolvedMix resolved, CloseLook.Ended chosen, Explanation explanation) {
        try {
            Files.writeString(file, new SvgDrawing(explanation, nodeNames(resolved), title(resolved, chosen)).text());
        } catch (IOException failed) {
            throw new RefusedException(
                    "The picture could not be written to '" + file + "': " + FileTrouble.reason(failed) + ".");
        }
        scope.console().err().println("The picture is in " + file + ".");
    }

    private static String title(ResolvedMix resolved, CloseLook.Ended chosen) {
        return "transaction T" + chosen.id() + " (" + type(resolved, chosen) + ") of client " + chosen.client()
                + " in mix " + resolved.mix().name() + ", seed "
                + resolved.mix().seed();
    }

    private static IntFunction<String> nodeNames(ResolvedMix resolved) {
        int machines = resolved.mix().cluster().machines();
        return node -> node < 0 ? "net" : node < machines ? "node" + node : "switch" + (node - machines);
    }

    // What is printed.

    private void print(
            ExplainRequest request,
            ResolvedMix resolved,
            CloseLook.Ended chosen,
            List<CloseLook.Ended> all,
            Explanation explanation) {
        IntFunction<String> nodeName = nodeNames(resolved);
        PrintStream out = scope.console().out();
        if (request.output() != OutputFormat.TABLE) {
            printData(request.output(), resolved, chosen, explanation, nodeName, out);
            return;
        }
        boolean typical = request.transaction().isEmpty();
        List<CloseLook.Ended> committed = committed(all, resolved.mix().time().warmupNs());
        out.println(title(resolved, chosen));
        out.println("outcome     " + explanation.outcome() + " after " + us(explanation.tookUs()) + ", with "
                + explanation.messages() + " messages"
                + (typical ? "; the median of " + committed.size() + " that committed" : ""));
        printShares(explanation, out);
        out.println();
        new TextDrawing(explanation, nodeName, Screen.columns(out)).lines().forEach(Screen.verbatim(out)::println);
        out.println();
        out.println("Times are of the simulator, since it began. '*' marks what its outcome waited for.");
        if (typical) {
            out.println("Others, for --transaction:");
            others(resolved, chosen, all, committed).forEach(line -> out.println("  " + line));
        }
    }

    private static String type(ResolvedMix resolved, CloseLook.Ended attempt) {
        return resolved.parts().workload().transactions().get(attempt.type()).name();
    }

    private static String us(double us) {
        return String.format(Locale.ROOT, "%.2f us", us);
    }

    private static void printShares(Explanation explanation, PrintStream out) {
        String heading = "time        ";
        if (explanation.shares().isEmpty()) {
            out.println(heading + "where it went is not known from its end to its beginning");
        }
        for (Map.Entry<String, Explanation.Share> each : explanation.shares().entrySet()) {
            List<String> parts = new ArrayList<>();
            add(parts, each.getValue().waitUs(), "waiting");
            add(parts, each.getValue().serveUs(), "served");
            add(parts, each.getValue().travelUs(), "travelling");
            if (!parts.isEmpty()) {
                out.println(heading + String.format("%-10s ", each.getKey()) + String.join(" + ", parts));
                heading = " ".repeat(heading.length());
            }
        }
    }

    private static void add(List<String> parts, double us, String what) {
        if (us >= 0.005) {
            parts.add(String.format(Locale.ROOT, "%.2f us %s", us, what));
        }
    }

    private List<String> others(
            ResolvedMix resolved, CloseLook.Ended chosen, List<CloseLook.Ended> all, List<CloseLook.Ended> committed) {
        Map<Long, String> others = new LinkedHashMap<>();
        others.put(committed.get(0).id(), "the fastest");
        others.put(committed.get(committed.size() - 1).id(), "the slowest");
        ordered(all, attempt -> attempt.outcome() == Outcome.ABORTED).stream()
                .skip(1)
                .findFirst()
                .ifPresent(aborted -> others.put(aborted.id(), "aborted"));
        for (int type = 0; type < resolved.parts().workload().transactions().size(); type++) {
            int wanted = type;
            List<CloseLook.Ended> ofType =
                    committed.stream().filter(each -> each.type() == wanted).toList();
            if (!ofType.isEmpty()) {
                CloseLook.Ended median = ofType.get(ofType.size() / 2);
                others.putIfAbsent(median.id(), type(resolved, median));
            }
        }
        others.remove(chosen.id());
        List<String> words = new ArrayList<>();
        others.forEach((id, which) -> words.add(id + " (" + which + ")"));
        int width = Math.min(MOST_COLUMNS, Screen.columns(scope.console().out())) - 2;
        return Screen.folded(String.join(", ", words), width, 0);
    }

    private static void printData(
            OutputFormat output,
            ResolvedMix resolved,
            CloseLook.Ended chosen,
            Explanation explanation,
            IntFunction<String> nodeName,
            PrintStream out) {
        if (output == OutputFormat.CSV) {
            Table table =
                    new Table("node", "place", "message", "what", "atUs", "waitUs", "serveUs", "travelUs", "awaited");
            for (Hop hop : explanation.hops()) {
                table.add(row(hop, nodeName).values().toArray());
            }
            table.print(output, KIND, 1, out);
            return;
        }
        Map<String, Object> data = Json.document(KIND, 1);
        data.put("mix", resolved.mix().name());
        data.put("seed", resolved.mix().seed());
        data.put("transaction", chosen.id());
        data.put("type", type(resolved, chosen));
        data.put("client", chosen.client());
        data.put("outcome", explanation.outcome());
        data.put("tookUs", Json.number(explanation.tookUs()));
        data.put("messages", explanation.messages());
        data.put("timeUs", explanation.shares());
        data.put(
                "hops",
                explanation.hops().stream().map(hop -> row(hop, nodeName)).toList());
        out.println(Json.text(data));
    }

    private static Map<String, Object> row(Hop hop, IntFunction<String> nodeName) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("node", nodeName.apply(hop.place().node()));
        row.put("place", hop.place().name());
        row.put("message", hop.message() == 0 ? null : hop.message());
        row.put("what", hop.what());
        row.put("atUs", Json.number(hop.atUs()));
        row.put("waitUs", Json.number(hop.waitUs()));
        row.put("serveUs", Json.number(hop.serveUs()));
        row.put("travelUs", Json.number(hop.travelUs()));
        row.put("awaited", hop.onPath());
        return row;
    }
}
