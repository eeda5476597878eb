// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.zip.CRC32;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Condition;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;

/**
 * A legal program of random actions, and what it means said a second time, as simply as can be: fields by name in a
 * map, of which each stage gets a copy to read from.
 */
final class RandomProgram implements PipelineProgram {
    private enum Place {
        HEADER,
        ELEMENT,
        METADATA,
        CARRIED,
        LENGTH
    }

    private record Cell(int stage, int cells, int bits) {}

    private record Slot(String name, Place place, int bits, int offset) {}

    /** Compares a field with a number, or with another field if that is not -1. */
    private record Test(int field, String kind, int value, int other) {}

    private record Effect(String kind, int target, int value, int source) {}

    private record Choice(
            List<Test> tests, int old, String decision, int expected, int expectedField, int said, Effect write) {}

    /** A match, or an access if {@code register} is not -1. */
    private record Item(List<Test> tests, List<Effect> effects, int register, int cell, List<Choice> choices) {}

    private static final int STACK_AT = 40;
    private static final int STRIDE = 7;
    private static final int COUNT = 3;
    private static final int MOST_CELLS = 5;
    private static final int[] WIDTHS = {8, 16, 32};

    private final Random random;
    private final PipelineLimits limits;
    private final List<Slot> slots = new ArrayList<>();
    private final List<Cell> registers = new ArrayList<>();
    private final List<List<Item>> stages = new ArrayList<>();
    private final boolean[] settled;

    // The reference's state.
    final Map<Integer, long[]> memory = new HashMap<>();
    final long[] counts = new long[3];

    RandomProgram(Random random, PipelineLimits limits) {
        this.random = random;
        this.limits = limits;
        slots.add(new Slot("payloadBytes", Place.LENGTH, 16, 0));
        slots.add(new Slot("at", Place.CARRIED, 8, 0));
        int offset = 0;
        for (int i = 0; i < 5; i++) {
            int bits = width();
            slots.add(new Slot("header" + i, Place.HEADER, bits, offset));
            offset += bits / 8 + random.nextInt(4);
            slots.add(new Slot("metadata" + i, Place.METADATA, width(), 0));
        }
        slots.add(new Slot("element0", Place.ELEMENT, 32, 0));
        slots.add(new Slot("element1", Place.ELEMENT, 16, 5));
        slots.add(new Slot("carried0", Place.CARRIED, 32, 0));
        slots.add(new Slot("carried1", Place.CARRIED, 16, 0));
        settled = new boolean[slots.size()];
        for (int i = 0; i < settled.length; i++) {
            settled[i] = slots.get(i).place() != Place.METADATA;
        }
        for (int stage = 0; stage < limits.stages(); stage++) {
            stages.add(stage(stage));
        }
    }

    /** Now and then more than a word has bits. */
    private int fewOrMany(int few) {
        return random.nextInt(25) == 0 ? 50 + random.nextInt(100) : random.nextInt(few);
    }

    private int width() {
        return WIDTHS[random.nextInt(WIDTHS.length)];
    }

    // Making it up.

    private List<Item> stage(int stage) {
        List<Item> items = new ArrayList<>();
        List<Integer> set = new ArrayList<>();
        for (int i = fewOrMany(5); i >= 0; i--) {
            if (random.nextInt(3) > 0) {
                List<Effect> effects = new ArrayList<>();
                for (int j = random.nextInt(4); j >= 0; j--) {
                    effects.add(effect(set));
                }
                items.add(new Item(tests(), effects, -1, -1, List.of()));
            } else if (registers.stream().filter(each -> each.stage() == stage).count() < limits.registersPerStage()) {
                registers.add(new Cell(stage, 1 + random.nextInt(MOST_CELLS), width()));
                int register = registers.size() - 1;
                List<Choice> choices = new ArrayList<>();
                for (int j = fewOrMany(3); j >= 0; j--) {
                    choices.add(choice(registers.get(register), set));
                }
                items.add(new Item(List.of(), List.of(), register, readable(slot -> true), choices));
            }
        }
        for (int slot : set) {
            settled[slot] = true;
        }
        return items;
    }

    private int readable(IntPredicate wanted) {
        while (true) {
            int slot = random.nextInt(slots.size());
            if (settled[slot] && wanted.test(slot)) {
                return slot;
            }
        }
    }

    private int settable(List<Integer> set, IntPredicate wanted) {
        while (true) {
            int slot = 1 + random.nextInt(slots.size() - 1);
            if (wanted.test(slot)) {
                set.add(slot);
                return slot;
            }
        }
    }

    private int number(int bits) {
        int value = random.nextInt(4) > 0 ? random.nextInt(4) : random.nextInt();
        return bits == 32 ? value : value & (1 << bits) - 1;
    }

    private List<Test> tests() {
        List<Test> tests = new ArrayList<>();
        String[] kinds = {"is", "isNot", "below"};
        for (int i = random.nextInt(3); i > 0; i--) {
            int field = readable(slot -> true);
            boolean fields = random.nextBoolean();
            tests.add(new Test(
                    field,
                    kinds[random.nextInt(3)],
                    number(slots.get(field).bits()),
                    fields ? readable(slot -> true) : -1));
        }
        return tests;
    }

    private Effect effect(List<Integer> set) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> {
                int target = settable(set, slot -> true);
                yield new Effect("set", target, number(slots.get(target).bits()), -1);
            }
            case 2, 3 -> {
                int source = readable(slot -> true);
                int target = settable(
                        set, slot -> slots.get(slot).bits() >= slots.get(source).bits());
                yield new Effect("copy", target, 0, source);
            }
            case 4 -> new Effect("add", settable(set, slot -> true), random.nextInt(), -1);
            case 5 -> new Effect("hash", settable(set, slot -> true), 0, readable(slot -> true));
            case 6 -> new Effect("count", random.nextInt(3), 0, -1);
            default -> new Effect("then", random.nextInt(4), 0, -1);
        };
    }

    private Choice choice(Cell register, List<Integer> set) {
        List<Test> tests = tests();
        int bits = register.bits();
        String[] decisions = {"always", "ifIs", "ifBelow"};
        String decision = decisions[random.nextInt(3)];
        int expectedField = random.nextBoolean() ? readable(slot -> true) : -1;
        int sourceSlot = readable(slot -> slots.get(slot).bits() <= bits);
        Effect write = switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> new Effect("set", -1, number(bits), -1);
            case 2 -> new Effect("copy", -1, 0, sourceSlot);
            default -> new Effect("add", -1, random.nextInt(), -1);
        };
        int old = random.nextBoolean() ? settable(set, slot -> slots.get(slot).bits() >= bits) : -1;
        int said = !decision.equals("always") && random.nextBoolean() ? settable(set, slot -> true) : -1;
        return new Choice(tests, old, decision, number(bits), expectedField, said, write);
    }

    // Saying it to a pipeline.

    @Override
    public void assemble(Assembly assembly) {
        List<Field> fields = new ArrayList<>();
        fields.add(assembly.payloadBytes());
        fields.add(assembly.carried("at", 8));
        HeaderStack stack = assembly.stack("stack", STACK_AT, STRIDE, COUNT, fields.get(1));
        for (Slot slot : slots.subList(2, slots.size())) {
            fields.add(
                    switch (slot.place()) {
                        case HEADER -> assembly.header(slot.name(), slot.offset(), slot.bits());
                        case ELEMENT -> stack.field(slot.name(), slot.offset(), slot.bits());
                        case METADATA -> assembly.metadata(slot.name(), slot.bits());
                        default -> assembly.carried(slot.name(), slot.bits());
                    });
        }
        List<Register> made = new ArrayList<>();
        for (Cell each : registers) {
            made.add(assembly.register("register" + made.size(), each.stage(), each.cells(), each.bits()));
        }
        for (int stage = 0; stage < stages.size(); stage++) {
            for (Item item : stages.get(stage)) {
                if (item.register() < 0) {
                    say(assembly.stage(stage).when(said(fields, item.tests())), fields, item.effects());
                } else {
                    Stage.Access access =
                            assembly.stage(stage).access(made.get(item.register()), fields.get(item.cell()));
                    for (Choice choice : item.choices()) {
                        say(access.when(said(fields, choice.tests())), fields, choice);
                    }
                }
            }
        }
    }

    private static Condition[] said(List<Field> fields, List<Test> tests) {
        return tests.stream()
                .map(test -> {
                    Field field = fields.get(test.field());
                    if (test.other() >= 0) {
                        Field other = fields.get(test.other());
                        return switch (test.kind()) {
                            case "is" -> field.is(other);
                            case "isNot" -> field.isNot(other);
                            default -> field.below(other);
                        };
                    }
                    return switch (test.kind()) {
                        case "is" -> field.is(test.value());
                        case "isNot" -> field.isNot(test.value());
                        default -> field.below(test.value());
                    };
                })
                .toArray(Condition[]::new);
    }

    private static void say(Stage.Action action, List<Field> fields, List<Effect> effects) {
        for (Effect effect : effects) {
            switch (effect.kind()) {
                case "set" -> action.set(fields.get(effect.target()), effect.value());
                case "copy" -> action.set(fields.get(effect.target()), fields.get(effect.source()));
                case "add" -> action.add(fields.get(effect.target()), effect.value());
                case "hash" -> action.hash(fields.get(effect.target()), fields.get(effect.source()));
                case "count" -> action.count("counter" + effect.target());
                default -> action.then(Fate.values()[effect.target()]);
            }
        }
    }

    private static void say(Stage.Alternative alternative, List<Field> fields, Choice choice) {
        if (choice.old() >= 0) {
            alternative.old(fields.get(choice.old()));
        }
        Field said = choice.said() < 0 ? null : fields.get(choice.said());
        Field expected = choice.expectedField() < 0 ? null : fields.get(choice.expectedField());
        switch (choice.decision()) {
            case "ifIs" -> {
                if (expected == null) {
                    alternative.ifIs(choice.expected(), said);
                } else {
                    alternative.ifIs(expected, said);
                }
            }
            case "ifBelow" -> {
                if (expected == null) {
                    alternative.ifBelow(choice.expected(), said);
                } else {
                    alternative.ifBelow(expected, said);
                }
            }
            default -> {
                // Always.
            }
        }
        if (choice.write() != null) {
            switch (choice.write().kind()) {
                case "set" -> alternative.set(choice.write().value());
                case "copy" -> alternative.set(fields.get(choice.write().source()));
                default -> alternative.add(choice.write().value());
            }
        }
    }

    // What it means.

    /** One pass; {@code carried} is what the packet brought, and takes what it has now. */
    Fate pass(byte[] packet, int lengthBytes, Map<String, Long> carried) {
        long number = carried.getOrDefault("at", 0L);
        int element = STACK_AT + (int) number * STRIDE;
        if (number >= COUNT || element + STRIDE > lengthBytes) {
            element = -1;
        }
        List<Long> now = new ArrayList<>();
        for (Slot slot : slots) {
            int place = place(slot, element, lengthBytes);
            now.add(
                    switch (slot.place()) {
                        case LENGTH -> (long) lengthBytes;
                        case METADATA -> 0L;
                        case CARRIED -> carried.getOrDefault(slot.name(), 0L);
                        default -> place < 0 ? 0L : read(packet, place, slot.bits() / 8);
                    });
        }
        Fate fate = Fate.FORWARD;
        for (List<Item> stage : stages) {
            List<Long> before = List.copyOf(now);
            for (Item item : stage) {
                if (item.register() >= 0) {
                    access(item, before, now);
                } else if (hold(item.tests(), before)) {
                    for (Effect effect : item.effects()) {
                        if (effect.kind().equals("count")) {
                            counts[effect.target()]++;
                        } else if (effect.kind().equals("then")) {
                            fate = Fate.values()[effect.target()];
                        } else {
                            put(now, effect.target(), result(effect, before));
                        }
                    }
                }
            }
        }
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get(i);
            int place = place(slot, element, lengthBytes);
            if (slot.place() == Place.CARRIED) {
                carried.put(slot.name(), now.get(i));
            } else if (place >= 0) {
                write(packet, place, slot.bits() / 8, now.get(i));
            }
        }
        return fate;
    }

    private static int place(Slot slot, int element, int lengthBytes) {
        if (slot.place() == Place.ELEMENT) {
            return element < 0 ? -1 : element + slot.offset();
        }
        boolean there = slot.place() == Place.HEADER && slot.offset() + slot.bits() / 8 <= lengthBytes;
        return there ? slot.offset() : -1;
    }

    private void put(List<Long> now, int slot, long value) {
        now.set(slot, value & (1L << slots.get(slot).bits()) - 1);
    }

    private long result(Effect effect, List<Long> before) {
        return switch (effect.kind()) {
            case "set" -> Integer.toUnsignedLong(effect.value());
            case "copy" -> before.get(effect.source());
            case "add" -> before.get(effect.target()) + effect.value();
            default -> {
                int bytes = slots.get(effect.source()).bits() / 8;
                byte[] source = new byte[bytes];
                write(source, 0, bytes, before.get(effect.source()));
                CRC32 crc = new CRC32();
                crc.update(source);
                yield crc.getValue();
            }
        };
    }

    private void access(Item item, List<Long> before, List<Long> now) {
        Cell register = registers.get(item.register());
        long[] cells = memory.computeIfAbsent(item.register(), key -> new long[register.cells()]);
        int cell = (int) (before.get(item.cell()) % register.cells());
        for (Choice choice : item.choices()) {
            if (hold(choice.tests(), before)) {
                long content = cells[cell];
                long expected = choice.expectedField() < 0
                        ? Integer.toUnsignedLong(choice.expected())
                        : before.get(choice.expectedField());
                boolean writes = switch (choice.decision()) {
                    case "ifIs" -> content == expected;
                    case "ifBelow" -> content < expected;
                    default -> true;
                };
                if (choice.old() >= 0) {
                    put(now, choice.old(), content);
                }
                if (choice.said() >= 0) {
                    put(now, choice.said(), writes ? 1 : 0);
                }
                if (writes && choice.write() != null) {
                    long value = switch (choice.write().kind()) {
                        case "set" -> Integer.toUnsignedLong(choice.write().value());
                        case "copy" -> before.get(choice.write().source());
                        default -> content + choice.write().value();
                    };
                    cells[cell] = value & (1L << register.bits()) - 1;
                }
                return;
            }
        }
    }

    private static boolean hold(List<Test> tests, List<Long> before) {
        return tests.stream().allMatch(test -> {
            long value = before.get(test.field());
            long other = test.other() < 0 ? Integer.toUnsignedLong(test.value()) : before.get(test.other());
            return switch (test.kind()) {
                case "is" -> value == other;
                case "isNot" -> value != other;
                default -> value < other;
            };
        });
    }

    private static long read(byte[] packet, int at, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value * 256 + (packet[at + i] & 0xff);
        }
        return value;
    }

    private static void write(byte[] packet, int at, int bytes, long value) {
        for (int i = 0; i < bytes; i++) {
            packet[at + i] = (byte) (value >> 8 * (bytes - 1 - i));
        }
    }

    /** All cells of all registers, in the order in which a pipeline keeps them. */
    long[] cells() {
        return java.util.stream.IntStream.range(0, registers.size())
                .mapToObj(i -> memory.getOrDefault(i, new long[registers.get(i).cells()]))
                .flatMapToLong(java.util.Arrays::stream)
                .toArray();
    }

    long carriedValue(byte[] packet, int at, String name) {
        int place = at;
        for (Slot slot : slots) {
            if (slot.place() == Place.CARRIED) {
                if (slot.name().equals(name)) {
                    return read(packet, place, slot.bits() / 8);
                }
                place += slot.bits() / 8;
            }
        }
        throw new IllegalArgumentException(name);
    }
}
