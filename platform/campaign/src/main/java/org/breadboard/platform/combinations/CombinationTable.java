// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.combinations;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.combine.Answer;
import org.breadboard.platform.combine.Question;
import org.breadboard.platform.console.Console;
import org.breadboard.platform.console.ExitStatus;
import org.breadboard.platform.console.OutputFormat;
import org.breadboard.platform.console.Progress;
import org.breadboard.platform.console.Suggestion;
import org.breadboard.platform.console.Table;
import org.breadboard.platform.mix.parts.Parts.Combination;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.verbs.VerbScope;

/** {@code list combinations}: what goes with what, and what of it holds in a short run. */
public final class CombinationTable {
    private static final String SEPARATOR = ", ";

    private final VerbScope scope;
    private final Console console;
    private final Question question;

    /** Of the plug-ins of a scope. */
    public CombinationTable(VerbScope scope) {
        this.scope = scope;
        console = scope.console();
        question = new Question(scope.plugins(), scope.folders());
    }

    /** A line of the answer; {@code committed} is null for what was not tried. */
    private record Row(Combination combination, boolean runs, String reason, Long committed) {
        static Row of(Answer answer) {
            return new Row(answer.combination(), answer.runs(), answer.reason(), null);
        }
    }

    /** Asks what is asked for, tries as many as the request says, and prints all. */
    public ExitStatus show(CombinationsRequest request) {
        List<Answer> answers = answers(asked(request.of()));
        if (request.trials() == 0) {
            print(answers.stream().map(Row::of).toList(), false, request.output());
            return ExitStatus.DONE;
        }
        return tried(answers, request);
    }

    private List<Combination> asked(List<String> of) {
        List<Combination> all = scope.watched(() -> question.protocols().stream()
                .flatMap(protocol -> question.combinations(protocol).stream())
                .toList());
        Set<String> names = new LinkedHashSet<>();
        all.forEach(each -> names.addAll(names(each)));
        for (String name : of) {
            if (!names.contains(name)) {
                throw new RefusedException("No protocol, profile, program or workload that can be combined is called '"
                        + name + "'" + unlike(name, names));
            }
        }
        return all.stream().filter(each -> names(each).containsAll(of)).toList();
    }

    private static String unlike(String name, Set<String> names) {
        String meant = Suggestion.phrase(name, names);
        return meant.isEmpty() ? "; 'list' shows what there is." : meant + "?";
    }

    private static List<String> names(Combination of) {
        return List.of(of.protocol(), of.profile(), of.program(), of.workload());
    }

    /** All answers in the order of what was asked; as many protocols are asked about at a time as there are cores. */
    private List<Answer> answers(List<Combination> asked) {
        List<String> protocols =
                asked.stream().map(Combination::protocol).distinct().toList();
        int askers = Math.min(Runtime.getRuntime().availableProcessors(), Math.max(1, protocols.size()));
        ExecutorService pool = Executors.newFixedThreadPool(askers);
        // A question is for one thread.
        ThreadLocal<Question> own = ThreadLocal.withInitial(() -> new Question(scope.plugins(), scope.folders()));
        try {
            List<Future<List<Answer>>> parts = new ArrayList<>();
            for (String protocol : protocols) {
                List<Combination> ofProtocol = asked.stream()
                        .filter(each -> each.protocol().equals(protocol))
                        .toList();
                parts.add(pool.submit(() -> answers(own.get(), ofProtocol)));
            }
            List<Answer> answers = new ArrayList<>();
            for (Future<List<Answer>> part : parts) {
                answers.addAll(done(part));
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }

    private static <T> T done(Future<T> part) {
        try {
            return part.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new RefusedException("Stopped; nothing was listed.");
        } catch (ExecutionException broke) {
            if (broke.getCause() instanceof Error error) {
                throw error;
            }
            throw broke.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(broke);
        }
    }

    /** One protocol's answers. A plug-in that does not return is the reason why none of them runs. */
    private List<Answer> answers(Question ask, List<Combination> asked) {
        try {
            return scope.watched(() -> asked.stream().map(ask::ask).toList());
        } catch (Hang hang) {
            return asked.stream()
                    .map(each -> new Answer(each, null, hang.getMessage()))
                    .toList();
        }
    }

    private ExitStatus tried(List<Answer> answers, CombinationsRequest request) {
        List<Answer> running = answers.stream().filter(Answer::runs).toList();
        int trials = Math.min(request.trials(), running.size());
        scope.plugins().forEach(scope::use);
        Trial trial = new Trial(scope.experiment());
        Map<Combination, Row> rows = new LinkedHashMap<>();
        answers.forEach(answer -> rows.put(answer.combination(), Row.of(answer)));
        int failed = 0;
        int done = 0;
        try (Progress progress = console.progress("combinations")) {
            while (done < trials && !console.cancellation().isCancelled()) {
                Answer answer = running.get((int) ((long) done * running.size() / trials));
                progress.at(String.join(" ", names(answer.combination())), (double) done / trials, "");
                Row row = tried(trial, answer);
                rows.put(answer.combination(), row);
                failed += row.runs() ? 0 : 1;
                done++;
            }
        }
        print(List.copyOf(rows.values()), true, request.output());
        if (failed > 0) {
            console.err().println(failed + " of " + done + " combinations that were tried failed.");
        }
        if (done < trials) {
            console.err()
                    .println(console.cancellation().stopped() + "; " + done + " of " + trials
                            + " combinations were tried.");
        }
        return failed > 0 || done < trials ? ExitStatus.FAILED : ExitStatus.DONE;
    }

    private static Row tried(Trial trial, Answer answer) {
        try {
            Trial.Outcome outcome = trial.run(answer);
            boolean verified = outcome.failure().isEmpty();
            String reason = verified ? answer.reason() : outcome.failure();
            return new Row(answer.combination(), verified, reason, outcome.committed());
        } catch (RefusedException | Hang failed) {
            return new Row(answer.combination(), false, failed.getMessage(), 0L);
        }
    }

    private void print(List<Row> rows, boolean tried, OutputFormat output) {
        List<String> columns = new ArrayList<>(List.of("protocol", "profile", "program", "workload", "runs", "reason"));
        if (tried) {
            columns.add(columns.size() - 1, "committed");
        }
        Table table = new Table(columns.toArray(String[]::new));
        for (Row row : output == OutputFormat.TABLE ? merged(rows) : rows) {
            Combination of = row.combination();
            if (tried) {
                table.add(
                        of.protocol(),
                        of.profile(),
                        of.program(),
                        of.workload(),
                        row.runs(),
                        row.committed(),
                        row.reason());
            } else {
                table.add(of.protocol(), of.profile(), of.program(), of.workload(), row.runs(), row.reason());
            }
        }
        table.print(output, "combinations", 2, console.out());
    }

    /** The same for people: workloads, then data sheets, then programs of which the same is said share a line. */
    private static List<Row> merged(List<Row> rows) {
        List<Row> workloads = merged(rows, Combination::workload, Combination::withWorkload);
        List<Row> profiles = merged(workloads, Combination::profile, Combination::withProfile);
        return merged(profiles, Combination::program, Combination::withProgram);
    }

    private static List<Row> merged(
            List<Row> rows, Function<Combination, String> name, BiFunction<Combination, String, Combination> with) {
        Map<Row, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            Row key = new Row(with.apply(row.combination(), ""), row.runs(), row.reason(), null);
            groups.computeIfAbsent(key, each -> new ArrayList<>()).add(row);
        }
        List<Row> merged = new ArrayList<>();
        groups.forEach((key, members) -> {
            List<String> names =
                    members.stream().map(row -> name.apply(row.combination())).toList();
            Long committed = members.stream()
                    .map(Row::committed)
                    .filter(Objects::nonNull)
                    .reduce(Long::sum)
                    .orElse(null);
            merged.add(new Row(
                    with.apply(key.combination(), String.join(SEPARATOR, names)), key.runs(), key.reason(), committed));
        });
        return merged;
    }
}
