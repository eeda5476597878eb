package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.breadboard.platform.history.checking.ElleExport;
import org.junit.jupiter.api.Test;

class ElleExportTest {
    private static final Pattern OPERATION =
            Pattern.compile("\\{:index (\\d+), :time (-?\\d+), :type :(\\w+), :process (\\d+), :f :txn,"
                    + " :value \\[((?:\\[:[rw] \"\\d+/-?\\d+\" (?:nil|-?\\d+|\"[^\"]+\")\\] ?)*)\\]\\}");
    private static final Pattern STEP = Pattern.compile("\\[:([rw]) (\"[^\"]+\") (nil|-?\\d+|\"[^\"]+\")\\]");

    private record Step(boolean write, String key, String value) {}

    private record Event(long timeNs, String type, int process, List<Step> steps) {}

    private static List<Event> parse(HistoryModel model) throws IOException {
        StringBuilder out = new StringBuilder();
        ElleExport.write(model.recorded(), model, out);
        List<Event> events = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            Matcher m = OPERATION.matcher(line);
            assertTrue(m.matches(), line);
            assertEquals(events.size(), Integer.parseInt(m.group(1)));
            List<Step> steps = new ArrayList<>();
            for (Matcher s = STEP.matcher(m.group(5)); s.find(); ) {
                steps.add(new Step(s.group(1).equals("w"), s.group(2), s.group(3)));
            }
            events.add(new Event(Long.parseLong(m.group(2)), m.group(3), Integer.parseInt(m.group(4)), steps));
        }
        return events;
    }

    @Test
    void shouldWriteWhatJepsenCallsAHistory() throws IOException {
        for (long seed = 1; seed <= 50; seed++) {
            List<Event> events = parse(RandomHistory.of(seed, 200));
            assertEquals(400, events.size());
            Map<Integer, Event> running = new HashMap<>();
            Set<Integer> dead = new HashSet<>();
            long timeNs = 0;
            for (Event event : events) {
                assertTrue(event.timeNs >= timeNs, "time runs backwards");
                timeNs = event.timeNs;
                assertFalse(dead.contains(event.process), "a process ran on after :info");
                if (event.type.equals("invoke")) {
                    assertEquals(null, running.put(event.process, event), "seed " + seed);
                    assertTrue(event.steps.stream().allMatch(s -> s.write || s.value.equals("nil")));
                } else {
                    assertNotNull(running.remove(event.process));
                    if (event.type.equals("info")) {
                        dead.add(event.process);
                    }
                }
            }
            assertTrue(running.isEmpty());
        }
    }

    @Test
    void shouldWriteEachValueOnceAndReadOnlyWrittenOnes() throws IOException {
        for (long seed = 1; seed <= 50; seed++) {
            Map<String, Set<String>> written = new HashMap<>();
            List<Event> events = parse(RandomHistory.of(seed, 200));
            for (Event event : events) {
                for (Step step : event.steps) {
                    if (event.type.equals("invoke") && step.write) {
                        assertTrue(
                                written.computeIfAbsent(step.key, k -> new HashSet<>())
                                        .add(step.value),
                                "seed " + seed + ": " + step);
                    }
                }
            }
            for (Event event : events) {
                for (Step step : event.steps) {
                    boolean known = step.value.equals("nil")
                            || written.getOrDefault(step.key, Set.of()).contains(step.value);
                    assertTrue(step.write || known, "seed " + seed + ": " + step);
                }
            }
        }
    }

    /** What Elle's rw-register infers from writes that follow reads: enough to see a lost update. */
    @Test
    void shouldShowALostUpdateAsTwoWritesOverOneValue() throws IOException {
        HistoryModel model = new HistoryModel();
        Plant.LOST_UPDATE.plant(model, 1_000);
        List<Event> oks = parse(model).stream().filter(e -> e.type.equals("ok")).toList();
        assertEquals(List.of(new Step(false, "\"9/1\"", "nil"), new Step(true, "\"9/1\"", "1")), oks.get(0).steps);
        assertEquals(List.of(new Step(false, "\"9/1\"", "nil"), new Step(true, "\"9/1\"", "2")), oks.get(1).steps);
    }

    @Test
    void shouldShowAnAbortedReadAsAReadOfAFailedWrite() throws IOException {
        HistoryModel model = new HistoryModel();
        Plant.G1A.plant(model, 1_000);
        List<Event> events = parse(model);
        Event fail =
                events.stream().filter(e -> e.type.equals("fail")).findFirst().orElseThrow();
        Event ok = events.stream().filter(e -> e.type.equals("ok")).findFirst().orElseThrow();
        assertEquals(fail.steps.get(0).value, ok.steps.get(0).value);
    }
}
