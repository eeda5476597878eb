package org.breadboard.hw.p4switch.pipeline;

import java.util.function.Function;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;

/**
 * A loaded program and its registers. A pass parses the payload into a vector of fields, lets stage after stage work on it, and writes
 * back what was set. Nothing is allocated. One thread at a time.
 */
public final class Pipeline {
    /** Says of a packet that it brings no carried fields. */
    public static final int FIRST_PASS = -1;

    // Rules: kind, the conditions that are not in the stage's rows, and what their class writes.
    static final int MATCH = 0;
    static final int ACCESS = 1;

    // Conditions: kind, field, number or field.
    static final int IS = 0;
    static final int IS_NOT = 1;
    static final int BELOW = 2;
    static final int IS_FIELD = 3;
    static final int IS_NOT_FIELD = 4;
    static final int BELOW_FIELD = 5;

    // Actions: kind, target, number or field. The first three are writes of cells, too.
    static final int SET = 0;
    static final int COPY = 1;
    static final int ADD = 2;
    static final int HASH = 3;
    static final int COUNT = 4;
    static final int THEN = 5;

    // What a write of a cell depends on.
    static final int ALWAYS = 0;
    static final int IF_IS = 1;
    static final int IF_IS_FIELD = 2;
    static final int IF_BELOW = 3;
    static final int IF_BELOW_FIELD = 4;

    /** No write of a cell. */
    static final int KEEP = -1;

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

    Pipeline(ProgramAssembly program, Function<String, Counter> named) {
        ports = program.ports;
        parser = new PacketParser(program);
        memory = new RegisterMemory(program.registers);
        int fields = program.fields.size();
        values = new int[fields];
        masks = new int[fields];
        bytes = new int[fields];
        for (PacketField field : program.fields) {
            masks[field.slot] = mask(field.bits());
            bytes[field.slot] = field.bytes();
        }
        counters = program.counters.stream().map(named).toArray(Counter[]::new);
        Code written = new Code();
        stages = new StageRules[program.stages.size()];
        int mostWrites = 0;
        for (ProgramStage stage : program.stages) {
            stages[stage.index] = new StageRules(stage.items, written);
            mostWrites = Math.max(
                    mostWrites, stage.items.stream().mapToInt(StageItem::writes).sum());
        }
        code = written.toArray();
        pendingSlots = new int[mostWrites];
        pendingValues = new int[mostWrites];
    }

    static int mask(int bits) {
        return bits == Integer.SIZE ? -1 : (1 << bits) - 1;
    }

    /** Whether the program sees packets to or from a UDP port. */
    public boolean sees(int port) {
        return ports[port];
    }

    /** How many bytes the carried fields of a recirculating packet take. */
    public int carriedBytes() {
        return parser.carriedBytes();
    }

    /** The cells of all registers, one after another. */
    int[] cells() {
        return memory.cells();
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
        if (code[rule] == MATCH) {
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
                case SET -> write(target, operand);
                case COPY -> write(target, values[operand]);
                case ADD -> write(target, values[target] + operand);
                case HASH -> write(target, Crc32.of(values[operand], bytes[operand]));
                case COUNT -> counters[target].add(1);
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
        if (decision != ALWAYS) {
            int operand = code[at + 2];
            boolean writes = switch (decision) {
                case IF_IS -> content == operand;
                case IF_IS_FIELD -> content == values[operand];
                case IF_BELOW -> Integer.compareUnsigned(content, operand) < 0;
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
            case SET -> memory.put(register, cell, operand);
            case COPY -> memory.put(register, cell, values[operand]);
            case ADD -> memory.put(register, cell, content + operand);
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
                case IS -> value == operand;
                case IS_NOT -> value != operand;
                case BELOW -> Integer.compareUnsigned(value, operand) < 0;
                case IS_FIELD -> value == values[operand];
                case IS_NOT_FIELD -> value != values[operand];
                default -> Integer.compareUnsigned(value, values[operand]) < 0;
            };
            if (!holds) {
                return false;
            }
        }
        return true;
    }
}
