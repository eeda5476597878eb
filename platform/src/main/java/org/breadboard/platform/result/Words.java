package org.breadboard.platform.result;

import java.util.Locale;
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

    /** A time, for example {@code 12.3 µs}. */
    public static String micros(double us) {
        return String.format(Locale.ROOT, us < 100 ? "%.2f µs" : "%.0f µs", us);
    }

    /** A share, for example {@code 97.1%}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
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
        if (verdict.holds()) {
            return "Verified: " + (verdict.strictChecked() ? "strictly " : "")
                    + "serializable, "
                    + (verdict.unknown() == 0
                            ? "replicas equal, invariants hold; "
                            : "replicas equal and invariants not broken as far as outcomes are known; ")
                    + String.format(Locale.ROOT, "%,d", verdict.transactionsChecked()) + " transactions checked"
                    + (verdict.unknown() == 0 ? "." : ", " + verdict.unknown() + " of unknown outcome.");
        }
        StringBuilder wrong = new StringBuilder("Violated:");
        wrong.append(verdict.serializable() ? "" : " not serializable,");
        wrong.append(verdict.replicasEqual() ? "" : " replicas differ,");
        wrong.append(verdict.invariantsHold() ? "" : " invariants broken,");
        return wrong.append(" ")
                .append(verdict.anomalies().size())
                .append(" anomalies.")
                .toString();
    }
}
