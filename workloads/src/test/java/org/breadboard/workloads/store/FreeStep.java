// SPDX-License-Identifier: Apache-2.0
package org.breadboard.workloads.store;

import org.breadboard.testkit.TestStep;

/** A step without a stage: it only adds up what it is charged. */
final class FreeStep extends TestStep {
    private double busyNs;

    double busyNs() {
        return busyNs;
    }

    @Override
    public long nowNs() {
        return 0;
    }

    @Override
    public void busy(double ns) {
        busyNs += ns;
    }

    @Override
    public void stall(double ns) {
        busyNs += ns;
    }
}
