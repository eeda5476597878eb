// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.breadboard.api.hardware.Interposer;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;

/**
 * The smallest programmable pipeline: a stage in the way of packets, so that its registers have one owner and a pass is
 * atomic in every runtime. A packet that recirculates goes to the end of the ring. What finds the packet buffer full is
 * dropped, as in a switch.
 */
final class ProbePipeline implements StageProgram, Interposer {
    /** What happens to a packet after a pass. */
    enum Pass {
        FORWARD,
        RECIRCULATE,
        TURN_ROUND,
        DROP
    }

    /** One pass of a packet, counted from 0. */
    interface Program {
        Pass pass(Message packet, int pass);
    }

    private static final double PASS_NS = 1;

    private final Stage stage;
    private final int buffered;
    private final AtomicInteger held = new AtomicInteger();
    private final Counter dropped;
    private final Hop enter;
    private final Hop again;
    private Hop next;
    private Program program;

    ProbePipeline(Engine engine, int node, int buffered, Counter dropped) {
        this.buffered = buffered;
        this.dropped = dropped;
        stage = engine.stage(node, 0, StageSpec.named("pipeline"), this);
        stage.reserve(buffered);
        again = (transit, message) -> transit.deliver(stage, message);
        enter = (transit, message) -> {
            if (held.incrementAndGet() > buffered) {
                held.decrementAndGet();
                transit.drop(message, dropped);
            } else {
                // Which pass is next.
                message.register(3, 0);
                transit.deliver(stage, message);
            }
        };
    }

    int buffered() {
        return buffered;
    }

    int held() {
        return held.get();
    }

    @Override
    public Hop before(Hop following) {
        next = following;
        return enter;
    }

    void load(Program loaded) {
        program = loaded;
    }

    @Override
    public void receive(Step step, Message message) {
        step.busy(PASS_NS);
        int pass = (int) message.register(3);
        Pass outcome = program.pass(message, pass);
        if (outcome == Pass.RECIRCULATE) {
            message.register(3, pass + 1L);
            message.keep();
            step.leave(again, message);
            return;
        }
        held.decrementAndGet();
        if (outcome == Pass.DROP) {
            dropped.add(1);
            return;
        }
        if (outcome == Pass.TURN_ROUND) {
            int source = message.sourceNode();
            message.sourceNode(message.targetNode());
            message.targetNode(source);
        }
        message.keep();
        step.leave(next, message);
    }
}
