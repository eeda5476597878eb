// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.breadboard.api.hardware.NicCompute;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.memory.Layout;
import org.breadboard.api.memory.Lifetime;
import org.breadboard.api.memory.Region;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.runtime.Hop;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.platform.memory.PagedRegion;
import org.junit.jupiter.api.Test;

/**
 * What the api must be able to carry besides FaSST, as three small devices: a SmartNIC core that awaits DMA in vectors
 * (Xenic), a tracked access that is denied and squashed (HADES), and a packet that recirculates through a pipeline
 * (NOCC).
 */
class ApiProbesTest extends EngineFixture {
    private static final Layout WORDS = new Layout("probe.words", 1);

    private static Region region(int words) {
        return new PagedRegion("probe", words * 8L, Lifetime.PROCESS, WORDS);
    }

    // A NIC core whose task awaits DMA completions in a vector.

    /** Reads a vector of words, adds them up, writes the sum, and begins again. It gives up every so many vectors. */
    private static final class Gatherer extends Task {
        private static final int ELEMENTS = 8;

        private final NicCompute.Dma dma;
        private final Region host;
        private final int lane;
        private final int rounds;
        private final int giveUpEvery;
        private final AtomicInteger finished;
        private int round;
        private int tries;
        private int wanted = ELEMENTS;
        private int posted;
        private int completed;
        private boolean submitted;
        private long sum;
        long checksum;
        int givenUp;
        int full;

        Gatherer(NicCompute.Dma dma, Region host, int lane, int rounds, int giveUpEvery, AtomicInteger finished) {
            this.dma = dma;
            this.host = host;
            this.lane = lane;
            this.rounds = rounds;
            this.giveUpEvery = giveUpEvery;
            this.finished = finished;
        }

        private boolean writes() {
            return wanted == 1;
        }

        @Override
        protected Next step(Step step) {
            if (completed == wanted && !advance()) {
                finished.incrementAndGet();
                return Next.DONE;
            }
            while (posted < wanted) {
                if (!post(step)) {
                    // Other tasks' elements fill the vector: off with it, and on with the rest later.
                    submit(step);
                    return Next.AGAIN;
                }
                posted++;
            }
            if (!submitted) {
                submitted = submit(step);
                return submitted && !givesUp() ? Next.AWAIT : Next.AGAIN;
            }
            return Next.AWAIT;
        }

        private boolean submit(Step step) {
            boolean taken = dma.submit(step);
            if (!taken) {
                full++;
                step.busy(20);
            }
            return taken;
        }

        /** What is under way when it gives up must never be added to a later sum. */
        private boolean givesUp() {
            if (writes() || ++tries % giveUpEvery != 0) {
                return false;
            }
            givenUp += wanted - completed;
            restart();
            begin(ELEMENTS);
            return true;
        }

        private boolean post(Step step) {
            Message message = step.take(64);
            boolean taken;
            if (writes()) {
                message.lengthBytes(8);
                message.putLong(0, sum);
                taken = dma.write(step, this, host, lane * 8L, message);
            } else {
                taken = dma.read(step, this, host, address(lane, round, posted), message, 8);
            }
            if (!taken) {
                step.release(message);
            }
            return taken;
        }

        static long address(int lane, int round, int element) {
            return (1024L + (lane * 31 + round * 7 + element) % 512) * 8;
        }

        private boolean advance() {
            if (!writes()) {
                begin(1);
                return true;
            }
            checksum += sum;
            round++;
            begin(ELEMENTS);
            return round < rounds;
        }

        private void begin(int elements) {
            wanted = elements;
            posted = 0;
            completed = 0;
            submitted = false;
            if (!writes()) {
                sum = 0;
            }
        }

        @Override
        protected boolean completed(Step step, Message message) {
            if (!writes()) {
                sum += message.getLong(0);
            }
            return ++completed == wanted;
        }
    }

    @Test
    void shouldLetANicCoreAwaitDmaInVectors() {
        int lanes = 12;
        int rounds = 200;
        Region host = region(2048);
        for (int i = 0; i < 512; i++) {
            host.putLong((1024 + i) * 8L, (long) i * i);
        }
        ProbeNic nic = new ProbeNic(engine, 0, 3);
        AtomicInteger finished = new AtomicInteger();
        List<Gatherer> gatherers = new ArrayList<>();
        for (int c = 0; c < nic.cores(); c++) {
            Stage core = nic.core(c, (step, message) -> {});
            NicCompute.Dma dma = nic.dma(core);
            for (int lane = 0; lane < lanes; lane++) {
                Gatherer gatherer = new Gatherer(dma, host, c * lanes + lane, rounds, 5, finished);
                gatherers.add(gatherer);
                core.add(gatherer);
            }
        }
        engine.start();
        runUntilDone(() -> finished.get() == gatherers.size());
        runOn(1_000_000);
        long stale = 0;
        long full = 0;
        for (Gatherer g : gatherers) {
            long expected = 0;
            long last = 0;
            for (int round = 0; round < rounds; round++) {
                last = 0;
                for (int i = 0; i < Gatherer.ELEMENTS; i++) {
                    last += host.getLong(Gatherer.address(g.lane, round, i));
                }
                expected += last;
            }
            assertEquals(expected, g.checksum, "lane " + g.lane);
            assertEquals(last, host.getLong(g.lane * 8L), "what lane " + g.lane + " wrote last");
            stale += g.givenUp;
            full += g.full;
        }
        assertTrue(full > 0, "the engine's queues were never full");
        assertEquals(stale, staleArrivals(engine));
        assertEquals(0, messagesOut(engine));
    }

    // A tracked load that is denied, retried, and squashed while its task awaits.

    /** Loads a counter, thinks for a while, stores it plus one, commits; counts what happens to it on the way. */
    private static final class Incrementer extends Task {
        private final ProbeDirectory memory;
        private final double thinkNs;
        private double nextThinkNs;
        private final AtomicInteger left;
        private final AtomicInteger finished;
        private final byte[] word = new byte[8];
        private boolean begun;
        private boolean thinking;
        int denied;
        int squashed;
        int commits;

        Incrementer(ProbeDirectory memory, double firstThinkNs, double thinkNs, int commits, AtomicInteger finished) {
            this.memory = memory;
            this.nextThinkNs = firstThinkNs;
            this.thinkNs = thinkNs;
            this.left = new AtomicInteger(commits);
            this.finished = finished;
        }

        @Override
        protected Next step(Step step) {
            if (!begun) {
                begun = memory.begin(step, this);
            }
            if (!thinking) {
                ProbeDirectory.Access access = memory.load(step, this, 0, word, 0, 8);
                if (access == ProbeDirectory.Access.DENIED) {
                    denied++;
                    return Next.AGAIN;
                }
                if (access == ProbeDirectory.Access.SQUASHED) {
                    // The squash is on its way.
                    return Next.AWAIT;
                }
                thinking = true;
                step.timer(this, nextThinkNs * (0.5 + step.random().nextDouble()));
                nextThinkNs = thinkNs;
                return Next.AWAIT;
            }
            Bytes.putLong(word, 0, Bytes.getLong(word, 0) + 1);
            ProbeDirectory.Access access = memory.store(step, this, 0, word, 0, 8);
            if (access == ProbeDirectory.Access.DONE) {
                access = memory.commit(step, this);
            }
            if (access == ProbeDirectory.Access.DENIED) {
                denied++;
                Bytes.putLong(word, 0, Bytes.getLong(word, 0) - 1);
                return Next.AGAIN;
            }
            if (access == ProbeDirectory.Access.SQUASHED) {
                return Next.AWAIT;
            }
            commits++;
            begin();
            restart();
            if (left.decrementAndGet() == 0) {
                finished.incrementAndGet();
                return Next.DONE;
            }
            return Next.AGAIN;
        }

        private void begin() {
            begun = false;
            thinking = false;
        }

        @Override
        protected boolean squashed(Step step) {
            squashed++;
            memory.abort(step, this);
            begin();
            return super.squashed(step);
        }
    }

    @Test
    void shouldDenyRetryAndSquashATrackedLoadWhileItsTaskAwaits() {
        Region host = region(8);
        ProbeDirectory directory = new ProbeDirectory(host);
        Stage stage = engine.stage(0, 0, new StageSpec("core", 1, ProbeDirectory.AFFINITY), (step, message) -> {});
        AtomicInteger finished = new AtomicInteger();
        Incrementer victim = new Incrementer(directory, 200_000_000, 1_000, 1, finished);
        int[] steps = new int[1];
        Task attacker = new Task() {
            private final byte[] word = new byte[8];

            @Override
            protected Next step(Step step) {
                step.busy(10);
                steps[0]++;
                if (steps[0] == 1) {
                    directory.lock(this, 0);
                }
                if (steps[0] < 5) {
                    return Next.AGAIN;
                }
                if (steps[0] == 5) {
                    directory.unlock();
                    // The victim's load is done, and it thinks, when this runs again.
                    step.timer(this, 1_000_000);
                    return Next.AWAIT;
                }
                assertTrue(directory.begin(step, this));
                Bytes.putLong(word, 0, 100);
                assertEquals(ProbeDirectory.Access.DONE, directory.store(step, this, 0, word, 0, 8));
                assertEquals(ProbeDirectory.Access.DONE, directory.commit(step, this));
                finished.incrementAndGet();
                return Next.DONE;
            }
        };
        stage.add(attacker);
        stage.add(victim);
        engine.start();
        runUntilDone(() -> finished.get() == 2);
        runOn(320_000_000);
        assertTrue(victim.denied >= 3, "denied " + victim.denied);
        assertEquals(1, victim.squashed);
        assertEquals(1, victim.commits);
        assertEquals(101, host.getLong(0));
        // The timer of the squashed attempt, and nothing else.
        assertEquals(1, staleArrivals(engine));
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldCountEveryCommitOnceUnderContentionOfTrackedTasks() {
        Region host = region(8);
        ProbeDirectory directory = new ProbeDirectory(host);
        AtomicInteger finished = new AtomicInteger();
        List<Incrementer> tasks = new ArrayList<>();
        for (int s = 0; s < 3; s++) {
            Stage stage =
                    engine.stage(0, 0, new StageSpec("core" + s, 1, ProbeDirectory.AFFINITY), (step, message) -> {});
            for (int i = 0; i < 4; i++) {
                Incrementer task = new Incrementer(directory, 2_000, 2_000, 200, finished);
                tasks.add(task);
                stage.add(task);
            }
        }
        // Traffic on the other threads meanwhile.
        Stage elsewhere = stage(1, "elsewhere");
        elsewhere.add(task(step -> {
            step.busy(100);
            return finished.get() == tasks.size() ? Task.Next.DONE : Task.Next.AGAIN;
        }));
        engine.start();
        runUntilDone(() -> finished.get() == tasks.size());
        assertEquals(tasks.size() * 200L, host.getLong(0));
        assertTrue(tasks.stream().mapToInt(t -> t.squashed).sum() > 0, "nobody was squashed");
    }

    // A packet that recirculates through a pipeline while others interleave.

    @Test
    void shouldLetOthersPassWhileAPacketRecirculates() {
        List<String> passes = new ArrayList<>();
        AtomicInteger arrived = new AtomicInteger();
        ProbePipeline pipeline = new ProbePipeline(engine, 2, 16, new Count());
        Stage to = stage(1, "to", (step, message) -> arrived.incrementAndGet());
        to.reserve(16);
        Hop way = pipeline.before(deliverTo(to));
        pipeline.load((packet, pass) -> {
            passes.add(packet.register(0) + "." + pass);
            return pass < packet.kind() ? ProbePipeline.Pass.RECIRCULATE : ProbePipeline.Pass.FORWARD;
        });
        Stage from = stage(0, "from");
        from.add(task(step -> {
            for (int i = 0; i < 3; i++) {
                Message packet = step.take(64);
                packet.register(0, i);
                packet.kind(i == 0 ? 3 : i == 1 ? 0 : 1);
                step.leave(way, packet);
            }
            return Task.Next.DONE;
        }));
        engine.start();
        runUntilDone(() -> arrived.get() == 3);
        assertEquals(
                List.of("0.0", "0.1", "0.2", "0.3"),
                passes.stream().filter(p -> p.startsWith("0")).toList());
        // The long one is neither first through nor done before the others.
        assertTrue(passes.indexOf("1.0") < passes.indexOf("0.3"), passes::toString);
        assertTrue(passes.indexOf("2.1") < passes.indexOf("0.3"), passes::toString);
        assertEquals(0, messagesOut(engine));
    }

    @Test
    void shouldKeepPassesAtomicWhileManySendersShareARegister() {
        int senders = 6;
        int packets = 3_000;
        int window = 8;
        long[] registers = new long[2];
        Count dropped = new Count();
        ProbePipeline pipeline = new ProbePipeline(engine, senders, senders * window, dropped);
        pipeline.load((packet, pass) -> {
            // Not atomic words: the pipeline's stage is their only owner.
            registers[pass & 1]++;
            return pass < 2 ? ProbePipeline.Pass.RECIRCULATE : ProbePipeline.Pass.TURN_ROUND;
        });
        Stage[] stages = new Stage[senders];
        AtomicLong back = new AtomicLong();
        Hop way = pipeline.before((transit, message) -> transit.deliver(stages[message.targetNode()], message));
        for (int i = 0; i < senders; i++) {
            stages[i] = stage(i, "sender", new WindowSender(way, packets, window, back));
            stages[i].reserve(window);
            stages[i].add(task(step -> Task.Next.DONE));
        }
        engine.start();
        runUntilDone(() -> back.get() == (long) senders * packets);
        assertEquals(2L * senders * packets, registers[0]);
        assertEquals((long) senders * packets, registers[1]);
        assertEquals(0, dropped.value());
        assertEquals(0, pipeline.held());
        assertEquals(0, messagesOut(engine));
    }

    private static final class WindowSender implements StageProgram {
        private final Hop way;
        private final int packets;
        private final int window;
        private final AtomicLong back;
        private int sent;
        private int outstanding;

        WindowSender(Hop way, int packets, int window, AtomicLong back) {
            this.way = way;
            this.packets = packets;
            this.window = window;
            this.back = back;
        }

        @Override
        public void receive(Step step, Message message) {
            outstanding--;
            back.incrementAndGet();
        }

        @Override
        public Transmit transmit(Step step) {
            if (sent == packets) {
                return Transmit.IDLE;
            }
            if (outstanding == window) {
                return Transmit.FULL;
            }
            sent++;
            outstanding++;
            Message message = step.take(64);
            message.targetNode(99);
            step.leave(way, message);
            return Transmit.SENT;
        }
    }

    /** A counter for hops of several threads. */
    private static final class Count implements Counter {
        private final AtomicLong value = new AtomicLong();

        @Override
        public void add(long n) {
            value.addAndGet(n);
        }

        @Override
        public long value() {
            return value.get();
        }
    }
}
