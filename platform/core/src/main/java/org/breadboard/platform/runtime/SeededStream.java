// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.api.runtime.RandomStream;

/**
 * xoroshiro128++ (Blackman and Vigna), seeded through SplitMix64 from the run's seed and the name of what it is for.
 */
public final class SeededStream implements RandomStream {
    private long s0;
    private long s1;

    /** The stream of one purpose: streams of different purposes or seeds have nothing to do with each other. */
    public SeededStream(long seed, long purpose) {
        long state = mix(seed) ^ mix(purpose * 0x9e3779b97f4a7c15L + 0x632be59bd9b4e019L);
        s0 = mix(state + 0x9e3779b97f4a7c15L);
        s1 = mix(state + 0x3c6ef372fe94f82aL);
        if ((s0 | s1) == 0) {
            s0 = 1;
        }
    }

    @Override
    public long nextLong() {
        long a = s0;
        long b = s1;
        long result = Long.rotateLeft(a + b, 17) + a;
        b ^= a;
        s0 = Long.rotateLeft(a, 49) ^ b ^ (b << 21);
        s1 = Long.rotateLeft(b, 28);
        return result;
    }

    @Override
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound);
        }
        // Lemire's multiply-shift; the bias of at most 2^-32 is far below anything a run can show.
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    @Override
    public long nextLong(long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound);
        }
        // floor(x * bound / 2^63) for 63 random bits x, by the same method.
        long x = nextLong() >>> 1;
        return Math.multiplyHigh(x, bound) << 1 | (x * bound) >>> 63;
    }

    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
