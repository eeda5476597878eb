// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Image;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Region;
import org.breadboard.api.memory.WatchedRegion;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.ProtocolContext;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.spi.RuntimeAccess;
import org.breadboard.api.workload.Placement;
import org.breadboard.api.workload.Population;
import org.breadboard.api.workload.TableSpec;
import org.breadboard.kit.occ.CountingStep;
import org.breadboard.kit.table.ByteRegion;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.SlotStore;
import org.breadboard.kit.table.TableCopies;
import org.breadboard.kit.table.TableImages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random calls to one server, against a map. */
class RecordServerTest {
    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int KEYS = 40;
    private static final int MOST = 30;
    private static final int VALUE_BYTES = 16;

    private static final class ReadsAndWrites extends RecordServer {
        ReadsAndWrites(TableCopies table) {
            super(new TableCopies[] {table}, new MemoryCost(100, 7));
        }

        @Override
        protected int serve(Step step, RecordCall call, RecordAnswer answer) {
            answer.number(region(call).getAndAddLong(header(call), 1));
            if (call.operation() == READ) {
                return read(step, call, answer) ? 1 : 0;
            }
            write(step, call);
            return 2;
        }
    }

    private record Content(ByteRegion region) implements Image {
        @Override
        public long sizeBytes() {
            return region.sizeBytes();
        }

        @Override
        public Layout layout() {
            return region.layout();
        }
    }

    private static final Placement PLACEMENT = new Placement() {
        @Override
        public int partitions() {
            return 1;
        }

        @Override
        public int partition(int table, long key) {
            return 0;
        }

        @Override
        public int replicas() {
            return 1;
        }

        @Override
        public int node(int partition, int index) {
            return 0;
        }
    };

    private static final Population EMPTY = new Population() {
        @Override
        public long candidates() {
            return 0;
        }

        @Override
        public long key(long index) {
            throw new AssertionError("there is none");
        }

        @Override
        public boolean value(long key, byte[] value) {
            return false;
        }
    };

    private static <T> T stub(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName(), arguments)));
    }

    /** What survives a crash, by its name; each region counts down the words that the machine has power for. */
    private final Map<String, Region> memory = new HashMap<>();

    private int words = Integer.MAX_VALUE;

    private static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private Region surviving(String name, Supplier<Region> fresh) {
        return memory.computeIfAbsent(name, unseen -> new WatchedRegion(fresh.get()) {
            @Override
            protected void stores(long address) {
                if (words-- == 0) {
                    throw new Gone();
                }
            }
        });
    }

    private RecordServer serverThatMayCrash() {
        words = Integer.MAX_VALUE;
        return server((name, arguments) -> switch (name) {
            case "node" -> 0;
            case "recovery" ->
                stub(Recovery.class, (method, none) -> {
                    throw new UnsupportedOperationException(method);
                });
            case "region" ->
                surviving(
                        (String) arguments[0],
                        () -> arguments[1] instanceof Content content
                                ? content.region()
                                : new ByteRegion((String) arguments[0], (long) arguments[1]));
            default -> throw new UnsupportedOperationException(name);
        });
    }

    private static RecordServer server() {
        return server((name, arguments) -> switch (name) {
            case "node" -> 0;
            case "recovery" -> null;
            case "region" -> ((Content) arguments[1]).region();
            default -> throw new UnsupportedOperationException(name);
        });
    }

    private static RecordServer server(BiFunction<String, Object[], Object> node) {
        ProtocolContext context = stub(ProtocolContext.class, (name, arguments) -> switch (name) {
            case "population" -> EMPTY;
            case "placement" -> PLACEMENT;
            case "initial" -> ((Supplier<?>) arguments[1]).get();
            case "image" -> new Content(new ByteRegion("image", (long) arguments[0]));
            default -> throw new UnsupportedOperationException(name);
        });
        NodeContext scope = stub(NodeContext.class, node);
        TableSpec spec = new TableSpec(0, "things", VALUE_BYTES, KEYS, false);
        TableImages images = TableImages.of(
                context, spec, (records, valueBytes) -> new SlotStore(KEYS, MOST, valueBytes), "wish for less");
        return new ReadsAndWrites(new TableCopies(scope, PLACEMENT, images, (region, header, value) -> 0));
    }

    private RecordServer server = server();
    private final RecordAnswer answer = new RecordAnswer();
    private final Message message = RuntimeAccess.get().message(64);
    private final CountingStep step = new CountingStep();

    private int serve(RecordCall call) {
        answer.begin(message);
        step.busyNs = 0;
        return server.serve(step, call, answer);
    }

    private static RecordCall write(long key, byte[] value) {
        return new RecordCall().of(WRITE, 0, 0, key, 0).with(value, 0, value.length);
    }

    private static RecordCall remove(long key) {
        return new RecordCall().of(WRITE, 0, 0, key, 0);
    }

    private static RecordCall read(long key) {
        return new RecordCall().of(READ, 0, 0, key, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAnswerWhatWasWrittenLast(long seed) {
        Random random = new Random(seed);
        Map<Long, Long> content = new HashMap<>();
        Map<Long, Long> calls = new HashMap<>();
        for (int i = 0; i < 2_000; i++) {
            long key = random.nextInt(KEYS);
            String where = "seed " + seed + ", call " + i + " for key " + key;
            int what = random.nextInt(4);
            if (what == 0 && (content.containsKey(key) || content.size() < MOST)) {
                byte[] value = new byte[VALUE_BYTES];
                long number = random.nextLong();
                Bytes.putLong(value, 8, number);
                assertEquals(2, serve(write(key, value)), where);
                content.put(key, number);
                assertEquals(100 + 7 + 100, step.busyNs, "a lookup, the same way cached, and one record");
            } else if (what == 1) {
                assertEquals(2, serve(remove(key)), where);
                content.remove(key);
            } else {
                Long number = content.get(key);
                assertEquals(number == null ? 0 : 1, serve(read(key)), where);
                assertEquals(number == null ? 0 : VALUE_BYTES, RecordAnswer.valueBytes(message), where);
                if (number != null) {
                    assertEquals(number, message.getLong(RecordAnswer.HEADER_BYTES + 8), where);
                }
                assertEquals(100, step.busyNs, where);
            }
            assertEquals(calls.getOrDefault(key, 0L), RecordAnswer.number(message), where);
            calls.merge(key, 1L, Long::sum);
        }
    }

    private long read(RecordServer of, long key) {
        server = of;
        return serve(read(key)) == 0 ? 0 : message.getLong(RecordAnswer.HEADER_BYTES + 8);
    }

    private static RecordCall write(long key, long number) {
        byte[] value = new byte[VALUE_BYTES];
        Bytes.putLong(value, 0, number);
        Bytes.putLong(value, 8, number);
        return write(key, value);
    }

    /** Of a record that is new, one that is there, and one that is removed. */
    @Test
    void shouldWriteWholeOrNotWhereverThePowerGoes() {
        server = serverThatMayCrash();
        serve(write(1, 11));
        serve(write(2, 22));
        Map<Long, RecordCall> calls = Map.of(1L, write(1, 12), 2L, remove(2), 3L, write(3, 33));
        Map<Long, Long> after = Map.of(1L, 12L, 2L, 0L, 3L, 33L);
        for (long key = 1; key <= calls.size(); key++) {
            long before = read(serverThatMayCrash(), key);
            boolean ended = false;
            for (int power = 1; !ended; power++) {
                server = serverThatMayCrash();
                words = power;
                try {
                    serve(calls.get(key));
                    ended = true;
                } catch (Gone gone) {
                    long now = read(serverThatMayCrash(), key);
                    assertTrue(now == before || now == after.get(key), "key " + key + ", " + power + " words: " + now);
                    assertEquals(now, wholeOf(key), "key " + key + ", " + power + " words");
                    ended = now != before;
                }
            }
            assertEquals(after.get(key), read(serverThatMayCrash(), key));
        }
    }

    /** The first half of a value, which says the same as the second. */
    private long wholeOf(long key) {
        return serve(read(key)) == 0 ? 0 : message.getLong(RecordAnswer.HEADER_BYTES);
    }

    @Test
    void shouldRefuseAValueOfAnotherLengthAndARecordTooMany() {
        assertThrows(IllegalStateException.class, () -> serve(write(0, new byte[VALUE_BYTES - 8])));
        for (int key = 0; key < MOST; key++) {
            serve(write(key, new byte[VALUE_BYTES]));
        }
        String message = assertThrows(IllegalStateException.class, () -> serve(write(MOST, new byte[VALUE_BYTES])))
                .getMessage();
        assertTrue(message.contains("has no room for key " + MOST), message);
        assertEquals(2, serve(write(3, new byte[VALUE_BYTES])), "one that is there takes no room");
    }
}
