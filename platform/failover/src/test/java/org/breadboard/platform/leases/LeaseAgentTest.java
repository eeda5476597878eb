// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.ObjLongConsumer;
import org.breadboard.platform.member.Configuration;
import org.breadboard.platform.member.EpochStore;
import org.junit.jupiter.api.Test;

/** Machines that agree, in a time of the test's own: agents, letters, a store, and whoever forms configurations. */
class LeaseAgentTest {
    private static final long LEASE_NS = 1_000_000;
    private static final long COPY_NS = 700_000;

    /** Some machines, and a clock. */
    private static final class World {
        private final Random random;
        private final int machines;
        private final List<Machine> up = new ArrayList<>();
        private final PriorityQueue<Due> due =
                new PriorityQueue<>(Comparator.comparingLong(Due::atNs).thenComparingLong(Due::number));
        private final BitSet cutOff = new BitSet();
        private long nowNs;
        private long numbers;
        private Formed formed;
        private final BitSet running = new BitSet();
        private final List<Configuration> history = new ArrayList<>();
        /** What the store has decided, by epoch less 1. */
        private final List<byte[]> decided = new ArrayList<>();

        private boolean storeThere = true;
        private final List<Runnable> waiting = new ArrayList<>();
        private long mostDelayNs = 5_000;

        private record Due(long atNs, long number, Runnable what) {}

        World(int machines, int replicas, long seed) {
            random = new Random(seed);
            this.machines = machines;
            Configuration first = Configuration.first(machines, replicas);
            formed = new Formed(first, first, true, 0, 0, copies());
            running.set(0, machines);
            for (int machine = 0; machine < machines; machine++) {
                up.add(new Machine(machine, false));
            }
        }

        private long[] copies() {
            long[] ns = new long[machines];
            java.util.Arrays.fill(ns, COPY_NS);
            return ns;
        }

        void at(long ns, Runnable what) {
            due.add(new Due(ns, numbers++, what));
        }

        void runUntil(long untilNs) {
            while (!due.isEmpty() && due.peek().atNs() <= untilNs) {
                Due next = due.remove();
                nowNs = next.atNs();
                next.what().run();
            }
            nowNs = untilNs;
        }

        void run(long ns) {
            runUntil(nowNs + ns);
        }

        void crash(int machine) {
            up.set(machine, null);
            cutOff.clear(machine);
            running.clear(machine);
        }

        void cut(int machine) {
            cutOff.set(machine);
        }

        void comeBack(int machine) {
            cutOff.clear(machine);
            running.clear(machine);
            up.set(machine, new Machine(machine, true));
        }

        void store(boolean there) {
            storeThere = there;
            if (there) {
                waiting.forEach(Runnable::run);
                waiting.clear();
            }
        }

        private void decide(int epoch, byte[] configuration, ObjLongConsumer<EpochStore.Decision> answer, Machine by) {
            if (!storeThere) {
                waiting.add(() -> decide(epoch, configuration, answer, by));
                return;
            }
            boolean accepted = decided.size() == epoch;
            if (accepted) {
                decided.add(configuration);
            }
            EpochStore.Decision decision = new EpochStore.Decision(accepted, decided.get(epoch));
            at(nowNs + 1 + random.nextInt(300_000), () -> {
                if (by.lives() && !cutOff.get(by.machine)) {
                    answer.accept(decision, nowNs);
                }
            });
        }

        private void form(int epoch, Decided next) {
            if (epoch != formed.epoch()) {
                return;
            }
            Configuration configuration = next.configuration();
            assertTrue(configuration.epoch() > epoch, "epochs grow");
            for (int machine = 0; machine < machines; machine++) {
                if (running.get(machine)) {
                    assertTrue(
                            nowNs > up.get(machine).agent.leaseUntilNs(),
                            "node " + machine + " runs yet, and its lease");
                }
            }
            BitSet stays = formed.known().memberSet();
            stays.and(configuration.memberSet());
            formed = new Formed(configuration, formed.known().without(stays), false, next.manager(), nowNs, null);
            history.add(configuration);
            running.clear();
            for (int machine = 0; machine < machines; machine++) {
                running.set(machine, up.get(machine) != null && configuration.isMember(machine));
            }
            at(nowNs + 1 + random.nextInt(500_000), () -> {
                boolean whole = configuration.memberSet().stream().allMatch(running::get);
                if (formed.configuration() == configuration && whole) {
                    formed = new Formed(configuration, configuration, true, next.manager(), formed.sinceNs(), copies());
                }
            });
        }

        private boolean isSettled() {
            return formed.recovered()
                    && formed.configuration().members() == machines
                    && running.cardinality() == machines;
        }

        private final class Machine implements Surroundings {
            private final int machine;
            private final LeaseAgent agent;
            private final long[] arrivesNs = new long[machines];
            private long stalledUntilNs;
            private long plannedNs = -1;

            Machine(int machine, boolean restarted) {
                this.machine = machine;
                agent = new LeaseAgent(machine, restarted ? formed.epoch() : -1, LEASE_NS, this, nowNs);
                turnAt(nowNs);
            }

            boolean lives() {
                return up.get(machine) == this;
            }

            private void turnAt(long ns) {
                if (plannedNs < 0 || ns < plannedNs) {
                    plannedNs = ns;
                    at(ns, () -> turn(ns));
                }
            }

            private void turn(long planned) {
                if (!lives() || planned != plannedNs) {
                    return;
                }
                plannedNs = -1;
                turnAt(nowNs < stalledUntilNs ? stalledUntilNs : Math.max(nowNs + 1, agent.turn(nowNs)));
            }

            @Override
            public Formed formed() {
                return formed;
            }

            @Override
            public void send(int to, Letter letter, int epoch, long number, long sinceNs) {
                if (cutOff.get(machine)) {
                    return;
                }
                arrivesNs[to] = Math.max(arrivesNs[to], nowNs + 1 + random.nextLong(mostDelayNs));
                at(arrivesNs[to], () -> {
                    Machine target = up.get(to);
                    if (target != null && !cutOff.get(to)) {
                        at(Math.max(nowNs, target.stalledUntilNs), () -> {
                            if (target.lives()) {
                                target.agent.receive(letter, machine, epoch, number, sinceNs, nowNs);
                                target.turnAt(nowNs);
                            }
                        });
                    }
                });
            }

            @Override
            public void propose(int epoch, byte[] configuration, ObjLongConsumer<EpochStore.Decision> answer) {
                if (!cutOff.get(machine)) {
                    at(nowNs + 1 + random.nextInt(300_000), () -> decide(epoch, configuration, answer, this));
                }
            }

            @Override
            public void stop(int epoch) {
                if (epoch == formed.epoch()) {
                    running.clear(machine);
                }
            }

            @Override
            public void form(int epoch, Decided next) {
                World.this.form(epoch, next);
            }
        }
    }

    @Test
    void shouldLeaveAMembershipAloneInWhichNothingHappens() {
        World world = new World(4, 3, 1);
        world.run(50 * LEASE_NS);
        assertEquals(List.of(), world.history);
    }

    @Test
    void shouldGoOnWithoutAMachineAndTakeItBack() {
        World world = new World(3, 3, 1);
        world.run(10 * LEASE_NS);
        world.crash(2);
        long atNs = world.nowNs;
        while (world.history.isEmpty()) {
            world.run(10_000);
        }
        assertTrue(world.nowNs - atNs <= 2 * LEASE_NS + LEASE_NS / 2, "after " + (world.nowNs - atNs));
        assertTrue(world.nowNs - atNs >= LEASE_NS, "after " + (world.nowNs - atNs));
        assertFalse(world.formed.configuration().isMember(2));
        world.run(20 * LEASE_NS);
        assertEquals(1, world.history.size());
        world.comeBack(2);
        world.run(20 * LEASE_NS);
        assertEquals(2, world.history.size());
        assertTrue(world.isSettled());
    }

    /** Nobody is kept from it by what others have heard before. */
    @Test
    void shouldTakeTheManagersPlaceSoon() {
        for (long seed = 0; seed < 100; seed++) {
            World world = new World(2 + (int) (seed % 6), 2, seed);
            world.run(10 * LEASE_NS + world.random.nextLong(LEASE_NS));
            world.crash(0);
            world.run(4 * LEASE_NS);
            assertFalse(world.formed.configuration().isMember(0), "seed " + seed);
        }
    }

    @Test
    void shouldTakeTheManagersPlace() {
        World world = new World(4, 3, 1);
        world.run(10 * LEASE_NS);
        world.crash(0);
        world.run(20 * LEASE_NS);
        assertEquals(2, world.history.size(), "without it, and then with copies of what it had");
        assertFalse(world.formed.configuration().isMember(0));
        assertEquals(1, world.formed.manager());
        world.crash(1);
        world.run(20 * LEASE_NS);
        assertEquals(2, world.formed.configuration().members());
        assertEquals(2, world.formed.manager());
    }

    /** Its lease is over before anybody goes on without it: the world asserts that. */
    @Test
    void shouldHaveAMachineStopThatNobodyHearsOf() {
        for (int machine = 0; machine < 3; machine++) {
            World world = new World(3, 3, machine);
            world.run(10 * LEASE_NS);
            world.cut(machine);
            world.run(20 * LEASE_NS);
            assertFalse(world.running.get(machine));
            assertFalse(world.formed.configuration().isMember(machine));
            world.comeBack(machine);
            world.run(20 * LEASE_NS);
            assertTrue(world.isSettled());
        }
    }

    @Test
    void shouldNoticeARestartBeforeTheLeaseIsOver() {
        for (int machine = 0; machine < 3; machine++) {
            World world = new World(3, 3, 1);
            world.run(10 * LEASE_NS);
            world.crash(machine);
            world.comeBack(machine);
            world.run(20 * LEASE_NS);
            assertTrue(world.isSettled() && !world.history.isEmpty());
        }
    }

    @Test
    void shouldComeBackWhenAllHadLostPower() {
        World world = new World(4, 3, 1);
        world.run(10 * LEASE_NS);
        for (int machine = 0; machine < 4; machine++) {
            world.crash(machine);
        }
        world.run(10 * LEASE_NS);
        world.comeBack(3);
        world.run(30 * LEASE_NS);
        assertEquals(List.of(), world.history, "a partition has no holder that is up");
        world.comeBack(2);
        world.comeBack(1);
        world.run(30 * LEASE_NS);
        assertEquals(3, world.formed.configuration().members());
        world.comeBack(0);
        world.run(30 * LEASE_NS);
        assertTrue(world.isSettled());
    }

    /** The running configuration goes on, and nothing is reconfigured before the store is back. */
    @Test
    void shouldWaitForTheStore() {
        World world = new World(4, 3, 1);
        world.run(10 * LEASE_NS);
        world.store(false);
        world.run(10 * LEASE_NS);
        assertEquals(4, world.running.cardinality(), "leases need no store");
        world.crash(1);
        world.run(30 * LEASE_NS);
        assertEquals(List.of(), world.history);
        assertEquals(3, world.running.cardinality());
        world.store(true);
        world.run(2 * LEASE_NS);
        assertFalse(world.history.isEmpty() || world.formed.configuration().isMember(1));
    }

    /** Whatever happens, nobody goes on while somebody else has not stopped; and when it is over, all are back. */
    @Test
    void shouldAgreeWhateverHappens() {
        for (long seed = 0; seed < 400; seed++) {
            Random draws = new Random(seed);
            int machines = 2 + draws.nextInt(4);
            World world = new World(machines, 1 + draws.nextInt(Math.min(3, machines)), seed);
            world.mostDelayNs = draws.nextBoolean() ? 5_000 : 90_000;
            try {
                for (int turn = 0; turn < 60; turn++) {
                    world.run(draws.nextLong(draws.nextBoolean() ? LEASE_NS / 5 : 4 * LEASE_NS));
                    strike(world, draws.nextInt(machines), draws);
                }
                for (int machine = 0; machine < machines; machine++) {
                    if (world.up.get(machine) == null || world.cutOff.get(machine)) {
                        world.comeBack(machine);
                    }
                }
                world.store(true);
                world.mostDelayNs = 5_000;
                world.run(100 * LEASE_NS);
                assertTrue(world.isSettled(), "not all are back: " + world.running + " of " + world.formed);
                int formed = world.history.size();
                world.run(30 * LEASE_NS);
                assertEquals(formed, world.history.size(), "and nothing happens any more");
            } catch (AssertionError failed) {
                throw new AssertionError("seed " + seed + ": " + failed.getMessage(), failed);
            }
        }
    }

    private static void strike(World world, int machine, Random draws) {
        boolean down = world.up.get(machine) == null;
        switch (draws.nextInt(5)) {
            case 0 -> {
                if (!down) {
                    world.crash(machine);
                }
            }
            case 1 -> {
                if (!down && !world.cutOff.get(machine)) {
                    world.cut(machine);
                }
            }
            case 2 -> {
                if (!down) {
                    world.up.get(machine).stalledUntilNs = world.nowNs + draws.nextLong(3 * LEASE_NS);
                }
            }
            case 3 -> world.store(draws.nextBoolean());
            default -> {
                if (down || world.cutOff.get(machine)) {
                    world.comeBack(machine);
                }
            }
        }
    }

    /** Whoever runs the manager may wait for a core between a look at the clock and one at its letters. */
    @Test
    void shouldCountALeaseFromWhenItWasAskedForThoughTheClockWasReadBefore() {
        Configuration first = Configuration.first(3, 2);
        Formed formed = new Formed(first, first, true, 0, 0, new long[3]);
        List<Integer> proposals = new ArrayList<>();
        LeaseAgent manager = new LeaseAgent(
                0,
                -1,
                LEASE_NS,
                new Surroundings() {
                    @Override
                    public Formed formed() {
                        return formed;
                    }

                    @Override
                    public void send(int to, Letter letter, int epoch, long number, long sinceNs) {
                        assertTrue(letter == Letter.GRANT);
                    }

                    @Override
                    public void propose(int epoch, byte[] next, ObjLongConsumer<EpochStore.Decision> answer) {
                        proposals.add(epoch);
                    }

                    @Override
                    public void stop(int epoch) {
                        throw new AssertionError("nothing is decided");
                    }

                    @Override
                    public void form(int epoch, Decided next) {
                        throw new AssertionError("nothing is decided");
                    }
                },
                0);
        manager.turn(0);
        long readNs = LEASE_NS / 10;
        long askedNs = readNs + 29 * LEASE_NS / 100;
        manager.receive(Letter.RENEW, 1, formed.epoch(), askedNs, 0, readNs);
        manager.turn(readNs);
        for (long nowNs = askedNs; nowNs <= askedNs + LEASE_NS; nowNs += LEASE_NS / 20) {
            manager.receive(Letter.RENEW, 2, formed.epoch(), nowNs, 0, nowNs);
            manager.turn(nowNs);
        }
        assertEquals(List.of(), proposals, "the lease of node 1 lasts");
        long laterNs = askedNs + 13 * LEASE_NS / 10;
        manager.receive(Letter.RENEW, 2, formed.epoch(), laterNs - LEASE_NS / 10, 0, laterNs - LEASE_NS / 10);
        manager.turn(laterNs - LEASE_NS / 10);
        manager.turn(laterNs);
        assertEquals(1, proposals.size(), "it is over");
    }

    @Test
    void shouldWriteDownWhatIsDecided() {
        Configuration first = Configuration.first(4, 2);
        BitSet up = new BitSet();
        up.set(1, 4);
        Decided decided = new Decided(first.without(up).in(7), 2);
        Decided read = Decided.of(decided.bytes());
        assertEquals(2, read.manager());
        assertEquals(7, read.configuration().epoch());
        assertTrue(read.configuration().isLike(decided.configuration()));
        assertEquals(2, read.configuration().replicas());
        assertEquals(
                "epoch=7 manager=2 replicas=2 members=1,2,3 holders=1;1,2;2,3;3",
                new String(decided.bytes(), java.nio.charset.StandardCharsets.UTF_8));
    }
}
