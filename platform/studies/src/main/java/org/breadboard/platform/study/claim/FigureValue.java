// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import org.breadboard.platform.result.Figures;

/** The value of a claim, as a paper or the model has it: a number, or an answer. */
public sealed interface FigureValue {
    /** A number in the claim's unit. */
    record Amount(double number) implements FigureValue {
        private static final MathContext SHOWN_DIGITS = new MathContext(4);

        @Override
        public Object json() {
            return number;
        }

        @Override
        public Amount shown() {
            return new Amount(new BigDecimal(number).round(SHOWN_DIGITS).doubleValue());
        }

        @Override
        public String toString() {
            return Figures.cell(number);
        }
    }

    /** {@code yes} or {@code no}. */
    record Answer(String word) implements FigureValue {
        @Override
        public String toString() {
            return word;
        }
    }

    /** The number; NaN of an answer. */
    default double number() {
        return Double.NaN;
    }

    /** The value in JSON: a number or a text. */
    default Object json() {
        return toString();
    }

    /** The value in as many digits as people read. */
    default FigureValue shown() {
        return this;
    }

    /** Reads what {@link #json} wrote; null where nothing is known. */
    static FigureValue of(JsonNode json) {
        if (json.isNumber()) {
            return new Amount(json.asDouble());
        }
        return json.isTextual() ? new Answer(json.asText()) : null;
    }

    /** The value in JSON; null of null. */
    static Object jsonOrNull(FigureValue value) {
        return value == null ? null : value.json();
    }
}
