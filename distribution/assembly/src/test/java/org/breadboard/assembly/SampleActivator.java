// SPDX-License-Identifier: Apache-2.0
package org.breadboard.assembly;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The activator of a {@link SampleJar} that names it, which does what the jar's properties say. */
public final class SampleActivator implements BundleActivator {
    /** What a jar with it imports. */
    static final String NEEDS = "org.breadboard.api;version=\"[0.1,1)\",org.osgi.framework;version=\"[1.8,2)\"";

    /** Longer than anybody waits for it; the tests' container ends after it. */
    private static final long HANGING_NS = 25_000_000_000L;

    @Override
    public void start(BundleContext context) {
        long end = System.nanoTime() + HANGING_NS;
        while (SamplePlugin.line(2).equals("does not return") && System.nanoTime() < end) {
            try {
                Thread.sleep(100);
            } catch (InterruptedException deaf) {
                // It does not even heed this.
            }
        }
    }

    @Override
    public void stop(BundleContext context) {
        if (SamplePlugin.line(2).equals("throws at its end")) {
            throw new IllegalStateException("not now");
        }
    }
}
