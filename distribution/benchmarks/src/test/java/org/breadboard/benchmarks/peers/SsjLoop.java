// SPDX-License-Identifier: Apache-2.0
package org.breadboard.benchmarks.peers;

import java.util.Arrays;
import org.breadboard.api.runtime.RandomStream;
import org.breadboard.platform.runtime.SeededStream;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.EventList;

/**
 * SSJ, with servers of our own, which know when they are free, as Breadboard's resources do. A packet is an event that
 * is scheduled again for each service.
 */
final class SsjLoop implements Loop {
    private final Simulator simulator;
    private final Machine[] machines = new Machine[Shape.MACHINES];
    private final RandomStream random = new SeededStream(1, 0);
    private long events;
    private long packets;

    /** One with so many packets under way for each thread, in which this list keeps the order of events. */
    SsjLoop(EventList order, int contexts) {
        simulator = new Simulator(order);
        simulator.init();
        Arrays.setAll(machines, machine -> new Machine());
        for (int machine = 0; machine < Shape.MACHINES; machine++) {
            for (int packet = 0; packet < Shape.THREADS * contexts; packet++) {
                new Packet(machine, packet % Shape.THREADS).begin();
            }
        }
    }

    @Override
    public void runUntil(long virtualNs) {
        Event end = new Event(simulator) {
            @Override
            public void actions() {
                simulator().stop();
            }
        };
        end.schedule(virtualNs - simulator.time());
        simulator.start();
    }

    @Override
    public long events() {
        return events;
    }

    @Override
    public long packets() {
        return packets;
    }

    /** First come, first served. */
    private static final class Server {
        private double freeAtNs;

        /** How long it takes from now until a job that comes now is done. */
        double serve(double nowNs, double serviceNs) {
            freeAtNs = Math.max(nowNs, freeAtNs) + serviceNs;
            return freeAtNs - nowNs;
        }
    }

    private static final class Machine {
        private final Server nicOut = new Server();
        private final Server linkUp = new Server();
        private final Server linkDown = new Server();
        private final Server nicIn = new Server();
        private final Server[] threads = new Server[Shape.THREADS];

        Machine() {
            Arrays.setAll(threads, thread -> new Server());
        }
    }

    /** What has served a packet when its event happens. */
    private enum Served {
        BY_HOST,
        BY_NIC_OUT,
        BY_LINK_UP,
        BY_LINK_DOWN,
        BY_NIC_IN
    }

    private final class Packet extends Event {
        private final int homeMachine;
        private final int homeThread;
        private final int wireBytes = Shape.WIRE_BYTES;
        private int source;
        private int machine;
        private int thread;
        private boolean request;
        private Served served = Served.BY_NIC_IN;

        Packet(int machine, int thread) {
            super(simulator);
            this.machine = machine;
            this.thread = thread;
            homeMachine = machine;
            homeThread = thread;
        }

        void begin() {
            schedule(0);
        }

        @Override
        public void actions() {
            events++;
            double nowNs = simulator.time();
            switch (served) {
                case BY_HOST -> {
                    packets++;
                    route();
                    go(Served.BY_NIC_OUT, machines[source].nicOut.serve(nowNs, Shape.nicNs(wireBytes)));
                }
                case BY_NIC_OUT ->
                    go(
                            Served.BY_LINK_UP,
                            machines[source].linkUp.serve(nowNs, Shape.linkNs(wireBytes)) + Shape.ONE_WAY_NS / 2);
                case BY_LINK_UP ->
                    go(
                            Served.BY_LINK_DOWN,
                            machines[machine].linkDown.serve(nowNs, Shape.linkNs(wireBytes)) + Shape.ONE_WAY_NS / 2);
                case BY_LINK_DOWN -> go(Served.BY_NIC_IN, machines[machine].nicIn.serve(nowNs, Shape.nicNs(wireBytes)));
                case BY_NIC_IN -> go(Served.BY_HOST, machines[machine].threads[thread].serve(nowNs, Shape.HOST_NS));
            }
        }

        private void go(Served next, double delayNs) {
            served = next;
            schedule(delayNs);
        }

        private void route() {
            source = machine;
            request = !request;
            if (request) {
                int other = random.nextInt(Shape.MACHINES - 1);
                machine = other < homeMachine ? other : other + 1;
                thread = random.nextInt(Shape.THREADS);
            } else {
                machine = homeMachine;
                thread = homeThread;
            }
        }
    }
}
