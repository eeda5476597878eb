// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.leases;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** How long configurations wait to be decided. Any thread. */
final class Waits {
    /** Longer than any store takes that can be reached. */
    private static final long LONG_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Map<Integer, Long> sinceNs = new TreeMap<>();
    private int numbers;
    private int longOnes;
    private long longestNs;

    /** Something begins to wait; the number says what. */
    synchronized int begin() {
        numbers++;
        sinceNs.put(numbers, System.nanoTime());
        return numbers;
    }

    /** It is decided. */
    synchronized void end(int number) {
        count(sinceNs.remove(number));
    }

    /** Whether nothing waits. */
    synchronized boolean areOver() {
        return sinceNs.isEmpty();
    }

    private void count(long since) {
        long ns = System.nanoTime() - since;
        longOnes += ns > LONG_NS ? 1 : 0;
        longestNs = Math.max(longestNs, ns);
    }

    /** What waited long, or still does; asked once, at the end. */
    synchronized Optional<String> remark() {
        sinceNs.values().forEach(this::count);
        return longOnes == 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "ZooKeeper was gone or slow: %s of the configuration waited for it, the longest for %.1f s%s;"
                                + " meanwhile the configuration that ran went on.",
                        longOnes == 1 ? "a change" : longOnes + " changes",
                        longestNs / 1e9,
                        sinceNs.isEmpty() ? "" : ", and in vain"));
    }
}
