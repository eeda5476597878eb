// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.session;

import org.HdrHistogram.Histogram;

/**
 * A look at a live cluster: what it has done since it began. Two looks tell what it did between them.
 *
 * @param atNs when, in ns since it began
 * @param protocol the id of what runs now
 * @param swaps how many protocols ran before
 * @param aborted attempts that did not commit
 * @param latencyNs of what committed; the looker's own
 * @param busyNs for each live thread the time that it was on a core; threads are new after a swap
 */
public record LiveLook(
        long atNs, String protocol, int swaps, long committed, long aborted, Histogram latencyNs, long[] busyNs) {}
