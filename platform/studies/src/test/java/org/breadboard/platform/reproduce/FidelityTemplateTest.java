// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FidelityTemplateTest {
    private static final Map<String, ClaimValue> VALUES = Stream.of(
                    value("near", "11.64", 0.0034, 0.001),
                    value("far", "5.58", 0.188, 0.015),
                    value("below", "0.4", -0.65, Double.NaN),
                    value("many", "47", 6.9, Double.NaN),
                    value("exact", "33", 0, 0.2),
                    value("bytes", "16000", Double.NaN, Double.NaN),
                    value("share", "0.479", Double.NaN, Double.NaN),
                    value("less", "-10.6", Double.NaN, Double.NaN),
                    value("agrees", "yes", 0, Double.NaN),
                    value("differs", "no", 1, Double.NaN))
            .collect(Collectors.toMap(ClaimValue::claim, value -> value));

    private static ClaimValue value(String claim, String model, double error, double spread) {
        return new ClaimValue("s", claim, model, error, spread, "", "", "");
    }

    private static ClaimValue predicted(String claim, String model, double error, String range, String published) {
        return new ClaimValue("s", claim, model, error, Double.NaN, range, published, "what it is");
    }

    @Test
    void shouldListWhatIsPredictedAndCountWhatAgrees() {
        Map<String, ClaimValue> values = new TreeMap<>();
        for (ClaimValue value : List.of(
                value("fitted", "1", 0, Double.NaN),
                predicted("a-near", "11.64", 0.149, "0.91 1.2", "10"),
                predicted("a-far", "0.4", -0.151, "", "0.47"),
                predicted("b-trend", "no", Double.NaN, "flips", "yes"))) {
            values.put(value.claim(), value);
        }
        assertEquals(
                """
                | claim | what | paper | here | error | range | agrees |
                |---|---|---|---|---|---|---|
                | `a-far` | what it is | 0.47 | 0.4 | **−15.1%** |  | **no** |
                | `a-near` | what it is | 10 | 11.6 | +14.9% | 10.6 to 14 | yes |
                | `b-trend` | what it is | yes | **no** |  | flips | **no** |
                1 of 3, 1 of 2, 0 of 1""",
                new FidelityTemplate("{{predictions}}\n{{agreeing}}, {{agreeing a}}, {{agreeing b}}").fill(values));
    }

    @Test
    void shouldTakeTheWidestOfWhatAssumptionsLeave() {
        List<Map<String, String>> rows = List.of(
                Map.of("claim", "rate", "model", "4", "x0.5", "3", "x2", "4.1", "flips", "false"),
                Map.of("claim", "rate", "model", "4", "x0.5", "3.9", "x2", "", "flips", ""),
                Map.of("claim", "grows", "model", "yes", "x0.5", "yes", "x2", "yes", "flips", "false"),
                Map.of("claim", "unknown", "model", "yes", "x0.5", "", "x2", "yes", "flips", ""),
                Map.of("claim", "first", "model", "yes", "x0.5", "no", "x2", "yes", "flips", "true"),
                Map.of("claim", "first", "model", "yes", "x0.5", "yes", "x2", "yes", "flips", "false"));
        assertEquals(Map.of("rate", "0.75 1.02", "grows", "holds", "first", "flips"), ClaimRanges.of(rows));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{{near}}; 11.64",
                "{{near 0.0}}; 11.6",
                "{{bytes #,##0}} B; 16,000 B",
                "{{bytes/1000 0.0}} KB; 16.0 KB",
                "{{share 0%}}; 48%",
                "{{less 0.0}}%; −10.6%",
                "{{agrees}}, {{differs}}; yes, **no**",
                "{{error near}}; +0.3%",
                "{{error near exact}}; +0.3 / 0.0%",
                "{{error near far below many}}; +0.3% / **+18.8%** / **−65%** / **× 7.9**",
                "{{error near@10 bytes}}; **+16.4%** / –",
                "{{error-range near exact}}; 0.0 to +0.3%",
                "{{spread near far}}; ± 0.1 / 1.5%",
                "{{spread below far}}; – / ± 1.5%",
                "{{spread below}}; –",
                "{{spread-range near exact far}}; ± 0.1 to 20.0%",
            })
    void shouldFillPlaces(String template, String page) {
        assertEquals(page, new FidelityTemplate(template).fill(VALUES));
    }

    @Test
    void shouldNameAllClaimsOnce() {
        String text = "a {{near 0.0}} b {{error near far@2}}\nc {{bytes/1000 0.0}} {{spread-range far exact}}";
        assertEquals(List.of("near", "far", "bytes", "exact"), List.copyOf(new FidelityTemplate(text).claims()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "x# y {{nobody 0.0}}; line 2, wants '{{nobody 0.0}}', but there is no value of 'nobody'.",
                "{{spread-range near below}}; wants '{{spread-range near below}}', but it cannot be shown (one of them is not known).",
                "{{near #.#.#}}; but it cannot be shown",
            })
    void shouldSayWhichPlaceIsWrong(String template, String sentence) {
        String said = assertThrows(
                        RefusedException.class, () -> new FidelityTemplate(template.replace("x# ", "x\n")).fill(VALUES))
                .getMessage();
        assertTrue(said.contains(sentence), said);
    }
}
