// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cases;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.Plugin;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.mix.resolve.MixKeys;
import org.breadboard.platform.mix.resolve.ResolvedMix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.run.RunFailure;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.runtime.Hang;
import org.breadboard.platform.runtime.PluginCode;
import org.breadboard.platform.runtime.PluginFault;
import org.breadboard.platform.verbs.Experiment;

/** Runs seeds, and makes those that fail small. One thread; others have one of their own. */
public final class SeedRunner {
    /** Runs to make a failing seed smaller. */
    private static final int TRIES = 60;

    /** After which no other one begins: a run that never comes to its end takes some 20 s each time. */
    private static final long TRIES_NS = 60_000_000_000L;

    /** Sentences that are kept of a failing seed. */
    private static final int SENTENCES = 3;

    /** Counters of time and energy, which are no states. */
    private static final Pattern AMOUNTS = Pattern.compile("(Ns|Fj)$");

    private final Experiment experiment;
    private final List<Ground> grounds;
    /** What stands in the place of seeds; null if they draw. */
    private final EveryInstant instants;

    private final List<Plugin> plugins;
    private final BooleanSupplier cancelled;

    /** Those of which a run at an instant has failed, and was made small. */
    private final Set<Ground> made = new HashSet<>();

    /** Whether a plug-in did not return: to try that again takes as long again. */
    private boolean hung;

    /** Why the last run failed; null if it did not. */
    private RunFailure failure;

    SeedRunner(
            Experiment experiment,
            List<Ground> grounds,
            EveryInstant instants,
            List<Plugin> plugins,
            BooleanSupplier cancelled) {
        this.experiment = experiment;
        this.grounds = grounds;
        this.instants = instants;
        this.plugins = plugins;
        this.cancelled = cancelled;
    }

    /** Runs a seed that nothing guides; null if it was stopped. */
    public Ended run(long seed) {
        if (instants != null) {
            return struck(seed);
        }
        Ended ended = run(Case.of(seed, grounds), null);
        return ended == null ? null : ended.with(null);
    }

    /** Runs a seed, which may be drawn near a run of a corpus; null if it was stopped. */
    public Ended run(long seed, Corpus corpus) {
        Case blind = Case.of(seed, grounds);
        Near near = corpus.near(seed, ground(blind).protocol(), grounds);
        Case plain = near == null ? blind : Case.of(seed, List.of(near.ground()));
        return run(plain, near);
    }

    /** Runs a case, or one of those that are tried instead; before all of them what is near another, or null. */
    private Ended run(Case plain, Near near) {
        Ground ground = near == null ? ground(plain) : near.ground();
        Case shared = near == null ? Shares.of(plain, ground) : new Case(plain.seed(), plain.base(), near.sets());
        Case drawn = near == null ? Corners.of(shared, ground) : shared;
        List<Case> tries =
                new ArrayList<>(Stream.of(drawn, shared, plain).distinct().toList());
        tries.addAll(plain.lesser(ground));
        RefusedException last = null;
        Ended excused = null;
        for (Case each : tries) {
            try {
                Ended ended = run(each);
                if (ended != null && isOutOfRoom(each, ground)) {
                    excused = ended;
                    throw new RefusedException(ended.verdict().get(0));
                }
                Ended found = ended == null || !ended.failed() || hung ? ended : shrunk(each, ended, ground);
                if (found == null) {
                    return null;
                }
                Ended ran = found.with(new Ended.Drawn(grounds.indexOf(ground), each.sets()));
                return excused == null ? ran : ran.after(excused);
            } catch (RefusedException refused) {
                last = refused;
            }
        }
        return new Ended(
                plain.seed(),
                0,
                drawn.replay(),
                Ended.Kind.REFUSED,
                List.of(last.getMessage()),
                Map.of(),
                Map.of(),
                "",
                null);
    }

    private Ground ground(Case of) {
        return grounds.stream()
                .filter(each -> each.base().equals(of.base())
                        && of.sets().entrySet().containsAll(each.sets().entrySet()))
                .findFirst()
                .orElseThrow();
    }

    /** Runs what is struck at the instant of a number. */
    private Ended struck(long number) {
        Case of = instants.of(number);
        Ended ended = run(of);
        // Neighbours fail for one reason, and each takes long to be made small.
        if (ended != null && ended.failed() && !hung && made.add(ground(of))) {
            ended = shrunk(of, ended, ground(of));
        }
        String fault = instants.kind(number).word();
        boolean missed = ended != null && !ended.failed() && ended.faults().getOrDefault(fault, 0L) == 0;
        if (missed && instants.kind(number) != Faults.Kind.SWITCH_CRASH) {
            ended = failed(of, Ended.Kind.VIOLATED, "The run did not come to this instant: it is not the same twice.");
        }
        return ended == null ? null : ended.numbered(number);
    }

    /**
     * Whether the last run failed for want of room in a size that was drawn: a device dropped packets, so that
     * something never ended, and no protocol gets a burst of two packets through a switch that has room for one,
     * however often it sends them; or a protocol said so of itself. What is given to all seeds is no choice of theirs,
     * and no excuse.
     */
    private boolean isOutOfRoom(Case of, Ground ground) {
        boolean full = failure != null && failure.kind() == RunFailure.Kind.OUT_OF_ROOM;
        boolean drops = failure != null && failure.kind().isUnended() && failure.dropped();
        return Stream.concat(ground.sizes().stream(), ground.hidden().stream())
                .anyMatch(
                        size -> (size.ofProtocol() ? full : drops) && of.sets().containsKey(size.key()));
    }

    private Ended run(Case of) {
        failure = null;
        try {
            ResolvedMix mix = experiment.resolve(of.request());
            RunResult result = experiment.once(mix);
            failure = result.failure();
            return result.partial() && result.failure() == null ? null : ended(of, result);
        } catch (Hang hang) {
            hung = true;
            return failed(of, Ended.Kind.STUCK, hang.getMessage());
        } catch (RefusedException refused) {
            throw refused;
        } catch (RuntimeException | LinkageError thrown) {
            String defect = "A defect of Breadboard's: " + thrown;
            String why = PluginFault.describe(thrown, new PluginCode(plugins)).orElse(defect);
            return failed(of, Ended.Kind.VIOLATED, why);
        }
    }

    private static Ended failed(Case of, Ended.Kind kind, String why) {
        return new Ended(of.seed(), 0, of.replay(), kind, List.of(why), Map.of(), Map.of(), "", null);
    }

    private static Ended ended(Case of, RunResult result) {
        Map<String, Long> faults =
                result.mix().faults().struck(name -> result.counters().getOrDefault(name, 0L));
        Map<String, Long> states = new TreeMap<>();
        result.aborts().forEach((reason, count) -> states.merge(Ended.ABORT + reason, count, Long::sum));
        result.counters().forEach((counter, count) -> {
            if (!counter.matches("(network|faults)[.].*")
                    && !AMOUNTS.matcher(counter).find()) {
                states.merge(counter, count, Long::sum);
            }
        });
        Ended.Kind kind = Ended.Kind.VERIFIED;
        List<String> verdict = List.of();
        if (result.failure() != null) {
            kind = result.failure().kind().isUnended() ? Ended.Kind.STUCK : Ended.Kind.VIOLATED;
            verdict = List.of(result.failure().sentence());
        } else if (!result.verified()) {
            kind = Ended.Kind.VIOLATED;
            verdict = result.verdict().anomalies().stream().limit(SENTENCES).toList();
        }
        long checked = result.verdict() == null ? 0 : result.verdict().transactionsChecked();
        return new Ended(of.seed(), checked, of.replay(), kind, verdict, faults, states, "", null);
    }

    /** The same failure in as small a run as was found: one thing after another is left out or made less. */
    private Ended shrunk(Case failing, Ended first, Ground ground) {
        Case smallest = failing;
        Ended found = first;
        int tries = TRIES;
        long endNs = System.nanoTime() + TRIES_NS;
        boolean smaller = true;
        while (smaller && tries > 0) {
            smaller = false;
            for (Case candidate : smallerThan(smallest)) {
                if (tries-- == 0 || System.nanoTime() > endNs || cancelled.getAsBoolean()) {
                    return found;
                }
                Ended ended = runOrNull(candidate);
                if (ended != null && ended.kind() == first.kind() && !isOutOfRoom(candidate, ground)) {
                    smallest = candidate;
                    found = new Ended(
                            ended.seed(),
                            ended.checked(),
                            ended.replay(),
                            ended.kind(),
                            ended.verdict(),
                            first.faults(),
                            first.states(),
                            "",
                            null);
                    smaller = true;
                    break;
                }
            }
        }
        return found;
    }

    /** Null if it was stopped or cannot be. */
    private Ended runOrNull(Case of) {
        try {
            return run(of);
        } catch (RefusedException impossible) {
            return null;
        }
    }

    private List<Case> smallerThan(Case of) {
        List<Case> smaller = new ArrayList<>();
        for (String key : of.sets().keySet()) {
            boolean leftOut = Case.FAULTS.containsValue(key)
                    || Stream.of(MixKeys.PROTOCOL, MixKeys.HARDWARE, MixKeys.SWITCH)
                            .anyMatch(part -> key.startsWith(part + "."))
                    || key.equals(Case.SIGNED_AT_END)
                    || key.equals(Case.FOLLOWS)
                    || key.equals(Case.SPREAD)
                    || key.equals(Case.ORDERED) && !of.sets().containsKey(Case.SPREAD)
                    || key.equals(Case.ABSENT) && !of.sets().containsKey(Case.ORDERED);
            if (leftOut && !isGiven(of, key)) {
                smaller.add(of.without(key));
            }
        }
        if (of.sets().containsKey(Case.NEMESIS) && !isGiven(of, Case.NEMESIS)) {
            fewer(of, smaller);
        }
        halve(of, Case.MEASURED, 50, smaller);
        halve(of, Case.CONTEXTS, 1, smaller);
        halve(of, Case.THREADS, 1, smaller);
        halve(of, Case.CLIENTS, 1, smaller);
        halve(of, Case.COPIES, 1, smaller);
        int nodes = Integer.parseInt(of.sets().get(Case.NODES));
        if (!isGiven(of, Case.NODES)
                && nodes > 1
                && nodes > Integer.parseInt(of.sets().get(Case.COPIES))) {
            smaller.add(of.with(Case.NODES, Integer.toString(nodes - 1)));
        }
        if (Ground.CONTENDED.equals(of.sets().get("workload"))) {
            for (String key : List.of("workload.keys", "workload.accesses", "workload.rounds")) {
                if (!of.sets().containsKey(key)) {
                    smaller.add(of.with(key, key.equals("workload.keys") ? "4" : "2"));
                } else {
                    halve(of, key, 1, smaller);
                }
            }
        }
        return smaller;
    }

    /** Without all that strikes in windows, and then without each. */
    private static void fewer(Case of, List<Case> smaller) {
        List<String> words = List.of(of.sets().get(Case.NEMESIS).split(","));
        smaller.add(of.without(Case.NEMESIS));
        for (String word : words.size() == 1 ? List.<String>of() : words) {
            smaller.add(of.with(
                    Case.NEMESIS,
                    words.stream().filter(each -> !each.equals(word)).collect(Collectors.joining(","))));
        }
    }

    /** Whether every seed has a key as it is. */
    private boolean isGiven(Case of, String key) {
        return grounds.stream()
                .anyMatch(ground ->
                        ground.base().equals(of.base()) && ground.sets().containsKey(key));
    }

    private void halve(Case of, String key, int least, List<Case> smaller) {
        String text = of.sets().get(key);
        if (text != null && !isGiven(of, key) && Integer.parseInt(text) / 2 >= least) {
            smaller.add(of.with(key, Integer.toString(Integer.parseInt(text) / 2)));
        }
    }
}
