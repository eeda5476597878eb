// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.runtime;

import org.osgi.annotation.versioning.ConsumerType;

/** Random numbers that follow from the run's seed. One thread at a time. */
@ConsumerType
public interface RandomStream {
    /** 64 random bits. */
    long nextLong();

    /** Uniform in 0 (included) to {@code bound} (excluded), which is at least 1. */
    int nextInt(int bound);

    /** Uniform in 0 (included) to {@code bound} (excluded), which is at least 1. */
    long nextLong(long bound);

    /** Uniform in 0 (included) to 1 (excluded). */
    double nextDouble();
}
