// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.configurations;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.breadboard.platform.nemesis.Faults;
import org.breadboard.platform.nemesis.Nemesis;

/**
 * When the nemesis of a run has machines, their NICs, their queue pairs, or what decides on configurations, fail and
 * come back. When it is healed, all come back at once.
 */
final class Crashes {
    private static final int ALL = -1;
    private static final int ZOOKEEPER = -2;

    private final Nemesis nemesis;
    private final int machines;
    private final PriorityQueue<Turn> turns =
            new PriorityQueue<>(Comparator.comparingLong(Turn::atNs).thenComparing(Turn::back));
    private final List<Integer> down = new ArrayList<>();
    private boolean decides = true;

    /**
     * A machine, its NIC, its queue pairs, all machines, or what decides on configurations: that fails, or comes back.
     */
    private record Turn(long atNs, boolean back, int machine, Faults.Kind kind) {}

    /** The machines. */
    interface Victims {
        /** Has a machine crash; false if it, or its NIC, is down already. */
        boolean crash(int machine);

        /** Has the NIC of a machine crash; false if that, or the machine, is down already. */
        boolean crashNic(int machine);

        /** Has the queue pairs of a machine fail; false if they, its NIC, or the machine, are down already. */
        boolean failQueuePairs(int machine);

        /** Has a machine that was down come back. */
        void comeBack(int machine);

        /** Takes away what decides on configurations, or brings it back. */
        void reachable(boolean there);
    }

    Crashes(Nemesis nemesis, int machines) {
        this.nemesis = nemesis;
        this.machines = machines;
        plan(Faults.Kind.CRASH, -1);
        plan(Faults.Kind.POWER_LOSS, -1);
        plan(Faults.Kind.NIC_CRASH, -1);
        plan(Faults.Kind.QP_ERROR, -1);
        plan(Faults.Kind.ZOOKEEPER_CRASH, -1);
    }

    private void plan(Faults.Kind kind, long afterNs) {
        Nemesis.Window window = nemesis.windowAfter(kind, afterNs);
        if (window != null) {
            int machine = switch (kind) {
                case POWER_LOSS -> ALL;
                case ZOOKEEPER_CRASH -> ZOOKEEPER;
                default -> window.machine();
            };
            turns.add(new Turn(window.fromNs(), false, machine, kind));
            turns.add(new Turn(window.toNs(), true, machine, kind));
        }
    }

    /** When the next one is; the greatest number if there is none. */
    long nextNs() {
        if (nemesis.isHealed()) {
            return isOver() ? Long.MAX_VALUE : 0;
        }
        return turns.isEmpty() ? Long.MAX_VALUE : turns.peek().atNs();
    }

    /** Whether none comes any more. */
    boolean isOver() {
        return nemesis.isHealed() && down.isEmpty() && decides;
    }

    /** Does what is due. */
    void happen(long nowNs, Victims victims) {
        if (nemesis.isHealed()) {
            turns.clear();
            reachable(true, victims);
            List.copyOf(down).forEach(machine -> comeBack(machine, victims));
            return;
        }
        Turn turn = turns.remove();
        if (turn.machine() == ZOOKEEPER) {
            reachable(turn.back(), victims);
        } else {
            happen(turn, victims);
        }
        if (turn.back()) {
            plan(turn.kind(), turn.atNs());
        }
    }

    /**
     * Something fails at an instant of its own, until another.
     *
     * @param machine the one, or whose NIC or queue pairs; of no account where all fail
     */
    void happen(Faults.Kind kind, int machine, long nowNs, long backNs, Victims victims) {
        int who = kind == Faults.Kind.POWER_LOSS ? ALL : machine;
        happen(new Turn(nowNs, false, who, kind), victims);
        turns.add(new Turn(backNs, true, who, kind));
    }

    private void happen(Turn turn, Victims victims) {
        int from = turn.machine() == ALL ? 0 : turn.machine();
        int to = turn.machine() == ALL ? machines : turn.machine() + 1;
        for (int machine = from; machine < to; machine++) {
            if (turn.back()) {
                comeBack(machine, victims);
            } else if (strikes(turn.kind(), machine, victims)) {
                down.add(machine);
                nemesis.crashed(turn.kind(), machine);
            }
        }
    }

    private void reachable(boolean there, Victims victims) {
        if (there != decides) {
            decides = there;
            victims.reachable(there);
            if (!there) {
                nemesis.counter(Faults.Kind.ZOOKEEPER_CRASH).add(1);
            }
        }
    }

    private static boolean strikes(Faults.Kind kind, int machine, Victims victims) {
        return switch (kind) {
            case NIC_CRASH -> victims.crashNic(machine);
            case QP_ERROR -> victims.failQueuePairs(machine);
            default -> victims.crash(machine);
        };
    }

    private void comeBack(int machine, Victims victims) {
        if (down.remove(Integer.valueOf(machine))) {
            victims.comeBack(machine);
        }
    }
}
