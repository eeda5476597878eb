package com.example.calvin;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.breadboard.api.hardware.DatagramTransport;
import org.breadboard.api.memory.Bytes;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.LockTable;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.rpc.Watchdog;
import org.breadboard.kit.table.MemoryCost;

/**
 * A node's sequencer (Calvin 3.1), and what puts requests for its records in order (3.2). An epoch is sealed some time
 * after its batch has begun, or when another node has sealed its own: so nodes without transactions keep no clock. A
 * batch goes to each node in pieces, which may overtake each other; one that is not full is the last. Their numbers are
 * their batch's turn, which is its place among all batches of all nodes, and their place in it.
 */
final class Sequencer extends Watchdog {
    private static final int PIECE_BITS = 16;
    private static final int CALL_BYTES = 40;

    private final SortedMap<Long, byte[]> pieces = new TreeMap<>();
    private final RpcThread thread;
    private final Submissions submissions;
    private final LockTable locks;
    private final MemoryCost cost;
    private final double epochNs;
    private final double againNs;
    private final boolean ownFirst;
    private final int pieceBytes;
    private long unsealed;
    /** What is ordered next: of a turn, a piece, and in it the entry at a byte. */
    private long turn;

    private int piece;
    private int at;
    private long order;

    Sequencer(RpcThread thread, Submissions submissions, LockTable locks, MemoryCost cost) {
        this.thread = thread;
        this.submissions = submissions;
        this.locks = locks;
        this.cost = cost;
        epochNs = thread.settings().get(Calvin.EPOCH_NS);
        againNs = thread.settings().get(Calvin.AGAIN_NS);
        ownFirst = thread.settings().get(Calvin.BREAKAGE) == Calvin.Breakage.OWN_FIRST;
        int room = thread.capability(DatagramTransport.class).maxPayloadBytes() - CALL_BYTES;
        pieceBytes = room - room % Submissions.ENTRY_BYTES;
    }

    void told(Step step, RecordCall notice) {
        if (notice.operation() == SequencedServer.WAKE) {
            arm(step, epochNs);
            return;
        }
        int from = notice.valueAt();
        pieces.put(notice.number(), Arrays.copyOfRange(notice.value(), from, from + notice.valueBytes()));
        while (number(unsealed * thread.nodes()) <= notice.number()) {
            seal(step);
        }
        order(step);
    }

    @Override
    protected double look(Step step) {
        if (!submissions.areEmpty()) {
            seal(step);
        }
        order(step);
        return Double.POSITIVE_INFINITY;
    }

    private void seal(Step step) {
        byte[] entries = submissions.seal();
        step.stall(cost.cachedNs() * (1 + entries.length / Submissions.ENTRY_BYTES));
        for (int node = 0; node < thread.nodes(); node++) {
            tell(step, node, entries);
        }
        unsealed++;
    }

    /** Tells a node, perhaps the own one, of the requests for its records, though there may be none. */
    private void tell(Step step, int node, byte[] entries) {
        byte[] its = new byte[entries.length];
        int length = 0;
        for (int at = 0; at < entries.length; at += Submissions.ENTRY_BYTES) {
            int partition = AccessSet.partition(Bytes.getLong(entries, at + Submissions.PLACE));
            if (thread.placement().node(partition, 0) == node) {
                System.arraycopy(entries, at, its, length, Submissions.ENTRY_BYTES);
                length += Submissions.ENTRY_BYTES;
            }
        }
        long number = number(unsealed * thread.nodes() + thread.node());
        for (int from = 0; from <= length; from += pieceBytes) {
            byte[] some = Arrays.copyOfRange(its, from, Math.min(length, from + pieceBytes));
            thread.tellServer(step, node, 0, SequencedServer.BATCH, number++, 0, some, some.length);
        }
    }

    private static long number(long ofTurn) {
        return ofTurn << PIECE_BITS;
    }

    /** Adds requests to the lock table as long as the next ones are there, and it has room. */
    private void order(Step step) {
        for (byte[] next = pieces.get(next()); next != null; next = pieces.get(next())) {
            for (; at < next.length; at += Submissions.ENTRY_BYTES) {
                if (!add(step, next)) {
                    arm(step, againNs);
                    return;
                }
            }
            pieces.remove(next());
            at = 0;
            piece++;
            if (next.length < pieceBytes) {
                piece = 0;
                turn++;
                submissions.order(turn / thread.nodes());
            }
        }
    }

    private long next() {
        int nodes = thread.nodes();
        return number(ownFirst ? turn - turn % nodes + (turn + thread.node()) % nodes : turn) + piece;
    }

    private boolean add(Step step, byte[] entries) {
        long place = Bytes.getLong(entries, at + Submissions.PLACE);
        boolean added = locks.add(
                AccessSet.table(place),
                AccessSet.partition(place),
                Bytes.getLong(entries, at + Submissions.HEADER),
                Bytes.getLong(entries, at),
                order++,
                AccessSet.isExclusive(place));
        step.stall(cost.memoryNs() * (1 + locks.steps()));
        return added;
    }
}
