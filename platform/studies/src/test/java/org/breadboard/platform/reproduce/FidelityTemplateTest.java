// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.breadboard.api.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FidelityTemplateTest {
    private static final Map<String, ClaimValue> VALUES = Stream.of(
                    new ClaimValue("s", "near", "11.64", 0.0034, 0.001),
                    new ClaimValue("s", "far", "5.58", 0.188, 0.015),
                    new ClaimValue("s", "below", "0.4", -0.65, Double.NaN),
                    new ClaimValue("s", "many", "47", 6.9, Double.NaN),
                    new ClaimValue("s", "exact", "33", 0, 0.2),
                    new ClaimValue("s", "bytes", "16000", Double.NaN, Double.NaN),
                    new ClaimValue("s", "share", "0.479", Double.NaN, Double.NaN),
                    new ClaimValue("s", "less", "-10.6", Double.NaN, Double.NaN),
                    new ClaimValue("s", "agrees", "yes", 0, Double.NaN),
                    new ClaimValue("s", "differs", "no", 1, Double.NaN))
            .collect(Collectors.toMap(ClaimValue::claim, value -> value));

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
