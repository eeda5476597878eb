// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.platform.estimate.Estimate;
import org.breadboard.platform.measured.AfterCrash;
import org.breadboard.platform.project.Project;
import org.breadboard.platform.run.RunResult;
import org.breadboard.platform.run.RunVerdict;

/** Figures as people read them. */
public final class Words {
    private Words() {}

    /** A rate, for example {@code 4.81 M/s}. */
    public static String rate(double perSecond) {
        if (perSecond >= 1e6) {
            return String.format(Locale.ROOT, "%.2f M/s", perSecond / 1e6);
        }
        return perSecond >= 1e3
                ? String.format(Locale.ROOT, "%.1f k/s", perSecond / 1e3)
                : String.format(Locale.ROOT, "%.0f /s", perSecond);
    }

    /** A rate with its interval, for example {@code 4.812 ± 0.016 M/s}; without one as {@link #rate(double)}. */
    public static String rate(double perSecond, double half) {
        if (!Double.isFinite(half)) {
            return rate(perSecond);
        }
        double in = perSecond >= 1e6 ? 1e6 : perSecond >= 1e3 ? 1e3 : 1;
        return Estimate.text("", perSecond / in, half / in) + (in == 1e6 ? " M/s" : in == 1e3 ? " k/s" : " /s");
    }

    /** A time, for example {@code 12.3 µs}. */
    public static String micros(double us) {
        if (Double.isNaN(us)) {
            return "too few";
        }
        return String.format(Locale.ROOT, us < 100 ? "%.2f µs" : "%.0f µs", us);
    }

    /** A share, for example {@code 97.1%}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }

    /** How a run came back from crashes, in one line; there is one at least. */
    public static String afterCrashes(List<AfterCrash> crashes) {
        return (crashes.size() == 1 ? "1 crash: " : crashes.size() + " crashes, medians: ")
                + Arrays.stream(AfterCrash.Phase.values())
                        .map(phase -> phase.words() + after(phase, crashes))
                        .collect(Collectors.joining("; "));
    }

    private static String after(AfterCrash.Phase phase, List<AfterCrash> crashes) {
        int reached = phase.reached(crashes);
        if (reached == 0) {
            return " not while it was measured";
        }
        String most = micros(phase.mostNs(crashes) / 1e3);
        double medianNs = phase.medianNs(crashes);
        String times = crashes.size() == 1
                ? most
                : (Double.isNaN(medianNs) ? "" : micros(medianNs / 1e3) + ", ") + "at most " + most;
        return " after " + times + (reached < crashes.size() ? " in " + reached + " of them" : "");
    }

    /** A word of a command as a shell takes it. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9._=/:+@-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * The options by which a command works where this process does, when it is called in the same working directory:
     * each begins with a blank.
     *
     * @param named whether the command names a file of the project, and so the project itself
     */
    public static String options(boolean named) {
        String project = System.getProperty(Project.PROPERTY);
        String results = System.getProperty(Project.RESULTS_PROPERTY);
        boolean away = project != null && !named && !Project.around(Path.of("")).equals(Optional.of(Path.of(project)));
        boolean aside = results != null
                && !Path.of(results).toAbsolutePath().equals(Path.of("results").toAbsolutePath());
        return (away ? " --project " + quoted(project) : "") + (aside ? " --results " + quoted(results) : "");
    }

    /** What the checks found, in one sentence. */
    public static String verdict(RunResult result) {
        RunVerdict verdict = result.verdict();
        if (verdict == null) {
            return "Not verified: the run failed before it could be checked.";
        }
        if (result.mix().workload() == null) {
            return verdict.holds()
                    ? "Verified: every operation brought the right bytes."
                    : "Violated: operations brought wrong bytes.";
        }
        return (verdict.holds() ? holding(verdict, result.mix().mode().windowed()) : violated(verdict))
                + sentence("Could not show: ", verdict.impossible())
                + sentence("Not judged: ", verdict.notJudged());
    }

    /** How often each machine crashed, as {@code 3 of node0, 2 of node1}; empty where none can. */
    public static String crashes(RunResult result) {
        return result.crashes().entrySet().stream()
                .map(each -> each.getValue() + " of " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String holding(RunVerdict verdict, boolean windowed) {
        List<String> holds = new ArrayList<>();
        if (verdict.kept() != null) {
            holds.add(verdict.promise().inWords()
                    + (verdict.allowed().isEmpty()
                            ? ""
                            : " (which allows " + String.join(", ", verdict.allowed()) + ")"));
        }
        if (verdict.replicasEqual() != null) {
            holds.add("replicas equal");
        }
        if (verdict.invariantsHold() != null) {
            holds.add("invariants hold");
        }
        boolean claim = verdict.tooLittle() == null && !holds.isEmpty();
        return (claim ? "Verified: " + String.join(", ", holds) : "Nothing was found wrong") + "; "
                + String.format(Locale.ROOT, "%,d", verdict.transactionsChecked()) + " transactions checked"
                + (windowed ? " in slices" : "")
                + (verdict.unknown() == 0 ? "." : ", " + verdict.unknown() + " of unknown outcome.");
    }

    private static String violated(RunVerdict verdict) {
        List<String> wrong = new ArrayList<>();
        if (Boolean.FALSE.equals(verdict.kept())) {
            boolean strict = verdict.promise().includes(ProtocolType.Promise.SERIALIZABLE);
            wrong.add("not " + (strict ? "serializable" : verdict.promise().inWords()));
        }
        if (Boolean.FALSE.equals(verdict.replicasEqual())) {
            wrong.add("replicas differ");
        }
        if (Boolean.FALSE.equals(verdict.invariantsHold())) {
            wrong.add("invariants broken");
        }
        int anomalies = verdict.anomalies().size();
        wrong.add(anomalies == 1 ? "1 anomaly" : anomalies + " anomalies");
        return "Violated: " + String.join(", ", wrong) + ".";
    }

    private static String sentence(String what, List<String> all) {
        return all.isEmpty() ? "" : " " + what + String.join("; ", all) + ".";
    }
}
