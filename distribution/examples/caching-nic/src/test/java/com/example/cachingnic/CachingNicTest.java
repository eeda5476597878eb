package com.example.cachingnic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.cachingnic.cache.RecordCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.breadboard.api.Settings;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.testkit.DataSheets;
import org.breadboard.testkit.DeviceBench;
import org.breadboard.testkit.HardwareContract;
import org.junit.jupiter.api.Test;

/** Node 1 tells its NIC of records in its first step; node 0 asks that NIC later. */
class CachingNicTest extends HardwareContract {
    /** Round numbers, so that times can be added up by hand. */
    private static final Map<String, Object> ROUND = Map.of(
            "linkGbps", 8.0, "oneWayNs", 1000.0, "engineNs", 10.0, "pcieNs", 500.0, "pcieBytesPerNs", 1e4,
            "cpuPacketNs", 50.0, "memoryNs", 100.0, "memoryBytesPerNs", 12.8, "cacheKiB", 64, "slotBytes", 128);

    private static final long LATER_NS = 100_000;

    private final List<String> answers = new ArrayList<>();
    private DeviceBench bench;
    private Stage asker;
    private RecordCache.Questions questions;

    @Override
    protected HardwareType type() {
        return new CachingNic();
    }

    private void bench(Map<String, Object> changes, int slots, Consumer<Step> tell) {
        Settings sheet = DataSheets.settings(type(), "caching-nic-40g", ROUND);
        for (Map.Entry<String, Object> change : changes.entrySet()) {
            sheet = sheet.with(change.getKey(), change.getValue());
        }
        bench = new DeviceBench(type(), 2, sheet);
        asker = bench.stage(0);
        questions = bench.capability(0, RecordCache.class).open(asker, slots);
        bench.stage(1).add(new DeviceBench.Once(tell, message -> {}));
    }

    private boolean put(Step step, long key, long version, long... words) {
        byte[] value = new byte[words.length * Long.BYTES];
        for (int i = 0; i < words.length; i++) {
            Bytes.putLong(value, i * Long.BYTES, words[i]);
        }
        return bench.capability(1, RecordCache.class).put(step, 3, key, version, value, 0, value.length);
    }

    /** Asks for keys of table 3 when all that is told has arrived; returns when the last answer came, after that. */
    private double ask(long... keys) {
        DeviceBench.Once[] task = new DeviceBench.Once[1];
        boolean[] asked = new boolean[1];
        task[0] = new DeviceBench.Once(step -> {
            if (!asked[0]) {
                asked[0] = true;
                step.timer(task[0], LATER_NS);
                return;
            }
            for (int i = 0; i < keys.length; i++) {
                if (!questions.ask(step, 1, 3, keys[i], task[0], i)) {
                    answers.add(keys[i] + " is not asked");
                }
            }
        }, this::answered);
        asker.add(task[0]);
        bench.run();
        return task[0].doneAtNs() - LATER_NS;
    }

    private void answered(Message answer) {
        String value = RecordCache.isHit(answer)
                ? "version " + RecordCache.version(answer) + ", " + RecordCache.valueBytes(answer) + " B"
                : "no copy";
        if (RecordCache.isHit(answer) && RecordCache.valueBytes(answer) > 0) {
            value += ", " + answer.getLong(RecordCache.VALUE_AT);
        }
        answers.add(answer.kind() + ": " + value);
    }

    @Test
    void shouldAnswerFromWhatItWasTold() {
        bench(Map.of(), 8, step -> {
            assertTrue(put(step, 17, 4, 1234, 5));
            assertTrue(put(step, 18, 6));
        });
        ask(17, 18, 19);
        assertEquals(List.of("0: version 4, 16 B, 1234", "1: version 6, 0 B", "2: no copy"), answers);
        assertEquals(2, bench.count("caching-nic.hits"));
        assertEquals(1, bench.count("caching-nic.misses"));
        assertEquals(0, bench.messagesOut());
    }

    @Test
    void shouldKeepTheLatestVersion() {
        bench(Map.of(), 8, step -> {
            put(step, 17, 4, 44);
            put(step, 17, 3, 33);
            put(step, 18, 4, 44);
            put(step, 18, 5, 55);
        });
        ask(17, 18);
        assertEquals(List.of("0: version 4, 8 B, 44", "1: version 5, 8 B, 55"), answers);
        assertEquals(0, bench.count("caching-nic.evictions"));
    }

    /** 64 KiB of slots of 8 KiB are eight, so of nine records at least one has to go, and those that stay are whole. */
    @Test
    void shouldForgetWhatItHasNoRoomFor() {
        bench(Map.of("slotBytes", 8192), 16, step -> {
            for (int key = 0; key < 9; key++) {
                put(step, key, 1, 100 + key);
            }
        });
        ask(0, 1, 2, 3, 4, 5, 6, 7, 8);
        long evictions = bench.count("caching-nic.evictions");
        assertTrue(evictions >= 1, evictions + " evictions");
        assertEquals(evictions, bench.count("caching-nic.misses"));
        for (int key = 0; key < 9; key++) {
            String whole = key + ": version 1, 8 B, " + (100 + key);
            String gone = key + ": no copy";
            assertTrue(answers.contains(whole) || answers.contains(gone), answers.toString());
        }
    }

    @Test
    void shouldRefuseWhatHasNoRoom() {
        bench(Map.of("slotBytes", 64), 1, step -> {
            assertTrue(put(step, 1, 1, 1, 2, 3, 4, 5));
            assertFalse(put(step, 2, 1, 1, 2, 3, 4, 5, 6), "48 B, and 24 B beside them, in slots of 64 B");
        });
        ask(1, 2);
        assertEquals(List.of("2 is not asked", "0: version 1, 40 B, 1"), answers);
    }

    /**
     * CPU for question and answer (100), PCIe (500), two engines (20), two links of 1 B/ns (66 B and 12 B each), the
     * way (1000), memory (10 and 100); and back: engines (20), links (66 B and 16 B each), way (1000), PCIe (500).
     */
    @Test
    void shouldTakeTheTimeThatItsDataSheetSays() {
        bench(Map.of(), 8, step -> put(step, 17, 4, 1234));
        assertEquals(100 + 500 + 20 + 2 * 78 + 1000 + 110 + 20 + 2 * 82 + 1000 + 500, ask(17), 1);
        assertEquals(20, bench.busyNs(1, "nic.memory"), 0.01);
    }

    /** Two threads of a host tell what a third one asks; each answer is whole. */
    @Test
    void shouldAnswerOnRealThreads() {
        for (int threads : new int[] {1, 2, 3}) {
            int count = 20_000;
            try (DeviceBench live = DeviceBench.live(
                    type(), 2, DataSheets.settings(type(), "caching-nic-40g", ROUND), threads)) {
                Stage host = live.stage(0);
                RecordCache.Questions queue = live.capability(0, RecordCache.class).open(host, 8);
                RecordCache nic = live.capability(1, RecordCache.class);
                for (int thread = 0; thread < 2; thread++) {
                    int odd = thread;
                    live.stage(1, "host1." + thread, (step, message) -> {}).add(new Repeated(count, (step, i) -> {
                        byte[] value = new byte[16];
                        Bytes.putLong(value, 0, 2L * i + odd);
                        Bytes.putLong(value, 8, -2L * i - odd);
                        return nic.put(step, 3, i % 4, 2L * i + odd, value, 0, 16);
                    }));
                }
                Repeated[] asking = new Repeated[1];
                asking[0] = new Repeated(count, (step, i) -> queue.ask(step, 1, 3, i % 4, asking[0], i));
                host.add(asking[0]);
                live.runUntil(() -> asking[0].answered >= count, 60_000_000_000L);
                assertEquals(0, asking[0].garbled, "on " + threads);
            }
        }
    }
}
