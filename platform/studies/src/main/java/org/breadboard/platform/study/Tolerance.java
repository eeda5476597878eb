// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * How far a reproduced figure may be from the one that is expected. Immutable; any thread.
 *
 * @param share of the expected figure, from 0 on and below 1; of a yes or no it means nothing
 */
public record Tolerance(double share) {
    /** What holds where a claim does not say: 15%. */
    public static final Tolerance USUAL = new Tolerance(0.15);

    /** The tolerance that a person wrote, such as {@code 0.1}; nothing if that is none. */
    public static Optional<Tolerance> of(String text) {
        try {
            double share = Double.parseDouble(text);
            return share >= 0 && share < 1 ? Optional.of(new Tolerance(share)) : Optional.empty();
        } catch (NumberFormatException word) {
            return Optional.empty();
        }
    }

    /** Whether a number is near enough to the one that is expected; where that is 0, it has to be 0. */
    public boolean isMet(double expected, double measured) {
        // In decimals, as people write both: 2.2 is 10% above 2.
        BigDecimal off = BigDecimal.valueOf(measured)
                .subtract(BigDecimal.valueOf(expected))
                .abs();
        return off.compareTo(BigDecimal.valueOf(share)
                        .multiply(BigDecimal.valueOf(expected).abs()))
                <= 0;
    }

    /** Whether a number is above one that is expected to be passed, or near enough below it. */
    public boolean isPassed(double expected, double measured) {
        return measured > expected || isMet(expected, measured);
    }
}
