// SPDX-License-Identifier: Apache-2.0
package org.breadboard.mutants;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/**
 * The entry: tries mutants and prints which were caught by what. Arguments: {@code --minutes M} of a campaign (10),
 * {@code --only REGEX} of ids, {@code --survivors} for those that nothing has caught yet, {@code --jobs N} at a time
 * (as many as there are cores), {@code --contract} to run the contracts of protocols and nothing else, one at a time if
 * {@code --jobs} does not say more and each for {@code --minutes} at most, on the slips in examples, too,
 * {@code --guided-against-blind} to have guided campaigns look for some of them, and blind ones, {@code --tests} to run
 * tests of the module, too, {@code --check} to see only whether all can be planted, {@code --page} to write the page
 * only.
 */
public final class Mutants {
    private static final double RUN_SECONDS = 60;
    private static final String UNPLANTED = "unplanted-";

    private final Path root;
    private final MutantSet set;
    private final Scores scores;
    private final Workshop workshop;
    private final Checks checks;
    private double minutes = 10;
    private boolean tests;

    private Mutants(Path root) throws IOException {
        this.root = root;
        Path built = root.resolve("distribution/mutants/target");
        set = new MutantSet(root);
        scores = new Scores(root, set);
        workshop = new Workshop(root.resolve("distribution/assembly/target/breadboard"), built.resolve("planted"));
        checks = new Checks(root);
    }

    /** The project's root, and options. */
    public static void main(String[] given) throws IOException, InterruptedException {
        int status;
        try {
            status = new Mutants(Path.of(given[0])).run(List.of(given).subList(1, given.length)) ? 0 : 1;
        } catch (IllegalArgumentException mistake) {
            System.err.println(mistake.getMessage());
            status = 2;
        }
        System.exit(status);
    }

    private boolean run(List<String> options) throws IOException, InterruptedException {
        Pattern only = Pattern.compile("");
        int jobs = 0;
        boolean survivors = false;
        boolean checksOnly = false;
        boolean pageOnly = false;
        boolean contract = false;
        boolean guided = false;
        for (int i = 0; i < options.size(); i++) {
            switch (options.get(i)) {
                case "--minutes" -> minutes = Double.parseDouble(value(options, ++i));
                case "--only" -> only = Pattern.compile(value(options, ++i));
                case "--jobs" -> jobs = Integer.parseInt(value(options, ++i));
                case "--contract" -> contract = true;
                case "--guided-against-blind" -> guided = true;
                case "--survivors" -> survivors = true;
                case "--tests" -> tests = true;
                case "--check" -> checksOnly = true;
                case "--page" -> pageOnly = true;
                default ->
                    throw new IllegalArgumentException(
                            "There is no option " + options.get(i)
                                    + "; there are --minutes M, --only REGEX, --survivors, --contract, --guided-against-blind, --jobs N, --tests, --check and --page.");
            }
        }
        if (contract) {
            return tryContracts(only, Math.max(1, jobs));
        }
        if (guided) {
            return tryGuided(only, Math.max(1, jobs));
        }
        jobs = jobs > 0 ? jobs : Runtime.getRuntime().availableProcessors();
        List<Mutant> tried = new ArrayList<>();
        for (Mutant each : set.mutants()) {
            if (only.matcher(each.id()).find() && (!survivors || scores.survives(each))) {
                tried.add(each);
            }
        }
        if (!pageOnly && !fit(tried)) {
            return false;
        }
        if (!pageOnly && !checksOnly && !tryAll(tried, jobs, this::tryOne)) {
            return false;
        }
        if (!checksOnly) {
            scores.writePage();
            scores.print(tried);
        }
        return true;
    }

    private boolean tryContracts(Pattern only, int jobs) throws IOException, InterruptedException {
        MutantSet slips = new MutantSet(root, "slips");
        List<Mutant> all = new ArrayList<>(slips.mutants());
        all.addAll(set.mutants());
        Contracts contracts = new Contracts(root, all, minutes * 60);
        List<Mutant> tried = all.stream()
                .filter(each ->
                        contracts.of(each) != null && only.matcher(each.id()).find())
                .toList();
        boolean fit = fit(tried);
        fit &= fit && tryAll(tried, jobs, each -> contracts.run(each, workshop));
        contracts.print();
        return fit;
    }

    private boolean tryGuided(Pattern only, int jobs) throws IOException, InterruptedException {
        Guidance guidance = new Guidance(root, set.mutants());
        List<Mutant> tried = guidance.mutants().stream()
                .filter(each -> only.matcher(each.id()).find())
                .toList();
        boolean fit = fit(tried);
        fit &= fit && tryAll(tried, jobs, each -> guidance.run(each, workshop));
        guidance.writePage();
        return fit;
    }

    private static String value(List<String> options, int at) {
        if (at == options.size()) {
            throw new IllegalArgumentException(options.get(at - 1) + " needs a value.");
        }
        return options.get(at);
    }

    /** Whether all places are found and all sources compile. */
    private boolean fit(List<Mutant> tried) throws IOException {
        boolean fit = true;
        for (Mutant each : tried) {
            String problem = set.problem(each);
            if (problem == null && !each.isSetting()) {
                workshop.clear(each);
                String said = workshop.compile(each, set.planted(each));
                problem = said == null ? null : each.id() + " does not compile: " + said;
            }
            if (problem != null) {
                System.err.println(problem);
                fit = false;
            }
        }
        return fit;
    }

    /** Tries one mutant, with a process of its own. */
    private interface Attempt {
        void of(Mutant mutant) throws IOException, InterruptedException;
    }

    private static boolean tryAll(List<Mutant> mutants, int jobs, Attempt attempt) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(jobs);
        List<Future<?>> trials = new ArrayList<>();
        for (Mutant each : mutants) {
            trials.add(pool.submit(() -> {
                attempt.of(each);
                return null;
            }));
        }
        pool.shutdown();
        boolean all = true;
        for (Future<?> each : trials) {
            try {
                each.get();
            } catch (ExecutionException failed) {
                System.err.println(failed.getCause());
                all = false;
            }
        }
        return all;
    }

    private void tryOne(Mutant mutant) throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        List<String> said = workshop.run(mutant, RUN_SECONDS, checks.runs(mutant));
        String by = "runs";
        String[] first = caught(said);
        boolean shows = first != null
                && !(first[0].equals(Trial.EMPTY)
                        && !failsUnplanted(mutant, first[3], by).isEmpty());
        if (!shows) {
            by = "campaign";
            said = workshop.run(mutant, minutes * 60, List.of(checks.campaign(mutant, minutes)));
        }
        String[] line = caught(said);
        if (line == null) {
            by = "nothing";
            line = said.isEmpty()
                    ? new String[] {"", "", "nothing was run"}
                    : said.get(0).split("\t", -1);
        } else {
            String without = failsUnplanted(mutant, line[3], by);
            if (!without.isEmpty()) {
                by = "nothing";
                line[2] = "not judged: the program as it is fails, too: " + without;
            }
        }
        String asked = tests && !mutant.isSetting() ? new ModuleTests(root).fail(mutant, set.planted(mutant)) : "";
        Outcome outcome =
                new Outcome(mutant.id(), by, (System.nanoTime() - beganNs) / 1_000_000_000, line[1], line[2], asked);
        scores.add(outcome);
        workshop.clear(mutant);
        System.out.printf("%-44s %-9s %4d s  %s%n", outcome.id(), by, outcome.seconds(), outcome.finding());
    }

    /**
     * What the program as it is says of the run that a mutant failed in; empty if it passes, and the mutant is caught.
     */
    private String failsUnplanted(Mutant mutant, String command, String by) throws IOException, InterruptedException {
        Mutant nothing = new Mutant(UNPLANTED + mutant.id(), "", List.of(), null, "", "", "");
        List<String> said = workshop.run(nothing, RUN_SECONDS, List.of(checks.unplanted(mutant, command)));
        workshop.clear(nothing);
        if (said.isEmpty()) {
            return "it said nothing";
        }
        // A campaign makes what failed as short as it can, so that without the mutant nothing may have committed yet.
        // Of a run of the list that would mean that it shows nothing, whatever is planted.
        String[] line = said.get(0).split("\t", -1);
        boolean emptyIsFine = by.equals("campaign") && line[0].equals(Trial.EMPTY);
        return line[0].equals(Trial.HELD) || emptyIsFine ? "" : line[2];
    }

    private static String[] caught(List<String> said) {
        return said.stream()
                .map(each -> each.split("\t", -1))
                .filter(line -> List.of(Trial.CAUGHT, Trial.EMPTY).contains(line[0]))
                .findFirst()
                .orElse(null);
    }
}
