// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.member;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Which machines are members, and which of them hold the copies of each partition, the primary first. There is a
 * partition for each machine, whose copies are wanted on that machine and those after it. When machines are lost, who
 * is left of a partition's holders goes on, the first as its primary; a machine becomes a holder only when it gets the
 * partition's content. Immutable; any thread.
 */
public final class Configuration {
    private final int epoch;
    private final int replicas;
    private final int machines;
    private final BitSet members;
    private final int[][] holders;

    private Configuration(int epoch, int replicas, int machines, BitSet members, int[][] holders) {
        this.epoch = epoch;
        this.replicas = replicas;
        this.machines = machines;
        this.members = members;
        this.holders = holders;
    }

    /** One that somebody wrote down: who holds the copies of each partition, the primary first. */
    public static Configuration of(int epoch, int replicas, BitSet members, int[][] holders) {
        int[][] own = Arrays.stream(holders).map(int[]::clone).toArray(int[][]::new);
        return new Configuration(epoch, replicas, holders.length, (BitSet) members.clone(), own);
    }

    /** A copy that a machine gets. */
    public record Copy(int partition, int from, int to) {}

    /** All machines, with all their copies. */
    public static Configuration first(int machines, int replicas) {
        BitSet all = new BitSet();
        all.set(0, machines);
        return new Configuration(0, replicas, machines, all, wanted(machines, replicas, all));
    }

    private static int[][] wanted(int machines, int replicas, BitSet members) {
        int[][] holders = new int[machines][];
        Arrays.setAll(holders, partition -> ring(partition, machines, members, replicas));
        return holders;
    }

    /** The first of these machines from {@code from} on. */
    private static int[] ring(int from, int machines, BitSet of, int most) {
        int[] found = new int[Math.min(most, of.cardinality())];
        int count = 0;
        for (int i = 0; count < found.length; i++) {
            int machine = (from + i) % machines;
            if (of.get(machine)) {
                found[count++] = machine;
            }
        }
        return found;
    }

    /** Whether what this configuration has committed is on the machines that are up, whatever the others were doing. */
    public boolean survivesWith(BitSet up) {
        BitSet lost = (BitSet) members.clone();
        lost.andNot(up);
        return lost.cardinality() < replicas && Arrays.stream(holders).allMatch(of -> left(of, up).length > 0);
    }

    private static int[] left(int[] holders, BitSet up) {
        return Arrays.stream(holders).filter(up::get).toArray();
    }

    /**
     * The next one after a crash: its members are those that are up and were members.
     *
     * @throws IllegalArgumentException unless it {@linkplain #survivesWith survives}
     */
    public Configuration without(BitSet up) {
        if (!survivesWith(up)) {
            throw new IllegalArgumentException("of the members " + members + " too few are up: " + up);
        }
        BitSet remaining = (BitSet) members.clone();
        remaining.and(up);
        int[][] of = Arrays.stream(holders).map(all -> left(all, up)).toArray(int[][]::new);
        return new Configuration(epoch + 1, replicas, machines, remaining, of);
    }

    /** The next one after all copies that are missing on the machines that are up have been made. */
    public Configuration with(BitSet up) {
        return new Configuration(epoch + 1, replicas, machines, (BitSet) up.clone(), wanted(machines, replicas, up));
    }

    /** Whether each partition has as many copies as it is to have on machines that are up. */
    public boolean isReplicated(IntPredicate up) {
        return Arrays.stream(holders)
                .allMatch(of -> Arrays.stream(of).filter(up).count() == replicas);
    }

    /** The copies that {@code next} has and this one lacks, each from the present primary. */
    public List<Copy> missing(Configuration next) {
        List<Copy> missing = new ArrayList<>();
        for (int partition = 0; partition < machines; partition++) {
            for (int holder : next.holders[partition]) {
                if (copy(partition, holder) < 0) {
                    missing.add(new Copy(partition, node(partition, 0), holder));
                }
            }
        }
        return missing;
    }

    /** The same members and copies, in another epoch. */
    public Configuration in(int otherEpoch) {
        return new Configuration(otherEpoch, replicas, machines, members, holders);
    }

    /** Whether the other one has the same members and copies. */
    public boolean isLike(Configuration other) {
        return members.equals(other.members)
                && missing(other).isEmpty()
                && other.missing(this).isEmpty();
    }

    /** Its number, which is greater than that of each before it; 0 is the first. */
    public int epoch() {
        return epoch;
    }

    /** Whether a machine is a member. */
    public boolean isMember(int machine) {
        return members.get(machine);
    }

    /** The members; a copy. */
    public BitSet memberSet() {
        return (BitSet) members.clone();
    }

    /** How many members there are. */
    public int members() {
        return members.cardinality();
    }

    /** How many copies each partition is to have. */
    public int replicas() {
        return replicas;
    }

    /** How many machines there are, members or not. */
    public int machines() {
        return machines;
    }

    /** How many copies a partition has. */
    public int copies(int partition) {
        return holders[partition].length;
    }

    /** The holder of a copy of a partition, the primary at 0. */
    public int node(int partition, int index) {
        return holders[partition][index];
    }

    /** Which copy of a partition a machine holds, or -1. */
    public int copy(int partition, int machine) {
        int[] of = holders[partition];
        for (int i = 0; i < of.length; i++) {
            if (of[i] == machine) {
                return i;
            }
        }
        return -1;
    }
}
