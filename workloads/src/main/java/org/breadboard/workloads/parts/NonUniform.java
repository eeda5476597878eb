// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import org.breadboard.api.runtime.RandomStream;

/**
 * The non-uniform numbers of TATP, and of TPC-C 2.1.6, from x on: {@code ((random(0, A) | random(x, x + count - 1)) +
 * C) mod count + x}, by default with x = 1 and C = 0. Exact, two draws each, immutable; any thread.
 *
 * <p>{@code A} is 65535 for up to a million subscribers, 1048575 for up to ten million, otherwise 2097151 (TATP
 * specification; FaSST's source). It has {@code k} bits, and two draws meet in the same number with a probability of
 * about {@code 1.25^k / count}. A scaled population takes the largest {@code k} with which that is no more likely than
 * at full size, so that scaling does not heat the workload up; where even uniform draws meet more often, it takes none.
 */
public final class NonUniform {
    private static final double MEETING_PER_BIT = 1.25;

    private final long mask;
    private final long count;
    private final long least;
    private final long constant;

    private NonUniform(long mask, long count, long least, long constant) {
        this.mask = mask;
        this.count = count;
        this.least = least;
        this.constant = constant;
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

    /** As {@link #scaled(long, long)}, with a constant A of {@code fullBits} ones at full size. */
    public static NonUniform scaled(int fullBits, long fullCount, long count) {
        double lostBits = StrictMath.log((double) fullCount / count) / StrictMath.log(MEETING_PER_BIT);
        long kept = Math.max(0, (long) StrictMath.floor(fullBits - lostBits));
        return new NonUniform((1L << kept) - 1, count, 1, 0);
    }

    /** The same count and A, from {@code x} on, with the constant C (TPC-C 2.1.6.1). */
    public NonUniform from(long x, long c) {
        return new NonUniform(mask, count, x, c);
    }

    /** The next number: one of {@code count}, from x on. */
    public long next(RandomStream random) {
        return of(random.nextLong(), random.nextLong(count));
    }

    /** The number that follows from 64 random bits and from a uniform number below {@code count}. */
    public long of(long bits, long uniform) {
        return (((bits & mask) | (uniform + least)) + constant) % count + least;
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
