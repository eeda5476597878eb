// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.breadboard.api.RefusedException;
import org.breadboard.platform.console.ElleForm;
import org.breadboard.platform.history.ElleView.Event;
import org.breadboard.platform.history.ElleView.Step;
import org.breadboard.platform.history.checking.ElleExport;
import org.breadboard.platform.history.verdict.CheckOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElleExportTest {
    private static final String K = "table 9/1";

    private static ElleView view(HistoryModel model, ElleForm form) throws IOException {
        StringBuilder out = new StringBuilder();
        ElleExport.write(model.recorded(), CheckOptions.serializable(), model, form, out);
        return ElleView.parse(out.toString());
    }

    private static ElleView lists(HistoryModel model) throws IOException {
        return view(model, ElleForm.LIST_APPEND);
    }

    private static Event of(List<Event> events, String type, long transaction) {
        return events.stream()
                .filter(event -> event.type().equals(type) && event.transaction() == transaction)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(ElleForm.class)
    void shouldWriteWhatJepsenCallsAHistory(ElleForm form) throws IOException {
        for (long seed = 1; seed <= 50; seed++) {
            List<Event> events = view(RandomHistory.of(seed, 200), form).events();
            assertTrue(events.size() >= 400, "seed " + seed);
            Map<Integer, Event> running = new HashMap<>();
            Set<Integer> dead = new HashSet<>();
            long timeNs = Long.MIN_VALUE;
            for (Event event : events) {
                assertTrue(event.timeNs() >= timeNs, "time runs backwards");
                timeNs = event.timeNs();
                assertFalse(dead.contains(event.process()), "a process ran on after :info");
                if (event.type().equals("invoke")) {
                    assertEquals(null, running.put(event.process(), event), "seed " + seed);
                    assertTrue(event.steps().stream().allMatch(step -> step.write() || step.values() == null));
                } else {
                    assertNotNull(running.remove(event.process()));
                    if (event.type().equals("info")) {
                        dead.add(event.process());
                    }
                }
            }
            assertTrue(running.isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(ElleForm.class)
    void shouldWriteEachValueOnceAndReadOnlyWrittenOnes(ElleForm form) throws IOException {
        for (long seed = 1; seed <= 50; seed++) {
            ElleView view = view(RandomHistory.of(seed, 200), form);
            assertEquals(List.of(), view.malformed(), "seed " + seed);
        }
    }

    @Test
    void shouldFindNothingInSoundHistories() throws IOException {
        for (long seed = 1; seed <= 100; seed++) {
            assertEquals(Set.of(), lists(RandomHistory.of(seed, 150)).anomalies(true), "seed " + seed);
            assertEquals(
                    Set.of(), lists(RandomHistory.withOwnHeaders(seed, 150)).anomalies(true), "seed " + seed);
        }
    }

    /**
     * What only versions or times tell, or the final state, or a scan of what is absent, is not in a history of lists.
     */
    @ParameterizedTest
    @EnumSource(
            value = Plant.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "LOST_UPDATE_SAME_VERSION",
                "LOST_WRITE",
                "LOST_DELETE",
                "DUPLICATE",
                "COMPLETED_FIRST",
                "PHANTOM",
                "PHANTOM_DELETED"
            })
    void shouldShowWhatIsWrong(Plant plant) throws IOException {
        for (long seed = 1; seed <= 10; seed++) {
            HistoryModel model = RandomHistory.of(seed, 100);
            plant.plant(model, model.transactions.get(50).invocationNs);
            ElleView view = lists(model);
            assertEquals(List.of(), view.malformed());
            Set<String> found = view.anomalies(true);
            assertFalse(found.isEmpty(), "seed " + seed);
            boolean realTime = plant == Plant.STALE_READ;
            assertEquals(realTime, view.anomalies(false).isEmpty(), "seed " + seed + ": " + found);
        }
    }

    @Test
    void shouldShowAnAbortedReadAsAReadOfAFailedWrite() throws IOException {
        HistoryModel model = new HistoryModel();
        Plant.G1A.plant(model, 1_000);
        assertEquals(Set.of("G1a"), lists(model).anomalies(true));
        ElleView registers = view(model, ElleForm.RW_REGISTER);
        Step failed = of(registers.events(), "fail", 1).steps().get(0);
        assertEquals(
                failed.values(), of(registers.events(), "ok", 2).steps().get(0).values());
    }

    @Test
    void shouldHaveAFailedWriterOfWhatNobodyWrote() throws IOException {
        for (ElleForm form : ElleForm.values()) {
            HistoryModel model = new HistoryModel().initially(9, 1, 0, 0xA);
            model.tx(1, 0, 10).read(9, 1, 0, 0xD);
            List<Event> events = view(model, form).events();
            Event writer = events.get(1);
            assertEquals("fail", writer.type());
            assertEquals(List.of(new Step(true, K, List.of(1L))), writer.steps());
            assertEquals(
                    List.of(new Step(false, K, List.of(1L))),
                    of(events, "ok", 1).steps());
        }
    }

    @Test
    void shouldTakeTheWorkloadsInitialStateForTheBeginning() throws IOException {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 0xA);
        model.tx(1, 0, 10).read(9, 1, 0, 0xA).readAbsent(9, 2, 0);
        assertEquals(
                List.of(new Step(false, K, List.of()), new Step(false, "table 9/2", List.of())),
                of(lists(model).events(), "ok", 1).steps());
        assertEquals(2, lists(model).events().size(), "nobody has to have written it");
    }

    @Test
    void shouldTakeACommittedInstallForReadBeforeAnAbortedOneOfTheSameValue() throws IOException {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 0xA);
        model.tx(1, 0, 10).write(9, 1, 1, 0xB).outcome(Outcome.ABORTED);
        model.tx(2, 20, 30).read(9, 1, 0, 0xA).write(9, 1, 1, 0xB);
        model.tx(3, 40, 50).read(9, 1, 1, 0xB);
        ElleView view = lists(model);
        assertEquals(Set.of(), view.anomalies(true));
        assertEquals(
                of(view.events(), "ok", 2).steps().get(1).values(),
                of(view.events(), "ok", 3).steps().get(0).values());
    }

    @Test
    void shouldTakeWhatTouchesForConcurrent() throws IOException {
        HistoryModel model = new HistoryModel().initially(9, 1, 0, 0xA);
        model.tx(1, 0, 100).readAbsent(9, 2, 0).client = 5;
        // Ends at the instant at which the next one of client 5 begins, which did not see it.
        model.tx(2, 50, 100).read(9, 1, 0, 0xA).write(9, 1, 1, 0xB);
        model.tx(3, 100, 150).read(9, 1, 0, 0xA).client = 5;
        model.tx(4, 151, 160).read(9, 1, 1, 0xB).client = 5;
        ElleView view = lists(model);
        assertEquals(Set.of(), view.anomalies(true));
        List<Event> events = view.events();
        int began = events.indexOf(of(events, "invoke", 3));
        assertTrue(began < events.indexOf(of(events, "ok", 1)) && began < events.indexOf(of(events, "ok", 2)));
        int first = of(events, "ok", 1).process();
        assertTrue(first != of(events, "ok", 3).process(), "a process of its own for what touches");
        assertEquals(first, of(events, "ok", 4).process(), "processes are used again");
    }

    @Test
    void shouldShowTheOrderOfBlindWrites() throws IOException {
        HistoryModel model = new HistoryModel();
        model.tx(1, 0, 100).write(9, 1, 1, 0xA).write(9, 2, 2, 0xB);
        model.tx(2, 0, 100).write(9, 1, 2, 0xC).write(9, 2, 1, 0xD);
        assertEquals(Set.of("cycle"), lists(model).anomalies(true));
    }

    @Test
    void shouldRefuseListsThatAreTooLong() {
        HistoryModel model = new HistoryModel();
        for (int i = 0; i < 15_000; i++) {
            model.tx(i, 2L * i, 2L * i + 1).write(9, 1, i + 1, i);
            model.tx(1_000_000 + i, 2L * i, 2L * i + 1).read(9, 1, i + 1, i);
        }
        String sentence =
                assertThrows(RefusedException.class, () -> lists(model)).getMessage();
        long elements = LongStream.rangeClosed(1, 15_000).map(i -> i + 1).sum();
        assertTrue(
                sentence.startsWith(String.format(java.util.Locale.ROOT, "As lists this history has %,d", elements)),
                sentence);
        assertTrue(sentence.contains("--form rw-register"), sentence);
    }
}
