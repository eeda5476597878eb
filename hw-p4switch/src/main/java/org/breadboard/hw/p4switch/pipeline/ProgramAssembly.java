package org.breadboard.hw.p4switch.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.breadboard.api.RefusedException;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Assembly;
import org.breadboard.api.pipeline.Field;
import org.breadboard.api.pipeline.HeaderStack;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.pipeline.Register;
import org.breadboard.api.pipeline.Stage;

/** Takes down what a program says, refuses what the pipeline cannot do, and makes a {@link Pipeline} of the rest. */
public final class ProgramAssembly implements Assembly {
    private static final int PORTS = 1 << 16;

    final PipelineLimits limits;
    final List<PacketField> fields = new ArrayList<>();
    final List<PacketStack> stacks = new ArrayList<>();
    final List<RegisterArray> registers = new ArrayList<>();
    final List<String> counters = new ArrayList<>();
    final List<ProgramStage> stages = new ArrayList<>();
    final boolean[] ports = new boolean[PORTS];
    private final PacketField payloadBytes;

    private ProgramAssembly(PipelineLimits limits) {
        this.limits = limits;
        for (int i = 0; i < limits.stages(); i++) {
            stages.add(new ProgramStage(this, i));
        }
        payloadBytes = field(PacketField.Place.LENGTH, "payloadBytes", 16, null, 0);
    }

    /**
     * A pipeline with this program, its registers zero.
     *
     * @param counters makes the counter of a name; called once for each that the program has
     * @throws RefusedException if a pipeline of this size cannot do what the program does
     */
    public static Pipeline load(PipelineProgram program, PipelineLimits limits, Function<String, Counter> counters) {
        ProgramAssembly assembly = new ProgramAssembly(limits);
        program.assemble(assembly);
        assembly.check();
        return new Pipeline(assembly, counters);
    }

    private void check() {
        for (PacketField field : fields) {
            field.checkOrder();
        }
        HeaderVector.check(this);
    }

    @Override
    public int stages() {
        return limits.stages();
    }

    @Override
    public long stageMemoryBits() {
        return limits.stageMemoryBits();
    }

    @Override
    public int reachBytes() {
        return limits.reachBytes();
    }

    @Override
    public void ports(int first, int count) {
        if (first < 0 || count < 1 || first + (long) count > PORTS) {
            throw new RefusedException("The program asks for " + count + " UDP ports from " + first
                    + " on: they go from 0 to " + (PORTS - 1) + ".");
        }
        for (int port = first; port < first + count; port++) {
            ports[port] = true;
        }
    }

    @Override
    public void passes(int most) {
        if (most < 1) {
            throw new RefusedException("The program says that a packet has " + most + " passes: it has one at least.");
        }
        if (most > limits.maxPasses()) {
            throw new RefusedException("switch.maxPasses=" + limits.maxPasses()
                    + " would drop packets of this program, which may need " + most + " passes: it takes " + most
                    + " or more.");
        }
    }

    @Override
    public Field payloadBytes() {
        return payloadBytes;
    }

    @Override
    public Field header(String name, int offsetBytes, int bits) {
        if (offsetBytes < 0 || offsetBytes + (long) bits / Byte.SIZE > reachBytes()) {
            throw new RefusedException("Header field " + name + " of " + bits + " bits at byte " + offsetBytes
                    + " is beyond what the parser reaches: " + reachBytes() + " bytes of the payload.");
        }
        return field(PacketField.Place.HEADER, name, bits, null, offsetBytes);
    }

    @Override
    public HeaderStack stack(String name, int offsetBytes, int strideBytes, int count, Field at) {
        PacketField index = own(at);
        if (index.place != PacketField.Place.CARRIED) {
            throw new RefusedException("Stack " + name + " is indexed by field " + index.name()
                    + ", which is not a carried one: it must be known when a pass begins.");
        }
        if (offsetBytes < 0 || strideBytes < 1 || count < 1) {
            throw new RefusedException(
                    "Stack " + name + " of " + count + " elements of " + strideBytes + " bytes at byte " + offsetBytes
                            + " holds nothing: it needs an element of a byte at least, at byte 0 or behind it.");
        }
        if (offsetBytes + (long) strideBytes * count > reachBytes()) {
            int fit = Math.max(0, (reachBytes() - offsetBytes) / strideBytes);
            throw new RefusedException("Stack " + name + " of " + count + " elements of " + strideBytes
                    + " bytes at byte "
                    + offsetBytes + " is beyond what the parser reaches, " + reachBytes() + " bytes of the payload: "
                    + fit + " elements would fit.");
        }
        PacketStack stack = new PacketStack(this, name, stacks.size(), offsetBytes, strideBytes, count, index);
        stacks.add(stack);
        return stack;
    }

    Field element(PacketStack stack, String name, int offsetBytes, int bits) {
        return field(PacketField.Place.ELEMENT, name, bits, stack, offsetBytes);
    }

    @Override
    public Field metadata(String name, int bits) {
        return field(PacketField.Place.METADATA, name, bits, null, 0);
    }

    @Override
    public Field carried(String name, int bits) {
        return field(PacketField.Place.CARRIED, name, bits, null, 0);
    }

    private PacketField field(PacketField.Place place, String name, int bits, PacketStack stack, int offsetBytes) {
        PacketField field = new PacketField(this, place, name, bits, fields.size(), stack, offsetBytes);
        fields.add(field);
        return field;
    }

    @Override
    public Register register(String name, int stage, int cells, int bits) {
        checkStage(stage, "Register " + name + " lies in");
        if (bits > limits.cellBits()) {
            int parts = (bits + limits.cellBits() - 1) / limits.cellBits();
            throw new RefusedException("Register " + name + " has cells of " + bits
                    + " bits, and a stage reads or writes " + limits.cellBits() + " bits at once: split it over "
                    + parts + " registers in as many stages.");
        }
        if (bits != 8 && bits != 16 && bits != 32) {
            throw new RefusedException(
                    "Register " + name + " has cells of " + bits + " bits: they have 8, 16 or 32 bits.");
        }
        if (cells < 1) {
            throw new RefusedException("Register " + name + " has " + cells + " cells: it needs one at least.");
        }
        int there = 0;
        long usedBits = 0;
        for (RegisterArray other : registers) {
            if (other.stage() == stage) {
                there++;
                usedBits += other.memoryBits();
            }
        }
        if (there == limits.registersPerStage()) {
            throw new RefusedException("Register " + name + " is one too many for stage " + stage + ", which can have "
                    + limits.registersPerStage() + ": put it into another stage.");
        }
        RegisterArray register = new RegisterArray(this, name, registers.size(), stage, cells, bits);
        long freeBits = limits.stageMemoryBits() - usedBits;
        if (register.memoryBits() > freeBits) {
            throw new RefusedException("Register " + name + " of " + cells + " cells of " + bits
                    + " bits does not fit the memory of stage " + stage + ", which has " + freeBits + " of "
                    + limits.stageMemoryBits() + " bits left: " + freeBits / bits + " cells would fit.");
        }
        registers.add(register);
        return register;
    }

    @Override
    public Stage stage(int index) {
        checkStage(index, "The program uses");
        return stages.get(index);
    }

    private void checkStage(int index, String what) {
        if (index < 0 || index >= limits.stages()) {
            throw new RefusedException(what + " stage " + index
                    + ", which the pipeline does not have: it has stages 0 to " + (limits.stages() - 1) + ".");
        }
    }

    int counter(String name) {
        int known = counters.indexOf(name);
        if (known >= 0) {
            return known;
        }
        counters.add(name);
        return counters.size() - 1;
    }

    PacketField own(Field field) {
        if (field instanceof PacketField known && known.program == this) {
            return known;
        }
        throw new RefusedException("A field" + (field == null ? "" : " " + field.name())
                + " was not made by this program's assembly: a field belongs to one program.");
    }

    RegisterArray own(Register register) {
        if (register instanceof RegisterArray known && known.program() == this) {
            return known;
        }
        throw new RefusedException("A register" + (register == null ? "" : " " + register.name())
                + " was not made by this program's assembly: a register belongs to one program.");
    }
}
