// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.breadboard.platform.pack.form.PackedStudy;
import org.junit.jupiter.api.Test;

/** Which studies somebody runs who has half an hour. */
final class QuickPathTest {
    private static PackedStudy study(String name, int points, int seeds, Double seconds) {
        PackedStudy.Took took = seconds == null ? null : new PackedStudy.Took(seconds, "", Map.of());
        return new PackedStudy(name, points, points * seeds, 0, false, false, 0, "", took);
    }

    private static List<String> quick(List<String> named, PackedStudy... studies) {
        return QuickPath.choose(List.of(studies), named).stream()
                .filter(PackedStudy::quick)
                .map(PackedStudy::name)
                .toList();
    }

    @Test
    void shouldRunTheShortestThatTakeTenMinutesTogether() {
        assertEquals(
                List.of("short", "middle"),
                quick(
                        List.of(),
                        study("long", 9, 1, 400.0),
                        study("short", 9, 1, 100.0),
                        study("middle", 9, 1, 300.0),
                        study("unknown", 1, 1, null)));
    }

    @Test
    void shouldCountOneSeedOfEachPoint() {
        assertEquals(
                List.of("seeds", "one"), quick(List.of(), study("seeds", 9, 10, 4000.0), study("one", 9, 1, 200.0)));
    }

    @Test
    void shouldRunOneAtLeast() {
        assertEquals(List.of("less"), quick(List.of(), study("more", 9, 1, 9000.0), study("less", 9, 1, 8000.0)));
        assertEquals(List.of("few"), quick(List.of(), study("many", 9, 1, null), study("few", 2, 1, null)));
    }

    @Test
    void shouldRunWhatTheMarkNames() {
        assertEquals(List.of("long"), quick(List.of("long"), study("long", 9, 1, 9000.0), study("short", 9, 1, 1.0)));
    }
}
