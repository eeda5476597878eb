// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hw.htmbloom.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.breadboard.api.hardware.ConflictTracking;
import org.breadboard.api.hardware.ConflictTracking.Access;
import org.breadboard.api.hardware.ConflictTracking.Tracker;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.Stage;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.testkit.DeviceBench;
import org.junit.jupiter.api.Test;

/**
 * Transactions of random reads and writes of a few lines, on random hardware. When one finishes, everything that it has
 * read must be what was committed last: that is one serial order, and so what HADES promises. Its writes carry numbers
 * that nobody else writes.
 */
class RandomHistoriesTest {
    private static final int HISTORIES = Integer.getInteger("breadboard.histories", 60);
    private static final int LINES = 4;
    private static final int TRANSACTIONS = 12;
    private static final int MOST_STEPS = 100_000;

    private final Map<Long, Long> committed = new HashMap<>();
    private long lastValue;
    private int finished;
    private List<Actor> all = List.of();

    @Test
    void shouldCommitOnlyWhoHasReadWhatWasCommittedLast() {
        commitOnlyWhoHasReadWhatWasCommittedLast(DeviceBench.Faults.NONE);
    }

    /** Its messages are RDMA operations over reliable connections (HADES VII). */
    @Test
    void shouldDoSoWhateverTheNetworkDoes() {
        commitOnlyWhoHasReadWhatWasCommittedLast(new DeviceBench.Faults(0.03, 0.05, 0.05)
                .with("loss,duplication,reordering,partition,partition-one-way", 100_000, 10_000));
    }

    private void commitOnlyWhoHasReadWhatWasCommittedLast(DeviceBench.Faults faults) {
        int lockedFirst = 0;
        int squashes = 0;
        for (long seed = 1; seed <= HISTORIES; seed++) {
            Random random = new Random(seed);
            Map<String, Object> sheet = sheet(random);
            sheet.put("retransmitNs", 5_000); // who is denied an access tries it again and again meanwhile
            Nodes nodes = new Nodes(3, 2, sheet, faults, seed, random.nextBoolean());
            committed.clear();
            finished = 0;
            List<Actor> actors = new ArrayList<>();
            all = actors;
            for (int i = 0; i < 8; i++) {
                Actor actor = new Actor(nodes, i % 3, nodes.stage(i % 3, i % 2), seed * 100 + i);
                actor.stage.add(actor);
                actors.add(actor);
            }
            String what = "seed " + seed + ", " + sheet;
            try {
                nodes.bench.run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(what + ": " + e.getMessage(), e);
            }
            assertEquals(8 * TRANSACTIONS, finished, what);
            assertEquals(0, nodes.bench.messagesOut(), what);
            for (Map.Entry<Long, Long> entry : committed.entrySet()) {
                int node = (int) (entry.getKey() / LINES);
                assertEquals(entry.getValue(), nodes.value(node, entry.getKey() % LINES), what);
            }
            for (Actor actor : actors) {
                lockedFirst += actor.locked;
                squashes += actor.squashes;
            }
        }
        assertTrue(lockedFirst > HISTORIES && squashes > 10 * HISTORIES, lockedFirst + " and " + squashes);
    }

    private static Map<String, Object> sheet(Random random) {
        Map<String, Object> sheet = new LinkedHashMap<>();
        sheet.put("roundTripNs", new double[] {100, 500, 2_000}[random.nextInt(3)]);
        sheet.put("smt", random.nextBoolean());
        if (random.nextBoolean()) {
            for (String filter : List.of("readFilterBits", "writeFilterBits", "indexFilterBits", "nicFilterBits")) {
                sheet.put(filter, 64);
            }
        }
        if (random.nextInt(3) == 0) {
            sheet.put("remoteNodes", 1);
        }
        if (random.nextInt(3) == 0) {
            sheet.put("lockingBuffers", 1 + random.nextInt(3));
        }
        return sheet;
    }

    /**
     * One transaction after another: a few accesses, one in a step, and a commit; after too many squashes it locks
     * first.
     */
    private final class Actor extends Task {
        private static final int PREPARED = 100;
        private static final int COMMITS = 200;

        private final Nodes nodes;
        private final int node;
        private final Stage stage;
        private final Tracker tracker;
        private final Random random;
        private final Map<Long, Long> read = new HashMap<>();
        private final Map<Long, Long> written = new LinkedHashMap<>();
        private final byte[] word = new byte[Long.BYTES];
        private final byte[] wholeLine = new byte[(int) Nodes.LINE];
        private long[] keys = {};
        private boolean[] writes = {};
        private boolean[] whole = {};
        private boolean[] two = {};
        private int next;
        private int left = TRANSACTIONS;
        private int attempts;
        private boolean begun;
        private boolean waits;
        private boolean agreed;
        private boolean gone;
        private int prepared;
        private int locked;
        private int squashes;
        private int steps;

        Actor(Nodes nodes, int node, Stage stage, long seed) {
            this.nodes = nodes;
            this.node = node;
            this.stage = stage;
            random = new Random(seed);
            tracker = nodes.bench.capability(node, ConflictTracking.class).open(stage, this);
        }

        @Override
        protected Next step(Step step) {
            if (left == 0) {
                return Next.DONE;
            }
            if (++steps > MOST_STEPS) {
                throw new AssertionError("no progress: " + all);
            }
            if (gone) {
                return giveUp(step);
            }
            if (!begun) {
                return begin(step);
            }
            if (waits) {
                return Next.AWAIT;
            }
            if (agreed) {
                return finish(step);
            }
            return next < keys.length ? access(step) : commit(step);
        }

        private Next begin(Step step) {
            if (attempts == 0) {
                int count = 1 + random.nextInt(4);
                keys = random.longs(0, 3L * LINES).distinct().limit(count).toArray();
                writes = new boolean[count];
                whole = new boolean[count];
                two = new boolean[count];
                for (int i = 0; i < count; i++) {
                    writes[i] = random.nextBoolean();
                    whole[i] = random.nextBoolean();
                    two[i] = !writes[i]
                            && keys[i] / LINES != node
                            && keys[i] % LINES < LINES - 1
                            && random.nextBoolean();
                }
            }
            restart();
            read.clear();
            written.clear();
            next = 0;
            prepared = 0;
            agreed = false;
            begun = true;
            if (attempts++ > 4) {
                for (int i = 0; i < keys.length; i++) {
                    int on = (int) (keys[i] / LINES);
                    tracker.cover(
                            on, Nodes.name(on), keys[i] % LINES * Nodes.LINE, lines(i) * (int) Nodes.LINE, writes[i]);
                }
                assertTrue(tracker.lockFirst(step, true, COMMITS));
                locked++;
                waits = true;
                return Next.AWAIT;
            }
            assertTrue(tracker.begin(step, true));
            return Next.AGAIN;
        }

        /** A read of another node may be of the next line, too. */
        private int lines(int access) {
            return two[access] ? 2 : 1;
        }

        private Next access(Step step) {
            long key = keys[next];
            int on = (int) (key / LINES);
            long address = key % LINES * Nodes.LINE;
            if (on != node) {
                if (writes[next] && whole[next]) {
                    written.put(key, ++lastValue);
                } else if (writes[next]) {
                    written.put(key, ++lastValue);
                    if (!tracker.prepare(step, on, Nodes.name(on), address, Long.BYTES, PREPARED)) {
                        // It is squashed, and about to be told.
                        waits = true;
                        return Next.AWAIT;
                    }
                    prepared++;
                } else {
                    int length = (lines(next) - 1) * (int) Nodes.LINE + Long.BYTES;
                    tracker.read(step, on, Nodes.name(on), address, length, 0, 0, next);
                    waits = true;
                    return Next.AWAIT;
                }
                next++;
                return Next.AGAIN;
            }
            Access access;
            if (writes[next]) {
                Bytes.putLong(word, 0, ++lastValue);
                access = tracker.store(step, nodes.regions.get(node), address, word, 0, Long.BYTES);
            } else {
                access = tracker.load(step, nodes.regions.get(node), address, word, 0, Long.BYTES);
            }
            if (access == Access.DENIED) {
                step.timer(this, 50);
                return Next.AWAIT;
            }
            if (access == Access.SQUASHED) {
                return giveUp(step);
            }
            (writes[next] ? written : read).put(key, Bytes.getLong(word, 0));
            next++;
            return Next.AGAIN;
        }

        private Next commit(Step step) {
            if (prepared > 0) {
                return Next.AWAIT;
            }
            if (tracker.lock(step) != Access.DONE) {
                return giveUp(step);
            }
            for (Map.Entry<Long, Long> entry : written.entrySet()) {
                int on = (int) (entry.getKey() / LINES);
                if (on != node) {
                    Bytes.putLong(wholeLine, 0, entry.getValue());
                    boolean all = false;
                    for (int i = 0; i < keys.length; i++) {
                        all |= keys[i] == entry.getKey() && whole[i];
                    }
                    long address = entry.getKey() % LINES * Nodes.LINE;
                    int length = all ? (int) Nodes.LINE : Long.BYTES;
                    tracker.write(step, on, Nodes.name(on), address, wholeLine, 0, length, false);
                }
            }
            if (!tracker.intend(step, COMMITS)) {
                return finish(step);
            }
            waits = true;
            return Next.AWAIT;
        }

        private Next finish(Step step) {
            if (tracker.isStalled(step)) {
                agreed = true;
                step.timer(this, 50);
                return Next.AWAIT;
            }
            for (Map.Entry<Long, Long> entry : read.entrySet()) {
                assertEquals(
                        committed.getOrDefault(entry.getKey(), 0L),
                        entry.getValue(),
                        "a commit on node " + node + " has missed the latest write of line " + entry.getKey());
            }
            committed.putAll(written);
            tracker.finish(step);
            finished++;
            left--;
            attempts = 0;
            begun = false;
            return Next.AGAIN;
        }

        private Next giveUp(Step step) {
            squashes++;
            tracker.abandon(step);
            restart();
            begun = false;
            waits = false;
            gone = false;
            step.timer(this, 1 + random.nextInt(2_000));
            return Next.AWAIT;
        }

        @Override
        public String toString() {
            return "node " + node + " has " + left + " to do, attempt " + attempts + ", access " + next + " of "
                    + Arrays.toString(keys) + (begun ? ", begun" : "") + (waits ? ", waits" : "")
                    + (agreed ? ", agreed" : "") + (prepared > 0 ? ", prepares" : "") + "\n";
        }

        @Override
        protected boolean completed(Step step, Message message) {
            if (message.kind() == PREPARED) {
                prepared--;
                return prepared == 0 && next == keys.length && !waits;
            }
            waits = false;
            if (message.kind() == COMMITS) {
                agreed = next == keys.length;
            } else {
                read.put(keys[message.kind()], message.getLong(0));
                if (two[message.kind()]) {
                    read.put(keys[message.kind()] + 1, message.getLong((int) Nodes.LINE));
                }
                next++;
            }
            return true;
        }

        @Override
        protected boolean squashed(Step step) {
            restart();
            gone = true;
            return true;
        }
    }
}
