// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch.assembly;

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
import org.breadboard.hw.p4switch.pipeline.CompiledProgram;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.Place;
import org.breadboard.hw.p4switch.pipeline.CompiledProgram.StackLayout;
import org.breadboard.hw.p4switch.pipeline.Pipeline;
import org.breadboard.hw.p4switch.pipeline.PipelineLimits;

/**
 * Takes down what a program says, refuses what the pipeline cannot do, and loads a {@link Pipeline} with the rest. One
 * thread.
 */
public final class ProgramAssembly implements Assembly {
    private static final int PORTS = 1 << 16;

    private final PipelineLimits limits;
    private final boolean[] ports = new boolean[PORTS];
    private final ProgramFields fields = new ProgramFields();
    private final List<PacketStack> stacks = new ArrayList<>();
    private final ProgramRegisters registers;
    private final List<String> counters = new ArrayList<>();
    private final List<ProgramStage> stages = new ArrayList<>();
    private final PacketField payloadBytes;

    private ProgramAssembly(PipelineLimits limits) {
        this.limits = limits;
        registers = new ProgramRegisters(limits);
        for (int i = 0; i < limits.stages(); i++) {
            stages.add(new ProgramStage(new StageFields(i, fields), registers, counters));
        }
        payloadBytes = fields.add(Place.LENGTH, "payloadBytes", 16);
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
        return new Pipeline(assembly.compiled(), counters);
    }

    private void check() {
        for (PacketField field : fields.all()) {
            field.checkOrder();
        }
        new HeaderVector(limits, fields.all(), stacks).check();
    }

    private CompiledProgram compiled() {
        return new CompiledProgram(
                ports,
                fields.layouts(),
                stacks.stream().map(PacketStack::layout).toList(),
                registers.layouts(),
                counters,
                stages.stream().map(ProgramStage::items).toList());
    }

    @Override
    public int stages() {
        return limits.stages();
    }

    @Override
    public int registersPerStage() {
        return limits.registersPerStage();
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
    public Field kind(String name, int offsetBytes, int bits) {
        if (offsetBytes < 0 || offsetBytes + (long) bits / Byte.SIZE > Integer.BYTES) {
            throw new RefusedException("Kind field " + name + " of " + bits + " bits at byte " + offsetBytes
                    + " does not lie within a message's kind, which has " + Integer.BYTES + " bytes.");
        }
        return fields.add(Place.KIND, name, bits, PacketField.NO_STACK, offsetBytes);
    }

    @Override
    public Field header(String name, int offsetBytes, int bits) {
        if (offsetBytes < 0 || offsetBytes + (long) bits / Byte.SIZE > reachBytes()) {
            throw new RefusedException("Header field " + name + " of " + bits + " bits at byte " + offsetBytes
                    + " is beyond what the parser reaches: " + reachBytes() + " bytes of the payload.");
        }
        return fields.add(Place.HEADER, name, bits, PacketField.NO_STACK, offsetBytes);
    }

    @Override
    public HeaderStack stack(String name, int offsetBytes, int strideBytes, int count, Field at) {
        PacketField index = fields.own(at);
        if (index.place != Place.CARRIED) {
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
        StackLayout layout = new StackLayout(offsetBytes, strideBytes, count, index.slot);
        PacketStack stack = new PacketStack(stacks.size(), name, layout, fields);
        stacks.add(stack);
        return stack;
    }

    @Override
    public Field metadata(String name, int bits) {
        return fields.add(Place.METADATA, name, bits);
    }

    @Override
    public Field carried(String name, int bits) {
        return fields.add(Place.CARRIED, name, bits);
    }

    @Override
    public Register register(String name, int stage, int cells, int bits) {
        checkStage(stage, "Register " + name + " lies in");
        return registers.add(name, stage, cells, bits);
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
}
