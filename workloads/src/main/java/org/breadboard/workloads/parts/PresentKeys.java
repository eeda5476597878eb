// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.parts;

import java.util.Arrays;

/** Which of the numbers from 0 to {@code count} a check of changes finds present, one bit each. One thread. */
public final class PresentKeys {
    private final long[] words;
    private final long count;
    private long absent;

    /** All of {@code count} numbers are present. */
    public PresentKeys(long count) {
        this.count = count;
        words = new long[Math.toIntExact((count + Long.SIZE - 1) / Long.SIZE)];
    }

    /** None of {@code count} numbers is present. */
    public static PresentKeys none(long count) {
        PresentKeys none = new PresentKeys(count);
        Arrays.fill(none.words, -1);
        none.absent = count;
        return none;
    }

    /** A number is there no more, for now; one out of range never is. */
    public void remove(long index) {
        if (index < 0 || index >= count) {
            return;
        }
        long bit = 1L << index;
        int word = (int) (index >>> 6);
        if ((words[word] & bit) == 0) {
            words[word] |= bit;
            absent++;
        }
    }

    /** A number is there; false if it is out of range or was there already. */
    public boolean add(long index) {
        if (index < 0 || index >= count) {
            return false;
        }
        long bit = 1L << index;
        int word = (int) (index >>> 6);
        if ((words[word] & bit) == 0) {
            return false;
        }
        words[word] &= ~bit;
        absent--;
        return true;
    }

    /** The lowest number that is not present, or -1. */
    public long firstMissing() {
        for (int i = 0; absent > 0 && i < words.length; i++) {
            if (words[i] != 0) {
                return ((long) i << 6) + Long.numberOfTrailingZeros(words[i]);
            }
        }
        return -1;
    }
}
