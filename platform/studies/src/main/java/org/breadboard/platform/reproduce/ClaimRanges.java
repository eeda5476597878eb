// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Between what figures the assumptions leave each claim: the least and the most that changing one of them yields, as
 * shares of the claim as they stand; or whether any turns an answer round.
 */
final class ClaimRanges {
    static final String HOLDS = "holds";
    static final String FLIPS = "flips";
    private static final MathContext DIGITS = new MathContext(3);
    /** What the columns of factors begin with. */
    private static final String FACTOR = "x";

    private ClaimRanges() {}

    /** From the rows of a study's {@code sensitivity.csv}: one for each claim and assumption. */
    static Map<String, String> of(List<Map<String, String>> rows) {
        Map<String, double[]> shares = new TreeMap<>();
        Map<String, String> ranges = new TreeMap<>();
        for (Map<String, String> row : rows) {
            String claim = row.get("claim");
            String model = row.get("model");
            if (model.equals("yes") || model.equals("no")) {
                if (!row.get("flips").isEmpty()) {
                    boolean flips = row.get("flips").equals("true");
                    ranges.merge(claim, flips ? FLIPS : HOLDS, (before, now) -> before.equals(FLIPS) ? before : now);
                }
            } else {
                double[] range = shares.computeIfAbsent(claim, id -> new double[] {1, 1});
                row.forEach((column, value) -> widen(range, column, value, Double.parseDouble(model)));
            }
        }
        shares.forEach((claim, range) -> ranges.put(claim, rounded(range[0]) + " " + rounded(range[1])));
        return ranges;
    }

    private static void widen(double[] range, String column, String value, double model) {
        if (column.startsWith(FACTOR) && !value.isEmpty() && model != 0) {
            double share = Double.parseDouble(value) / model;
            range[0] = Math.min(range[0], share);
            range[1] = Math.max(range[1], share);
        }
    }

    private static String rounded(double share) {
        return new BigDecimal(share).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}
