// SPDX-License-Identifier: Apache-2.0
package org.breadboard.launcher;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM, which reach Java as a shutdown: what runs is asked to stop and given time to keep what it
 * measured, and the process ends with its exit code, or with the signal's if it was stopped by it.
 */
final class Interrupts {
    private static final int FAILED = 1;
    private static final long PATIENCE_S = 20;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile Runnable stop;
    private volatile Runnable cleaning = () -> {};
    private volatile int status;
    private volatile boolean signalled;

    /** Begins to listen. */
    void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "stop what runs"));
    }

    /** Takes what to do on a signal; without it the process ends at once. */
    void onSignal(Runnable action) {
        stop = action;
        if (signalled) {
            action.run();
        }
    }

    /** Takes what to clean up if the process ends before it has done so itself. */
    void onAbandon(Runnable action) {
        cleaning = action;
    }

    /** Says that everything is done and cleaned up. */
    void finished(int exitCode) {
        status = exitCode;
        finished.countDown();
    }

    /** Does what is to be done on a signal, now or as soon as it is known. */
    void signal() {
        signalled = true;
        Runnable action = stop;
        if (action != null) {
            action.run();
        }
    }

    private void shutDown() {
        if (finished.getCount() == 0) {
            return;
        }
        Runnable action = stop;
        if (action != null) {
            action.run();
            if (waited()) {
                Runtime.getRuntime().halt(Signals.status(status));
            }
            System.err.println(
                    "What runs did not stop within " + PATIENCE_S + " s, so it was given up, and nothing is kept.");
        } else {
            System.err.println("Stopped.");
        }
        cleaning.run();
        Runtime.getRuntime().halt(Signals.status(FAILED));
    }

    private boolean waited() {
        try {
            return finished.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
