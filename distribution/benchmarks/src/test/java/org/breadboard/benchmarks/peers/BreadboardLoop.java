// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.cluster.Tally;
import org.breadboard.platform.fabric.SwitchFabric;
import org.breadboard.platform.mix.Mix;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;
import org.breadboard.platform.runtime.Engine;
import org.breadboard.platform.sim.SimEngine;

/** Breadboard's simulator as runs use it: its engine, stages, resources and network, without a protocol. */
final class BreadboardLoop implements Loop {
    private static final int REQUEST = 0;
    private static final int ANSWER = 1;

    private final SimEngine engine = new SimEngine(1, false);
    private final List<Host> hosts = new ArrayList<>();

    /** One with so many packets under way for each thread. */
    BreadboardLoop(int contexts) {
        Nemesis nobody = new Nemesis(Faults.NONE, 1, Shape.MACHINES, Shape.MACHINES, name -> new Tally());
        SwitchFabric fabric = new SwitchFabric(engine, Shape.MACHINES, Mix.Network.PLAIN, nobody);
        for (int machine = 0; machine < Shape.MACHINES; machine++) {
            attach(machine, contexts, fabric);
        }
        fabric.seal();
        engine.start();
    }

    private void attach(int machine, int contexts, SwitchFabric fabric) {
        Stage[] stages = new Stage[Shape.THREADS];
        Resource out = engine.resource(machine, "nic.out", packet -> Shape.nicNs(packet.wireBytes()), 0);
        Resource in = engine.resource(machine, "nic.in", packet -> Shape.nicNs(packet.wireBytes()), 0);
        Hop deliver = (transit, packet) -> transit.deliver(stages[packet.port()], packet);
        Hop link = fabric.attach(
                        machine,
                        Shape.LINK_GBPS,
                        Shape.ONE_WAY_NS,
                        (transit, packet) -> transit.forward(in, packet, deliver))
                .egress();
        Hop send = (transit, packet) -> transit.forward(out, packet, link);
        for (int thread = 0; thread < stages.length; thread++) {
            Host host = new Host(machine, thread, send);
            stages[thread] = engine.stage(machine, 0, StageSpec.named("host" + thread), host);
            stages[thread].reserve(Shape.MACHINES * Shape.THREADS * contexts);
            stages[thread].add(host.new Beginning(contexts));
            hosts.add(host);
        }
    }

    @Override
    public void runUntil(long virtualNs) {
        Engine.Progress progress = engine.runUntil(virtualNs, () -> false);
        if (progress != Engine.Progress.REACHED) {
            throw new IllegalStateException("the loop ended: " + progress + ", " + engine.failure());
        }
    }

    @Override
    public long events() {
        return engine.events();
    }

    @Override
    public long packets() {
        return hosts.stream().mapToLong(host -> host.served).sum();
    }

    @Override
    public void close() {
        engine.close();
    }

    /** A thread. Registers of a packet are its home: machine and thread. */
    private static final class Host implements StageProgram {
        private final int machine;
        private final int thread;
        private final Hop send;
        private long served;

        Host(int machine, int thread, Hop send) {
            this.machine = machine;
            this.thread = thread;
            this.send = send;
        }

        @Override
        public void receive(Step step, Message packet) {
            packet.keep();
            serve(step, packet);
        }

        private void serve(Step step, Message packet) {
            step.busy(Shape.HOST_NS);
            served++;
            if (packet.kind() == REQUEST) {
                packet.kind(ANSWER);
                packet.targetNode((int) packet.register(0));
                packet.port((int) packet.register(1));
            } else {
                RandomStream random = step.random();
                int other = random.nextInt(Shape.MACHINES - 1);
                packet.kind(REQUEST);
                packet.targetNode(other < machine ? other : other + 1);
                packet.port(random.nextInt(Shape.THREADS));
            }
            step.leave(send, packet);
        }

        /** Takes the packets that belong here. */
        private final class Beginning extends Task {
            private int left;

            Beginning(int contexts) {
                left = contexts;
            }

            @Override
            protected Next step(Step step) {
                Message packet = step.take(Shape.WIRE_BYTES);
                packet.wireBytes(Shape.WIRE_BYTES);
                packet.kind(ANSWER);
                packet.register(0, machine);
                packet.register(1, thread);
                serve(step, packet);
                return --left > 0 ? Next.AGAIN : Next.DONE;
            }
        }
    }
}
