// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.study.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SensitivityTest {
    private static Sensitivity row(Object base, Object half, Object twice) {
        Map<Double, FigureValue> values = new LinkedHashMap<>();
        values.put(0.5, value(half));
        values.put(2.0, value(twice));
        return new Sensitivity("claim", "parameter", value(base), null, values, false);
    }

    private static FigureValue value(Object of) {
        return FigureValue.of(new ObjectMapper().valueToTree(of));
    }

    @Test
    void shouldReachAsFarAsTheLargestChange() {
        assertEquals(0.5, row(4.0, 2.0, 5.0).reach());
        assertEquals(1, row("yes", "yes", "no").reach());
        assertEquals(0, row("yes", "yes", "yes").reach());
    }

    @Test
    void shouldNotTakeWhatIsNotKnownForAChange() {
        Sensitivity half = row(4.0, 5.0, null);
        assertEquals(0.25, half.reach());
        assertEquals(List.of(2.0), half.unknown());
        assertTrue(Double.isNaN(half.change(2)));
        assertEquals(0, row(4.0, null, null).reach());
        assertEquals(List.of(), row(4.0, 5.0, 6.0).unknown());
    }
}
