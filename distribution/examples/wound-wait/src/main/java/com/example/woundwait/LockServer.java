package com.example.woundwait;

import java.util.Arrays;
import org.breadboard.api.Settings;
import org.breadboard.api.memory.Region;
import org.breadboard.api.runtime.Step;
import org.breadboard.kit.rpc.LockTable;
import org.breadboard.kit.rpc.RecordAnswer;
import org.breadboard.kit.rpc.RecordCall;
import org.breadboard.kit.rpc.RecordServer;
import org.breadboard.kit.rpc.RpcThread;
import org.breadboard.kit.table.MemoryCost;
import org.breadboard.kit.table.TableCopies;

/** Locks, reads and writes records, and wounds who is in the way of somebody older. A header is a version. */
final class LockServer extends RecordServer {
    // Operations. The first two have the age as their number, and the attempt as their second one.
    static final int SHARE = 1;
    static final int EXCLUDE = 2;
    /** The number is the version, and the second one the attempt if it unlocks, too. */
    static final int WRITE = 3;
    /** The number is the attempt. */
    static final int UNLOCK = 4;
    // Notices, whose number is an attempt: to its context, and to a server that its calls wait at.
    static final int WOUND = 5;
    static final int GIVE_UP = 6;

    // What it answers.
    static final int FOUND = 0;
    static final int ABSENT = 1;
    static final int GIVEN_UP = 2;
    static final int FULL = 3;

    private final double againNs;
    private final int slots;
    private final WoundWait.Breakage breakage;
    private RpcThread thread;
    private LockTable locks;
    /** By client: its last attempt that has given up. */
    private long[] gaveUp = {};

    LockServer(TableCopies[] tables, MemoryCost cost, Settings settings) {
        super(tables, cost);
        againNs = settings.get(WoundWait.AGAIN_NS);
        slots = settings.get(WoundWait.LOCKS);
        breakage = settings.get(WoundWait.BREAKAGE);
    }

    @Override
    protected void attached(RpcThread to) {
        thread = to;
        locks = new LockTable(shared(), 0, slots);
    }

    @Override
    protected double againNs() {
        return againNs;
    }

    @Override
    protected int serve(Step step, RecordCall call, RecordAnswer answer) {
        Region region = region(call);
        long header = header(call);
        switch (call.operation()) {
            case WRITE:
                write(step, call);
                region.putLongRelease(header, call.number());
                return call.second() == 0 ? FOUND : unlock(step, call, header, call.second());
            case UNLOCK:
                return unlock(step, call, header, call.number());
            default:
                int refusal = lock(step, call, header);
                if (refusal != FOUND) {
                    return refusal;
                }
                answer.number(region.getLongAcquire(header));
                return read(step, call, answer) ? FOUND : ABSENT;
        }
    }

    private int lock(Step step, RecordCall call, long header) {
        boolean exclusive = call.operation() == EXCLUDE;
        long attempt = call.second();
        missed(step);
        if (!exclusive && breakage == WoundWait.Breakage.SKIP_SHARED_LOCKS) {
            return FOUND;
        }
        if (!locks.add(call.table(), call.partition(), header, attempt, call.number(), exclusive)) {
            return FULL;
        }
        if (locks.hold(call.table(), call.partition(), header, attempt) == LockTable.Grant.HELD) {
            return FOUND;
        }
        for (int i = 0; i < locks.victims(); i++) {
            long victim = locks.victim(i);
            int context = Attempts.context(victim);
            thread.tellContext(step, Attempts.node(victim), Attempts.thread(victim), context, WOUND, victim);
            if (breakage == WoundWait.Breakage.TAKE_FROM_WOUNDED) {
                locks.remove(call.table(), call.partition(), header, victim);
            }
        }
        return hasGivenUp(attempt) ? GIVEN_UP : LATER;
    }

    private int unlock(Step step, RecordCall call, long header, long attempt) {
        cached(step);
        boolean there = locks.remove(call.table(), call.partition(), header, attempt);
        if (!there && breakage == WoundWait.Breakage.NONE) {
            throw new IllegalStateException("key " + call.key() + " is unlocked, which nobody has locked so");
        }
        return FOUND;
    }

    // Who gives up.

    @Override
    protected void told(Step step, RecordCall notice) {
        int client = client(notice.number());
        if (client >= gaveUp.length) {
            gaveUp = Arrays.copyOf(gaveUp, 2 * client + 1);
        }
        gaveUp[client] = Math.max(gaveUp[client], Attempts.count(notice.number()));
    }

    private boolean hasGivenUp(long attempt) {
        int client = client(attempt);
        return client < gaveUp.length && gaveUp[client] >= Attempts.count(attempt);
    }

    /** Those who call this server are of one thread each. */
    private static int client(long attempt) {
        return Attempts.node(attempt) << Byte.SIZE | Attempts.context(attempt);
    }
}
