// SPDX-License-Identifier: Apache-2.0
package org.breadboard.hosting;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Starts bundles, each on a thread of a group of its own, to which all threads belong that it starts meanwhile; a
 * plug-in should start none. For one thread at a time.
 */
final class PluginThreads {
    private static final long SETTLING_MS = 1000;
    private static final long PATIENCE_MS = 10_000;

    private final ThreadGroup group = new ThreadGroup("plug-ins");
    private final Map<Long, Set<Thread>> kept = new TreeMap<>();
    private final Map<Long, Thread> starters = new TreeMap<>();
    private final long patienceMs;

    PluginThreads() {
        this(PATIENCE_MS);
    }

    /** {@code patienceMs} is how long an activator may take. */
    PluginThreads(long patienceMs) {
        this.patienceMs = patienceMs;
    }

    /**
     * Starts a bundle, and remembers which threads outlive that. A start that is given up is interrupted; if it
     * succeeds all the same, the bundle is stopped again, until its next start.
     *
     * @throws BundleException if its activator throws, or does not return in time or before the calling thread is
     *     interrupted, which then stays so
     */
    void start(Bundle bundle) throws BundleException {
        Set<Thread> before = alive();
        BundleException[] thrown = new BundleException[1];
        AtomicBoolean settled = new AtomicBoolean();
        Runnable start = () -> {
            thrown[0] = tryToStart(bundle);
            if (!settled.compareAndSet(false, true)) {
                stop(bundle);
            }
        };
        Thread starter = new Thread(group, start, "start " + bundle.getSymbolicName());
        starters.put(bundle.getBundleId(), starter);
        starter.setDaemon(true);
        starter.start();
        boolean hurried = false;
        try {
            starter.join(patienceMs);
        } catch (InterruptedException noPatience) {
            hurried = true;
        }
        boolean late = settled.compareAndSet(false, true);
        if (late) {
            starter.interrupt();
        }
        kept.put(bundle.getBundleId(), begun(before));
        if (hurried) {
            Thread.currentThread().interrupt();
        }
        if (late && hurried) {
            throw new BundleException("its start was interrupted before its activator returned");
        }
        if (late) {
            throw new BundleException("its activator did not return within " + patienceMs / 1000 + " s");
        }
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }

    private static BundleException tryToStart(Bundle bundle) {
        try {
            bundle.start(Bundle.START_ACTIVATION_POLICY);
            return null;
        } catch (BundleException notStarted) {
            return notStarted;
        }
    }

    /** For a start that nobody waits for any more; of one that has failed there is nothing to stop. */
    private static void stop(Bundle bundle) {
        try {
            bundle.stop(Bundle.STOP_TRANSIENT);
        } catch (BundleException threw) {
            // An activator that throws when it stops is stopped all the same.
        }
    }

    /**
     * Whether a bundle's activator has not returned, so that Felix would have everybody wait who touches the bundle.
     */
    boolean isStuck(Bundle bundle) {
        Thread starter = starters.get(bundle.getBundleId());
        return starter != null && starter.isAlive();
    }

    /** What still runs of that which began since {@code before}, once it had time to end. */
    private Set<Thread> begun(Set<Thread> before) {
        long endNs = System.nanoTime() + SETTLING_MS * 1_000_000;
        try {
            while (true) {
                Set<Thread> begun = alive();
                begun.removeAll(before);
                long leftMs = (endNs - System.nanoTime()) / 1_000_000;
                if (begun.isEmpty() || leftMs <= 0) {
                    return begun;
                }
                begun.iterator().next().join(leftMs);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            Set<Thread> begun = alive();
            begun.removeAll(before);
            return begun;
        }
    }

    private Set<Thread> alive() {
        Thread[] threads = new Thread[group.activeCount() + 16];
        int count = group.enumerate(threads);
        return new LinkedHashSet<>(Arrays.asList(threads).subList(0, count));
    }

    /** A thread that was begun while a bundle started, and still runs. */
    Optional<Thread> begunBy(Bundle bundle) {
        return kept.getOrDefault(bundle.getBundleId(), Set.of()).stream()
                .filter(Thread::isAlive)
                .findFirst();
    }

    /** A thread that runs now and is of a bundle: it was begun while that started, or is in its code. */
    Optional<Thread> of(Bundle bundle) {
        return begunBy(bundle)
                .or(() -> Thread.getAllStackTraces().entrySet().stream()
                        .filter(each -> Stream.of(each.getValue()).anyMatch(frame -> isOf(bundle, frame)))
                        .map(Map.Entry::getKey)
                        .findFirst());
    }

    private static boolean isOf(Bundle bundle, StackTraceElement frame) {
        return bundle.getEntry(frame.getClassName().replace('.', '/') + ".class") != null;
    }
}
