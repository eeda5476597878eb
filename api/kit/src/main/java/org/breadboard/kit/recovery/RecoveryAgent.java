// SPDX-License-Identifier: Apache-2.0
package org.breadboard.kit.recovery;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.breadboard.api.observe.Counter;
import org.breadboard.api.protocol.NodeContext;
import org.breadboard.api.protocol.Recovery;
import org.breadboard.api.runtime.Message;
import org.breadboard.api.runtime.StageProgram;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;
import org.breadboard.api.workload.Placement;

/**
 * Recovers one node, together with those of the other members.
 *
 * <ol>
 *   <li>It releases the locks of the configuration before, then scans its logs. Each transaction that it finds goes to
 *       the one member that decides on it, and each of its writes to the primary, which locks the record.
 *   <li>When all members have scanned, all locks are known: the node serves. Nobody can touch what is still open.
 *   <li>Of those that it decides on, it finds each to have committed whose writes are all in some log: whoever reported
 *       it had made sure of that, and nobody logs before validating; or that some log says is over. As many members as
 *       there are copies keep the decision; then holders of copies apply it. Of one that has not committed they take
 *       back what they have applied. When they have, the primaries unlock. One that its coordinator has had another one
 *       logged after is over, if {@linkplain RecoverySource#logsOneAfterAnother its source} says so.
 *   <li>When all members have decided everything, logs are given back.
 * </ol>
 *
 * If a machine crashes meanwhile, all begin again, with the logs of both epochs. On a stage of its own.
 */
public final class RecoveryAgent extends Task implements StageProgram {
    private static final int TRANSACTION = 1;
    private static final int LOCK = 2;
    private static final int SCANNED = 3;
    private static final int APPLY = 4;
    private static final int APPLIED = 5;
    private static final int UNLOCK = 6;
    private static final int FINISHED = 7;
    private static final int DECIDED = 8;
    private static final int RECORDED = 9;
    private static final int TAKE_BACK = 10;
    private static final int TAKEN_BACK = 11;
    private static final int OVER = 12;

    /**
     * CPU for a message, in ns: a quarter of what FaSST's RPC takes, whose host handles four packets in it (derived,
     * FaSST Fig. 4). No setting: what recovery takes is the network's time, and that of memory.
     */
    private static final double MESSAGE_NS = 56;

    /** No transaction's number. */
    private static final long NONE = Long.MIN_VALUE;

    private final RecoverySource source;
    private final Recovery recovery;
    private final Placement placement;
    private final RecoveryLinks links;
    private final int[] members;
    private final DecisionLog decisions;
    private final Faults faults;
    /** How transactions that logs had ended. */
    private final Counter committed;

    private final Counter takenBack;
    private final Counter over;

    private final RecoveryLocks locks;
    private int scans;
    private int ends;
    /** Before this epoch everything is decided and applied already; somebody stopped before it was told so. */
    private long finishedBefore;

    /** Of those that this node decides on. */
    private final Map<RecoveryId, Open> open = new LinkedHashMap<>();

    /** Of each coordinator the last of its transactions that are known to be over, with all before it. */
    private final Map<RecoveryId.Coordinator, Long> overUpTo = new HashMap<>();

    private boolean decided;

    /**
     * Steps that are left out, to see that the checks of a run find it.
     *
     * @param skipsLocks what is under way is not locked again
     * @param skipsScan logs are not looked at
     * @param skipsVote what one log has counts as committed, whatever others lack
     */
    public record Faults(boolean skipsLocks, boolean skipsScan, boolean skipsVote) {
        /** Nothing is left out. */
        public static final Faults NONE = new Faults(false, false, false);
    }

    /** A transaction that is not decided, or not applied, yet. */
    private static final class Open {
        /** A decision that was kept counts what it is about, which may be less than a log says. */
        private int wanted = Integer.MAX_VALUE;

        private final List<RecoveredWrite> found = new ArrayList<>();
        private int recording;
        private int applying;
        private int takingBack;

        void add(RecoveredWrite write) {
            if (found.stream().noneMatch(write::isOf)) {
                found.add(write);
            }
        }
    }

    private RecoveryAgent(NodeContext scope, Placement placement, RecoverySource source, Faults faults) {
        this.source = source;
        locks = new RecoveryLocks(source);
        this.placement = placement;
        this.faults = faults;
        recovery = scope.recovery();
        decisions = new DecisionLog(scope);
        committed = scope.counter("recovery.committed");
        takenBack = scope.counter("recovery.takenBack");
        over = scope.counter("recovery.over");
        links = new RecoveryLinks(recovery, scope.nodes());
        members = IntStream.range(0, scope.nodes()).filter(recovery::isMember).toArray();
    }

    /**
     * Has a node recover, if a configuration was before this one. While the node is built.
     *
     * @param source what there is to recover
     * @param faults what is left out on purpose
     */
    public static void build(NodeContext scope, Placement placement, RecoverySource source, Faults faults) {
        if (scope.recovery() != null && scope.epoch() > 0) {
            RecoveryAgent agent = new RecoveryAgent(scope, placement, new NamedSource(source, scope.node()), faults);
            agent.links.stage(agent, source.affinity()).add(agent);
        }
    }

    // Release and scan.

    @Override
    protected Next step(Step step) {
        if (!locks.areReleased()) {
            locks.release(step);
            return Next.AGAIN;
        }
        Sink sink = new Sink(step);
        boolean scanned = faults.skipsScan || source.scan(step, sink);
        if (scanned) {
            decisions.forEachKept(sink::decided);
        }
        sink.end();
        if (!scanned) {
            return Next.AGAIN;
        }
        tellAll(step, SCANNED, decisions.finishedBefore());
        return Next.DONE;
    }

    /** Sends a transaction off when all of its record is seen. */
    private final class Sink implements RecoverySource.LogSink {
        private final Step step;
        private RecoveryId id;
        private int writes;
        private final List<RecoveredWrite> found = new ArrayList<>();

        Sink(Step step) {
            this.step = step;
        }

        @Override
        public void transaction(long epoch, long idHigh, long idLow, int count) {
            end();
            id = new RecoveryId(epoch, idHigh, idLow);
            writes = count;
        }

        @Override
        public void write(int table, long key, long version, boolean deletes, byte[] bytes, int at, int lengthBytes) {
            byte[] value = Arrays.copyOfRange(bytes, at, at + (deletes ? 0 : lengthBytes));
            found.add(new RecoveredWrite(table, placement.partition(table, key), key, version, deletes, value));
        }

        @Override
        public void over(long epoch, long idHigh, long idLow) {
            end();
            RecoveryId last = new RecoveryId(epoch, idHigh, idLow);
            int decider = members[last.among(members.length)];
            links.send(step, decider, Decisions.message(step, OVER, last, 0, List.of()));
        }

        private void decided(RecoveryId before, List<RecoveredWrite> all) {
            end();
            id = before;
            writes = all.size();
            found.addAll(all);
        }

        private void end() {
            if (!found.isEmpty()) {
                int decider = members[id.among(members.length)];
                links.send(step, decider, Decisions.message(step, TRANSACTION, id, writes, found));
                if (!faults.skipsLocks) {
                    forEachNode(
                            found,
                            true,
                            (primary, its) ->
                                    links.send(step, primary, Decisions.message(step, LOCK, id, writes, its)));
                }
                found.clear();
            }
        }
    }

    /** Told of each node that has to do with some writes. */
    private interface PerNode {
        void send(int to, List<RecoveredWrite> writes);
    }

    private void forEachNode(List<RecoveredWrite> writes, boolean primaries, PerNode each) {
        for (int member : members) {
            List<RecoveredWrite> its = writes.stream()
                    .filter(write -> primaries
                            ? placement.node(write.partition(), 0) == member
                            : placement.copy(write.partition(), member) >= 0)
                    .toList();
            if (!its.isEmpty()) {
                each.send(member, its);
            }
        }
    }

    // Messages.

    private void tellAll(Step step, int kind, long number) {
        for (int member : members) {
            Message message = step.take(Long.BYTES);
            message.kind(kind);
            message.lengthBytes(Long.BYTES);
            message.putLong(0, number);
            links.send(step, member, message);
        }
    }

    @Override
    public void receive(Step step, Message message) {
        int from = message.sourceNode();
        if (message.kind() == RecoveryLinks.ACKNOWLEDGEMENT) {
            links.acknowledged(step, from);
            return;
        }
        step.busy(MESSAGE_NS);
        links.received(step, from);
        switch (message.kind()) {
            case SCANNED -> scanned(step, message.getLong(0));
            case FINISHED -> ended(step);
            default -> about(step, from, message);
        }
    }

    private void about(Step step, int from, Message message) {
        RecoveryId id = Decisions.id(message.bytes());
        switch (message.kind()) {
            case TRANSACTION -> {
                Open found = open.computeIfAbsent(id, first -> new Open());
                found.wanted = Math.min(found.wanted, Decisions.wanted(message.bytes()));
                Decisions.writes(message.bytes()).forEach(found::add);
            }
            case OVER -> overUpTo.merge(id.coordinator(), id.low(), Math::max);
            case LOCK -> locks.lock(step, id, Decisions.writes(message.bytes()));
            case APPLY -> {
                source.apply(step, id, Decisions.wanted(message.bytes()), Decisions.writes(message.bytes()));
                links.send(step, from, Decisions.message(step, APPLIED, id, 0, List.of()));
            }
            case DECIDED -> {
                decisions.append(message);
                links.send(step, from, Decisions.message(step, RECORDED, id, 0, List.of()));
            }
            case RECORDED -> recorded(step, id);
            case APPLIED -> applied(step, id);
            case TAKE_BACK -> {
                source.takeBack(step, id, Decisions.writes(message.bytes()));
                links.send(step, from, Decisions.message(step, TAKEN_BACK, id, 0, List.of()));
            }
            case TAKEN_BACK -> takenBack(step, id);
            case UNLOCK -> locks.unlock(step, id);
            default -> throw new IllegalStateException("recovery knows no message " + message.kind());
        }
    }

    // Decisions.

    /** One more member has shown all that it has: messages of one member come in order. */
    private void scanned(Step step, long before) {
        finishedBefore = Math.max(finishedBefore, before);
        scans++;
        if (scans < members.length) {
            return;
        }
        locks.complete(step);
        recovery.serving(step);
        decided = true;
        Map<RecoveryId.Coordinator, Long> latest = new HashMap<>();
        if (source.logsOneAfterAnother()) {
            open.keySet().forEach(id -> latest.merge(id.coordinator(), id.low(), Math::max));
        }
        for (Map.Entry<RecoveryId, Open> each : List.copyOf(open.entrySet())) {
            RecoveryId id = each.getKey();
            if (id.epoch() < finishedBefore || id.low() < latest.getOrDefault(id.coordinator(), NONE)) {
                over.add(1);
                close(step, id, each.getValue());
            } else {
                decide(step, id, each.getValue());
            }
        }
        endIfDone(step);
    }

    private void decide(Step step, RecoveryId id, Open transaction) {
        boolean isWhole = transaction.found.size() >= transaction.wanted;
        if (!isWhole && id.low() > overUpTo.getOrDefault(id.coordinator(), NONE) && !faults.skipsVote) {
            takenBack.add(1);
            forEachNode(transaction.found, false, (holder, its) -> {
                transaction.takingBack++;
                links.send(step, holder, Decisions.message(step, TAKE_BACK, id, transaction.wanted, its));
            });
            return;
        }
        int own = Arrays.binarySearch(members, step.stage().node());
        transaction.recording = Math.min(members.length, placement.replicas());
        for (int i = 0; i < transaction.recording; i++) {
            int keeper = members[(own + i) % members.length];
            links.send(step, keeper, Decisions.message(step, DECIDED, id, transaction.wanted, transaction.found));
        }
    }

    private void recorded(Step step, RecoveryId id) {
        Open transaction = open.get(id);
        transaction.recording--;
        if (transaction.recording == 0) {
            forEachNode(transaction.found, false, (holder, its) -> {
                transaction.applying++;
                links.send(step, holder, Decisions.message(step, APPLY, id, transaction.wanted, its));
            });
        }
    }

    private void applied(Step step, RecoveryId id) {
        Open transaction = open.get(id);
        transaction.applying--;
        if (transaction.applying == 0) {
            committed.add(1);
            for (RecoveredWrite write : transaction.found) {
                recovery.committed(step, id.epoch(), source.author(id), write.table(), write.key(), write.version());
            }
            close(step, id, transaction);
            endIfDone(step);
        }
    }

    private void takenBack(Step step, RecoveryId id) {
        Open transaction = open.get(id);
        transaction.takingBack--;
        if (transaction.takingBack == 0) {
            close(step, id, transaction);
            endIfDone(step);
        }
    }

    private void close(Step step, RecoveryId id, Open transaction) {
        open.remove(id);
        forEachNode(
                transaction.found,
                true,
                (primary, its) -> links.send(step, primary, Decisions.message(step, UNLOCK, id, 0, List.of())));
    }

    private void endIfDone(Step step) {
        if (decided && open.isEmpty()) {
            tellAll(step, FINISHED, 0);
        }
    }

    private void ended(Step step) {
        ends++;
        if (ends == members.length) {
            source.finished(step);
            decisions.clear();
            recovery.finished(step);
        }
    }
}
