// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

/**
 * The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a bijection of 64 bits. Populations are functions
 * of the key through it, so that nobody has to remember them.
 */
public final class Hash64 {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Hash64() {}

    /** Scrambles one number. */
    public static long of(long value) {
        long z = value + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Scrambles two numbers, of which the order counts. */
    public static long of(long first, long second) {
        return of(of(first) ^ second);
    }

    /** A number from 0 to {@code bound} (excluded) that follows from {@code hash}. */
    public static int below(int bound, long hash) {
        return (int) ((hash >>> 32) * bound >>> 32);
    }
}
