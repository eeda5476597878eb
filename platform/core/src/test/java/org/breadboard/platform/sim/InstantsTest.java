// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Resource;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.memory.NodeMemory;
import org.breadboard.platform.memory.StoreJournal;
import org.breadboard.platform.nemesis.FaultAt;
import org.breadboard.platform.nemesis.FaultAt.Moment;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Instants;
import org.breadboard.platform.runtime.Engine;
import org.junit.jupiter.api.Test;

/** Machine 0 sends machine 1 three messages, each of which that stores, in a device and in a step of its thread. */
class InstantsTest {
    private static final long END_NS = 100_000;
    private static final int MESSAGES = 3;
    private static final Layout LAYOUT = new Layout("test", 1);

    private final List<String> happened = new ArrayList<>();
    private Instants instants;
    private Region memory;
    private Stage receiver;

    private void run(String at, long untilNs) {
        happened.clear();
        FaultAt fault = FaultAt.parse(at);
        StoreJournal journal = fault.moment() == Moment.ARRIVAL ? null : new StoreJournal();
        instants = new Instants(fault, 2, untilNs, journal);
        memory = new NodeMemory(1).noting(journal).region("r", 4096, Lifetime.SURVIVES_CRASH, LAYOUT);
        try (SimEngine engine = new SimEngine(1, false)) {
            engine.strike(instants);
            instants.struckBy((struck, place, nowNs) -> {
                happened.add("struck " + place);
                boolean all = struck.kind() == Faults.Kind.POWER_LOSS;
                for (int machine = 0; machine < 2; machine++) {
                    if (all || machine == place) {
                        engine.crash(machine);
                    }
                }
            });
            Resource[] up = new Resource[2];
            for (int node = 0; node < 2; node++) {
                up[node] = engine.resource(node, "link.up", message -> 10, 500);
                engine.join(node, up[node], engine.resource(node, "link.down", message -> 10, 0), -1);
            }
            receiver = engine.stage(1, 0, StageSpec.named("receiver"), (step, message) -> {
                happened.add("receives " + message.kind());
                memory.putLong(8L * message.kind(), 1);
                memory.putLong(8L * message.kind() + 1024, 1);
                step.busy(50);
            });
            Hop device = (transit, message) -> {
                happened.add("device " + message.kind());
                memory.putLong(8L * message.kind() + 2048, 1);
                transit.deliver(receiver, message);
            };
            engine.stage(0, 0, StageSpec.named("sender"), (step, message) -> {}).add(new Sender(up[0], device));
            engine.start();
            assertEquals(Engine.Progress.IDLE, engine.runUntil(END_NS, () -> false), () -> "" + engine.failure());
        }
    }

    private static final class Sender extends Task {
        private final Resource link;
        private final Hop device;
        private int sent;

        Sender(Resource link, Hop device) {
            this.link = link;
            this.device = device;
        }

        @Override
        protected Next step(Step step) {
            Message message = step.take(8);
            message.kind(++sent);
            message.targetNode(1);
            step.leave((transit, leaving) -> transit.forward(link, leaving, device), message);
            step.busy(100);
            return sent == MESSAGES ? Next.DONE : Next.AGAIN;
        }
    }

    private long stored(int from) {
        return memory.getLong(from + 8) + memory.getLong(from + 16) + memory.getLong(from + 24);
    }

    @Test
    void shouldDropWhatArrivesAtAMachineThatCrashes() {
        run("crash@arrival:0", END_NS);
        int all = instants.count();
        assertEquals(MESSAGES, all);
        assertEquals(MESSAGES, stored(0));
        for (int number = 1; number <= all; number++) {
            assertEquals(1, instants.place(number) == 1 ? 1 : 0, "place of " + number);
        }
        for (int number = 1; number <= all; number++) {
            run("crash@arrival:" + number, END_NS);
            assertEquals(number - 1, stored(2048), "of the device, before " + number);
            assertTrue(happened.contains("struck 1"), happened::toString);
        }
    }

    @Test
    void shouldStrikeBeforeAndAfterWhatAStepSends() {
        run("power-loss@step:0", END_NS);
        int all = instants.count();
        List<Integer> devices = new ArrayList<>();
        for (int number = 1; number <= all; number++) {
            run("crash@step:" + number, END_NS);
            devices.add((int)
                    happened.stream().filter(each -> each.startsWith("device")).count());
        }
        // Of the sender's three steps: before each has sent, and after, but for the last one, behind which nothing is.
        assertTrue(devices.containsAll(List.of(0, 1, 2, 3)), devices::toString);
        assertEquals(0, devices.get(0));
        assertEquals(1, devices.get(1));
    }

    @Test
    void shouldLoseTheLastStoresOfAStep() {
        run("power-loss@store:0", END_NS);
        int two = 0;
        for (int number = 1; number <= instants.count(); number++) {
            two = instants.stores(number) == 2 && two == 0 ? number : two;
        }
        run("power-loss@store:" + two, END_NS);
        assertEquals(List.of(1L, 1L), List.of(stored(0), stored(1024)));
        run("power-loss@store:" + two + "-1", END_NS);
        assertEquals(List.of(1L, 0L), List.of(stored(0), stored(1024)));
        run("power-loss@store:" + two + "-2", END_NS);
        assertEquals(List.of(0L, 0L), List.of(stored(0), stored(1024)));
    }

    @Test
    void shouldLetNothingLeaveADeviceThatIsCutShort() {
        run("power-loss@store:0", END_NS);
        int device = 0;
        for (int number = 1; number <= instants.count() && device == 0; number++) {
            device = instants.stores(number) == 1 ? number : 0;
        }
        run("power-loss@store:" + device + "-1", END_NS);
        assertEquals(0, stored(2048));
        assertTrue(happened.stream().noneMatch(each -> each.startsWith("receives")), happened::toString);
    }

    @Test
    void shouldCountNoneAfterTheEnd() {
        run("crash@arrival:0", 620);
        assertEquals(1, instants.count());
    }

    @Test
    void shouldComeToTheSameInstantsWhateverStrikes() {
        run("crash@arrival:0", END_NS);
        List<String> whole = List.copyOf(happened);
        run("crash@arrival:3", END_NS);
        int struck = happened.indexOf("struck 1");
        assertEquals(whole.subList(0, struck), happened.subList(0, struck));
    }
}
