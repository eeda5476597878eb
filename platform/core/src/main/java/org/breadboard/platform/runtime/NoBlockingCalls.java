// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.runtime;

import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.runtime.Step;
import org.breadboard.api.runtime.Task;

/** Of an engine whose clusters are built to be looked at: nobody calls, since mixes that would are refused. */
final class NoBlockingCalls implements BlockingCalls {
    static final BlockingCalls INSTANCE = new NoBlockingCalls();

    private NoBlockingCalls() {}

    @Override
    public void run(Step step, Task task, Runnable call) {
        throw new IllegalStateException("virtual time does not know how long a call takes that blocks");
    }

    @Override
    public void atEnd(AutoCloseable open) {
        throw new IllegalStateException("nothing is opened in virtual time");
    }
}
