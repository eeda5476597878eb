// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import java.util.LinkedHashMap;
import java.util.Map;
import org.breadboard.platform.pack.form.PackedClaim;
import org.breadboard.platform.result.Figures;
import org.breadboard.platform.study.claim.FigureValue;

/**
 * A claim of a pack beside what a check has measured. Immutable.
 *
 * @param ran whether its study has left a result
 * @param measured null if the claim could not be computed, or its study has not run
 * @param note what the figure must be quoted with, or {@code ""}
 */
record ClaimCheck(PackedClaim claim, boolean ran, FigureValue measured, String note) {
    /** What is said of a claim. */
    enum Verdict {
        /** The figure is within the tolerance of what is expected. */
        HOLDS("yes"),
        /** It is not, or there is none. */
        FAILS("no"),
        /** It is not, as it was when it was packed; the pack does not support the claim, and says so. */
        KNOWN_MISS("known miss"),
        /** Nothing is expected. */
        NOT_JUDGED("not judged"),
        /** Its study has left no result. */
        NOT_RUN("not run");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** For people. */
        String words() {
            return words;
        }
    }

    Verdict verdict() {
        if (!ran) {
            return Verdict.NOT_RUN;
        }
        if (measured == null) {
            return Verdict.FAILS;
        }
        if (claim.expected() == null) {
            return Verdict.NOT_JUDGED;
        }
        if (claim.holds(measured)) {
            return Verdict.HOLDS;
        }
        return Boolean.FALSE.equals(claim.supported()) && claim.repeats(measured) ? Verdict.KNOWN_MISS : Verdict.FAILS;
    }

    /** Whether it is to the last digit what was packed. */
    boolean isExact() {
        return measured != null && measured.equals(claim.packed());
    }

    /** Measured by expected, less 1; null where that makes no sense. */
    Double error() {
        if (measured == null || claim.expected() == null || claim.expected().number() == 0) {
            return null;
        }
        double error = measured.number() / claim.expected().number() - 1;
        return Double.isFinite(error) ? (Double) Figures.rounded(error) : null;
    }

    /** Where the expected figure comes from; empty if there is none. */
    String source() {
        if (claim.expected() == null) {
            return "";
        }
        return claim.paper() == null ? "pack" : "paper";
    }

    /** Its row in JSON and CSV. */
    Map<String, Object> row() {
        Verdict verdict = verdict();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("claim", claim.id());
        row.put("study", claim.study());
        row.put("quantity", claim.quantity());
        row.put("unit", claim.unit());
        row.put("comparator", claim.comparator());
        row.put("expected", FigureValue.jsonOrNull(claim.expected()));
        row.put("source", source());
        row.put("packed", FigureValue.jsonOrNull(claim.packed()));
        row.put("tolerance", claim.trend() ? null : claim.tolerance().share());
        row.put("measured", FigureValue.jsonOrNull(measured));
        row.put("error", error());
        row.put(
                "holds",
                switch (verdict) {
                    case HOLDS -> true;
                    case FAILS, KNOWN_MISS -> false;
                    case NOT_JUDGED, NOT_RUN -> null;
                });
        row.put("verdict", verdict.words());
        row.put("note", note);
        return row;
    }
}
