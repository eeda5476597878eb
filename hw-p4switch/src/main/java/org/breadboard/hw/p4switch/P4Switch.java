// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.p4switch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.Capability;
import org.breadboard.api.hardware.Device;
import org.breadboard.api.hardware.Fabric;
import org.breadboard.api.hardware.HardwareContext;
import org.breadboard.api.hardware.Interposer;
import org.breadboard.api.hardware.PacketPipeline;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.pipeline.Fate;
import org.breadboard.api.pipeline.PipelineProgram;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Transit;
import org.breadboard.hw.p4switch.assembly.ProgramAssembly;
import org.breadboard.hw.p4switch.pipeline.Pipeline;

/**
 * A switch in the way of packets. Its pipeline is a stage: a packet enters its ring, has a pass when its turn comes,
 * and leaves when the pass's latency is over. A packet that recirculates keeps its place in the buffer, is serialised
 * once more with its carried fields behind it, and comes back behind what has arrived meanwhile (NOCC 3).
 *
 * <p>Frames of {@link EthernetNic}s are forwarded by the target's MAC address, and shown to the program if it sees one
 * of their UDP ports. Datagrams of other NICs are shown to it if it sees one of their ports, as RoCE v2 would carry
 * them in UDP; what it sets leaves their checksum wrong, which their NICs are taken not to check. Other packets have a
 * pass like all, and go where they go.
 *
 * <p>A crash takes all registers, and the packets that the program was at. The program is loaded again with registers
 * of zeros.
 */
final class P4Switch implements Device, PacketPipeline, StageProgram, Interposer {
    /** Of what a program may see: how many passes it has had, below the life of the switch in which it came. */
    private static final int PASSES = 3;

    private static final int LIFE_SHIFT = 32;
    /** Of what recirculates: its length without the carried fields. */
    private static final int FRAME_BYTES = 2;

    private final HardwareContext context;
    private final SwitchParameters parameters;
    private final Fabric fabric;
    private final Stage stage;
    private final Resource latency;
    private final Resource recirculation;
    private final AtomicInteger held = new AtomicInteger();
    private final Counter forwarded;
    private final Counter recirculated;
    private final Counter turnedRound;
    private final Counter droppedByProgram;
    private final Counter droppedBufferFull;
    private final Counter droppedTooManyPasses;
    private final Counter droppedUnknownAddress;
    private final Counter droppedByCrash;
    private final Hop enter = this::enter;
    private final Hop exit = this::exit;
    private final Hop around = this::around;
    private final Hop again = this::again;
    private Hop next;
    private Pipeline pipeline;
    /** How far the switch was when the registers were cleared last. The stage's thread. */
    private long life;
    // Set by the stage's thread, read when the run is over.
    private volatile boolean passedAny;
    private volatile boolean judgedAny;
    private volatile boolean goesRoundForEver;

    P4Switch(HardwareContext context) {
        this.context = context;
        parameters = new SwitchParameters(context.profile());
        fabric = context.fabric();
        stage = context.stage(StageSpec.named("switch.pipeline"), this);
        stage.reserve(parameters.bufferPackets);
        latency = context.resource("switch.pass", message -> 0, parameters.passNs);
        recirculation = context.resource(
                "switch.recirculation",
                message -> message.wireBytes() * 8 / parameters.recirculationGbps,
                parameters.passNs + parameters.recirculationNs);
        forwarded = context.counter("switch.forwarded");
        recirculated = context.counter("switch.recirculated");
        turnedRound = context.counter("switch.turnedRound");
        droppedByProgram = context.unexpected("switch.droppedByProgram");
        droppedBufferFull = context.counter("switch.droppedBufferFull");
        droppedTooManyPasses = context.unexpected("switch.droppedTooManyPasses");
        droppedUnknownAddress = context.unexpected("switch.droppedUnknownAddress");
        droppedByCrash = fabric.mayCrash() ? context.counter("switch.droppedByCrash") : null;
        fabric.interposeSwitch(this);
    }

    @Override
    public <C extends Capability> C capability(Class<C> capability) {
        return capability == PacketPipeline.class ? capability.cast(this) : null;
    }

    @Override
    public void load(PipelineProgram program) {
        if (pipeline != null) {
            throw new IllegalStateException("switch " + context.node() + " has a program already");
        }
        pipeline = ProgramAssembly.load(program, parameters.limits, name -> context.counter("switch." + name));
    }

    @Override
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (passedAny && !judgedAny) {
            remarks.add("saw no packet: it sees datagrams, to or from its ports.");
        }
        if (goesRoundForEver) {
            remarks.add("let packets recirculate that had had switch.maxPasses=" + parameters.limits.maxPasses()
                    + " passes, and so were dropped.");
        }
        return remarks;
    }

    /** The program's pipeline, or null. */
    Pipeline pipeline() {
        return pipeline;
    }

    /** How many packets wait for a pass or recirculate. */
    int held() {
        return held.get();
    }

    @Override
    public Hop before(Hop following) {
        next = following;
        return enter;
    }

    /** Any thread that serves a sender. */
    private void enter(Transit transit, Message message) {
        if (held.incrementAndGet() <= parameters.bufferPackets) {
            if (Envelope.isReadable(message)) {
                message.register(PASSES, fabric.life(transit.nowNs()) << LIFE_SHIFT);
            }
            transit.deliver(stage, message);
            return;
        }
        held.decrementAndGet();
        transit.drop(message, droppedBufferFull);
    }

    @Override
    public void receive(Step step, Message message) {
        step.busy(parameters.slotNs);
        if (!passedAny) {
            passedAny = true;
        }
        live(step);
        if (!Envelope.isReadable(message)) {
            forwarded.add(1);
            leave(step, message);
            return;
        }
        if (message.register(PASSES) >>> LIFE_SHIFT != life) {
            drop(droppedByCrash);
            return;
        }
        int passes = (int) message.register(PASSES);
        int frameBytes = passes == 0 ? message.lengthBytes() : (int) message.register(FRAME_BYTES);
        Fate fate = Fate.FORWARD;
        if (passes > 0 || isSeen(message, frameBytes)) {
            if (!judgedAny) {
                judgedAny = true;
            }
            fate = pass(message, frameBytes, passes == 0 ? Pipeline.FIRST_PASS : frameBytes);
        }
        switch (fate) {
            case FORWARD -> forward(step, message, frameBytes, passes);
            case TURN_ROUND -> {
                turnedRound.add(1);
                Envelope.turnRound(message);
                forward(step, message, frameBytes, passes);
            }
            case RECIRCULATE -> recirculate(step, message, frameBytes, passes + 1);
            case DROP -> drop(droppedByProgram);
        }
    }

    /** Begins anew if the switch has crashed. */
    private void live(Step step) {
        long now = fabric.life(step.nowNs());
        if (now != life) {
            life = now;
            if (pipeline != null) {
                pipeline.clear();
            }
        }
    }

    private Fate pass(Message message, int lengthBytes, int carriedAt) {
        pipeline.kind(message.kind());
        Fate fate = pipeline.pass(
                message.bytes(), Envelope.payloadAt(message), Envelope.payloadBytes(message, lengthBytes), carriedAt);
        message.kind(pipeline.kind());
        return fate;
    }

    private boolean isSeen(Message message, int lengthBytes) {
        return pipeline != null
                && Envelope.isDatagram(message, lengthBytes)
                && (pipeline.sees(Envelope.targetPort(message)) || pipeline.sees(Envelope.sourcePort(message)));
    }

    private void drop(Counter reason) {
        held.decrementAndGet();
        reason.add(1);
    }

    private void forward(Step step, Message frame, int frameBytes, int passes) {
        if (!Envelope.isFrame(frame)) {
            forwarded.add(1);
            frame.lengthBytes(frameBytes);
            frame.wireBytes(frame.wireBytes() - (passes == 0 ? 0 : pipeline.carriedBytes()));
            leave(step, frame);
            return;
        }
        byte[] bytes = frame.bytes();
        int target = Frame.targetNode(bytes);
        if (target < 0 || !fabric.reaches(target)) {
            drop(droppedUnknownAddress);
            return;
        }
        forwarded.add(1);
        frame.lengthBytes(frameBytes);
        frame.wireBytes(Frame.wireBytes(frameBytes));
        frame.sourceNode(Frame.sourceNode(bytes));
        frame.targetNode(target);
        frame.port(Frame.targetPort(bytes));
        leave(step, frame);
    }

    private void leave(Step step, Message message) {
        held.decrementAndGet();
        message.keep();
        step.leave(exit, message);
    }

    private void recirculate(Step step, Message frame, int frameBytes, int passes) {
        if (passes >= parameters.limits.maxPasses()) {
            goesRoundForEver = true;
            drop(droppedTooManyPasses);
            return;
        }
        recirculated.add(1);
        int lengthBytes = frameBytes + pipeline.carriedBytes();
        Message longer = frame;
        if (frame.capacityBytes() < lengthBytes) {
            longer = step.take(lengthBytes);
            longer.copyOf(frame);
        } else {
            frame.keep();
        }
        longer.lengthBytes(lengthBytes);
        if (Envelope.isFrame(longer)) {
            longer.wireBytes(Frame.wireBytes(lengthBytes));
        } else if (passes == 1) {
            longer.wireBytes(longer.wireBytes() + pipeline.carriedBytes());
        }
        pipeline.putCarried(longer.bytes(), frameBytes);
        longer.register(PASSES, life << LIFE_SHIFT | passes);
        longer.register(FRAME_BYTES, frameBytes);
        step.leave(around, longer);
    }

    private void exit(Transit transit, Message message) {
        transit.forward(latency, message, next);
    }

    /** The pass's latency comes after the way round instead of before it, which is the same for all: an event less. */
    private void around(Transit transit, Message message) {
        transit.forward(recirculation, message, again);
    }

    private void again(Transit transit, Message message) {
        transit.deliver(stage, message);
    }
}
