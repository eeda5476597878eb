package org.breadboard.workloads.parts;

import org.breadboard.api.runtime.RandomStream;

/**
 * TATP's non-uniform numbers from 1 to {@code count}: {@code ((random(0, A) | random(1, count)) mod count) + 1}. Exact, two
 * draws each, immutable; any thread.
 *
 * <p>{@code A} is 65535 for up to a million subscribers, 1048575 for up to ten million, otherwise 2097151 (TATP
 * specification; FaSST's source). It has {@code k} bits, and two draws meet in the same number with a probability of about
 * {@code 1.25^k / count}. A scaled population takes the largest {@code k} with which that is no more likely than at full size, so
 * that scaling does not heat the workload up; where even uniform draws meet more often, it takes none.
 */
public final class NonUniform {
    private static final double MEETING_PER_BIT = 1.25;

    private final long mask;
    private final long count;

    private NonUniform(long mask, long count) {
        this.mask = mask;
        this.count = count;
    }

    /** Numbers from 1 to {@code count}, by the specification. */
    public static NonUniform of(long count) {
        return scaled(count, count);
    }

    /** Numbers from 1 to {@code count} that meet about as often as those from 1 to {@code fullCount} do. */
    public static NonUniform scaled(long fullCount, long count) {
        if (count < 1 || fullCount < count) {
            throw new IllegalArgumentException(count + " of " + fullCount);
        }
        return scaled(bits(fullCount), fullCount, count);
    }

    /**
     * As {@link #scaled(long, long)}, with a constant A of {@code fullBits} ones at full size: TPC-C's NURand (TPC-C 2.1.6, its
     * constant C being 0), counted from 1.
     */
    public static NonUniform scaled(int fullBits, long fullCount, long count) {
        double lostBits = StrictMath.log((double) fullCount / count) / StrictMath.log(MEETING_PER_BIT);
        long kept = Math.max(0, (long) StrictMath.floor(fullBits - lostBits));
        return new NonUniform((1L << kept) - 1, count);
    }

    /** The next number, from 1 to {@code count}, both included. */
    public long next(RandomStream random) {
        return ((random.nextLong() & mask) | (random.nextLong(count) + 1)) % count + 1;
    }

    /** The constant that the specification calls A. */
    public long mask() {
        return mask;
    }

    private static int bits(long count) {
        if (count <= 1_000_000) {
            return 16;
        }
        return count <= 10_000_000 ? 20 : 21;
    }
}
