// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.pipeline;

import java.util.List;
import java.util.function.Function;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.FieldLayout;

/**
 * A loaded program and its registers. A pass parses the payload into a vector of fields, lets stage after stage work on
 * it, and writes back what was set. Nothing is allocated. One thread at a time.
 */
public final class Pipeline {
    /** Says of a packet that it brings no carried fields. */
    public static final int FIRST_PASS = -1;

    private static final int CONDITION_WORDS = 3;
    private static final int ACTION_WORDS = 3;
    private static final Fate[] FATES = Fate.values();

    private final boolean[] ports;
    private final PacketParser parser;
    private final int[] code;
    private final StageRules[] stages;
    private final Counter[] counters;
    private final int[] masks;
    private final int[] bytes;
    private final RegisterMemory memory;
    private final int[] values;
    private final int[] pendingSlots;
    private final int[] pendingValues;
    private int pending;
    private int fate;
    private int kind;

    /**
     * A pipeline with this program, its registers zero.
     *
     * @param named makes the counter of a name; called once for each that the program has
     */
    public Pipeline(CompiledProgram program, Function<String, Counter> named) {
        ports = program.ports();
        parser = new PacketParser(program.fields(), program.stacks());
        memory = new RegisterMemory(program.registers());
        values = new int[program.fields().size()];
        masks = program.fields().stream()
                .mapToInt(field -> RegisterMemory.mask(field.bits()))
                .toArray();
        bytes = program.fields().stream().mapToInt(FieldLayout::bytes).toArray();
        counters = program.counters().stream().map(named).toArray(Counter[]::new);
        Code written = new Code();
        stages = new StageRules[program.stages().size()];
        int mostWrites = 0;
        for (int stage = 0; stage < stages.length; stage++) {
            List<StageItem> items = program.stages().get(stage);
            stages[stage] = new StageRules(items, written);
            mostWrites = Math.max(
                    mostWrites, items.stream().mapToInt(StageItem::writes).sum());
        }
        code = written.toArray();
        pendingSlots = new int[mostWrites];
        pendingValues = new int[mostWrites];
    }

    /** Whether the program sees packets to or from a UDP port. */
    public boolean sees(int port) {
        return ports[port];
    }

    /** How many bytes the carried fields of a recirculating packet take. */
    public int carriedBytes() {
        return parser.carriedBytes();
    }

    /** All registers are zero again, as when the program was loaded. */
    public void clear() {
        memory.clear();
    }

    /** The cells of all registers, one after another. */
    int[] cells() {
        return memory.cells();
    }

    /** Says the kind of the message whose pass comes next. */
    public void kind(int value) {
        kind = value;
    }

    /** The kind of the message that has just passed, with what the program has set in it. */
    public int kind() {
        return kind;
    }

    /**
     * One pass.
     *
     * @param packet the bytes that the payload lies in; what the program sets is written back
     * @param payloadAt where it begins
     * @param payloadBytes how long it is; must lie within {@code packet}
     * @param carriedAt where the carried fields of the last pass are, or {@link #FIRST_PASS}
     */
    public Fate pass(byte[] packet, int payloadAt, int payloadBytes, int carriedAt) {
        parser.parse(values, packet, payloadAt, payloadBytes, carriedAt);
        parser.parseKind(values, kind);
        fate = Fate.FORWARD.ordinal();
        for (StageRules stage : stages) {
            for (int word = 0, behind = 0; word < stage.words(); word++) {
                for (long left = stage.candidates(word, values); left != 0; left &= left - 1) {
                    int rule = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                    if (rule >= behind && run(stage.codeAt[rule])) {
                        behind = stage.followers[rule];
                    }
                }
            }
            for (int i = 0; i < pending; i++) {
                values[pendingSlots[i]] = pendingValues[i];
            }
            pending = 0;
        }
        parser.deparse(values, packet, payloadAt, payloadBytes);
        kind = parser.deparseKind(values, kind);
        return FATES[fate];
    }

    /** Writes the carried fields of the pass that was just made; call it before the next one. */
    public void putCarried(byte[] packet, int at) {
        parser.putCarried(values, packet, at);
    }

    /** Whether the rule's conditions held, so that it did what it does. */
    private boolean run(int rule) {
        int conditions = code[rule + 1];
        if (conditions > 0 && !holds(rule + 2, conditions)) {
            return false;
        }
        int body = rule + 2 + conditions * CONDITION_WORDS;
        if (code[rule] == Code.MATCH) {
            match(body);
        } else {
            access(body);
        }
        return true;
    }

    private void match(int begin) {
        int end = begin + 1 + code[begin];
        for (int action = begin + 1; action < end; action += ACTION_WORDS) {
            int target = code[action + 1];
            int operand = code[action + 2];
            switch (code[action]) {
                case Code.SET -> write(target, operand);
                case Code.COPY -> write(target, values[operand]);
                case Code.ADD -> write(target, values[target] + operand);
                case Code.HASH -> write(target, Crc32.of(values[operand], bytes[operand]));
                case Code.COUNT -> counters[target].add(1);
                default -> fate = target;
            }
        }
    }

    private void access(int begin) {
        int register = code[begin];
        int cell = memory.cell(register, values[code[begin + 1]]);
        int at = begin + 2;
        int content = memory.get(cell);
        if (code[at] >= 0) {
            write(code[at], content);
        }
        int decision = code[at + 1];
        if (decision != Code.ALWAYS) {
            int operand = code[at + 2];
            boolean writes = switch (decision) {
                case Code.IF_IS -> content == operand;
                case Code.IF_IS_FIELD -> content == values[operand];
                case Code.IF_BELOW -> Integer.compareUnsigned(content, operand) < 0;
                default -> Integer.compareUnsigned(content, values[operand]) < 0;
            };
            if (code[at + 3] >= 0) {
                write(code[at + 3], writes ? 1 : 0);
            }
            if (!writes) {
                return;
            }
        }
        int operand = code[at + 5];
        switch (code[at + 4]) {
            case Code.SET -> memory.put(register, cell, operand);
            case Code.COPY -> memory.put(register, cell, values[operand]);
            case Code.ADD -> memory.put(register, cell, content + operand);
            default -> {
                // It keeps what it holds.
            }
        }
    }

    /** A field's value from the next stage on. */
    private void write(int slot, int value) {
        pendingSlots[pending] = slot;
        pendingValues[pending++] = value & masks[slot];
    }

    private boolean holds(int begin, int count) {
        int end = begin + count * CONDITION_WORDS;
        for (int at = begin; at < end; at += CONDITION_WORDS) {
            int value = values[code[at + 1]];
            int operand = code[at + 2];
            boolean holds = switch (code[at]) {
                case Code.IS -> value == operand;
                case Code.IS_NOT -> value != operand;
                case Code.BELOW -> Integer.compareUnsigned(value, operand) < 0;
                case Code.IS_FIELD -> value == values[operand];
                case Code.IS_NOT_FIELD -> value != values[operand];
                default -> Integer.compareUnsigned(value, values[operand]) < 0;
            };
            if (!holds) {
                return false;
            }
        }
        return true;
    }
}
