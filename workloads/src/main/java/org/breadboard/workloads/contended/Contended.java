// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.contended;

import java.util.List;
import org.breadboard.api.RefusedException;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.breadboard.api.workload.Workload;
import org.breadboard.api.workload.WorkloadType;
import org.breadboard.workloads.parts.NamedLogic;

/**
 * Transactions that fight over few keys, to try protocols with: its figures mean nothing. How many keys there are, how
 * transactions access them, in how many rounds, from where, how often they write, and whether their own logic aborts
 * them, all follows from one number, so that many numbers are many workloads.
 *
 * <p>Every value says who wrote it and how often it was updated, so the checker tells every version from every other,
 * and the final state from that of any lost write.
 */
public final class Contended implements WorkloadType {
    private static final long MOST_SHAPES = 1L << 53;

    private static final Setting<Long> SHAPE = Setting.integer(
            "shape", "", 1, 0, MOST_SHAPES, "The number that the sizes and shares of this workload are drawn from.");
    static final Setting<Boolean> ABSENT = Setting.flag(
            "absent", false, "Whether transactions insert and delete records, and read those that are not there.");
    static final Setting<Boolean> ORDERED = Setting.flag(
            "ordered",
            false,
            "Whether there is an ordered table, too, with ranges, minima and maxima; each is used by clients"
                    + " of the node that is its primary at the time.");
    static final Setting<Boolean> AGAIN = Setting.flag(
            "again",
            false,
            "Whether transactions read records again, in the same or a later round, also those that they may write.");
    static final Setting<Boolean> PAIRS = Setting.flag(
            "pairs",
            false,
            "Whether records are pairs, each with the one of its number in the other table or beside it, of which"
                    + " transactions tend to read the one and, rounds later, to write the other.");
    static final Setting<Boolean> TWICE = Setting.flag(
            "twice",
            false,
            "Whether transactions update records more than once, of which the last update is the one that stays.");
    static final Setting<Boolean> APART = Setting.flag(
            "apart",
            false,
            "Whether keys of the ordered table are far apart, so that records share header words as those of large"
                    + " tables do.");
    static final Setting<Boolean> SPREAD = Setting.flag(
                    "spread",
                    false,
                    "Whether ranges of the ordered table are over the keys of all nodes; what else is done with it is"
                            + " done to a client's own node.")
            .optional();
    static final Setting<Boolean> SIGNED_AT_END = Setting.flag(
                    "signedAtEnd",
                    false,
                    "Whether values differ in their last 8 B alone, as rows whose first columns nobody updates.")
            .optional();
    static final Setting<Boolean> FOLLOWS = Setting.flag(
                    "follows",
                    false,
                    "Whether which record a transaction of several rounds accesses last depends on what its first access"
                            + " has read.")
            .optional();
    static final Setting<Boolean> FIXED = Setting.flag(
                    "fixed",
                    false,
                    "Whether the hash table's records all exist and stay, so that with absent=true only those of the"
                            + " ordered table come and go.")
            .optional();
    private static final Setting<Integer> KEYS = Setting.count(
                    "keys", "keys", 0, 0, 1 << 20, "Records of each table; 0 leaves it to the shape.")
            .optional();
    static final Setting<Integer> ROOM = Setting.count(
                    "room",
                    "records",
                    0,
                    0,
                    1 << 20,
                    "Records that the hash table is built for, where they come and go: with fewer than keys, inserts"
                            + " find it full at times; 0 for as many as keys.")
            .optional();
    private static final Setting<Integer> VALUE_BYTES = Setting.count(
                    "valueBytes",
                    "bytes",
                    0,
                    0,
                    1024,
                    "Size of a value, in whole words from 16 on; 0 leaves it to the shape.")
            .optional();
    private static final Setting<Integer> ACCESSES = Setting.count(
                    "accesses",
                    "accesses",
                    0,
                    0,
                    Shape.MOST_ACCESSES,
                    "The most accesses that a transaction declares; 0 leaves it to the shape.")
            .optional();
    private static final Setting<Integer> ROUNDS = Setting.count(
                    "rounds",
                    "rounds",
                    0,
                    0,
                    Shape.MOST_ACCESSES,
                    "The most rounds that fetch them; 0 leaves it to the shape.")
            .optional();

    /** Creates the kind of workload. */
    public Contended() {}

    @Override
    public String id() {
        return "contended";
    }

    @Override
    public String description() {
        return "Transactions that fight over few keys, in shapes drawn from a number; to try protocols, not for figures";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(
                SHAPE,
                ABSENT,
                ORDERED,
                AGAIN,
                PAIRS,
                TWICE,
                APART,
                SPREAD,
                SIGNED_AT_END,
                FOLLOWS,
                FIXED,
                KEYS,
                ROOM,
                VALUE_BYTES,
                ACCESSES,
                ROUNDS,
                NamedLogic.ROUND_NS);
    }

    @Override
    public Workload create(Settings settings, int nodes, int threadsPerNode, double scale) {
        int valueBytes = settings.get(VALUE_BYTES);
        if (valueBytes != 0 && (valueBytes < SignedValue.LEAST_BYTES || valueBytes % Long.BYTES != 0)) {
            throw new RefusedException("workload.valueBytes is " + valueBytes + ", but a value is signed in its first "
                    + SignedValue.LEAST_BYTES + " B and made of whole words: it must be a multiple of " + Long.BYTES
                    + " from there on.");
        }
        Shape shape = Shape.of(settings.get(SHAPE))
                .with(settings.get(KEYS), valueBytes, settings.get(ACCESSES), settings.get(ROUNDS));
        if (shape.rounds() > shape.accesses()) {
            throw new RefusedException("workload.rounds is " + shape.rounds() + ", but each round fetches something: it"
                    + " must be at most workload.accesses, which is " + shape.accesses() + ".");
        }
        int room = settings.get(ROOM);
        if (room > 0 && !settings.get(ABSENT)) {
            throw new RefusedException("workload.room is " + room
                    + ", but all records are there from the beginning: it needs workload.absent=true.");
        }
        if (settings.get(SPREAD) && !settings.get(ORDERED)) {
            throw new RefusedException(
                    "workload.spread is true, but there is no table with ranges: it needs" + " workload.ordered=true.");
        }
        return new ContendedWorkload(shape, nodes, settings);
    }
}
