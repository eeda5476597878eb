// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.cluster;

import org.breadboard.api.RefusedException;
import org.breadboard.api.runtime.StageSpec;
import org.breadboard.platform.mix.Mix;

/**
 * Where the threads of a machine run: each on a core of its own while there are some, the next ones on the other
 * hyperthreads of the same cores. Two threads of a core slow each other down while both are busy. All protocols' stages
 * pass here, in the order in which they are built.
 */
final class HostCpu {
    private final Mix.Cpu cpu;
    private final int node;
    private int threads;

    HostCpu(Mix.Cpu cpu, int node) {
        this.cpu = cpu;
        this.node = node;
    }

    /** The next thread's stage, on its core. */
    StageSpec place(StageSpec spec) {
        if (threads == cpu.mostThreads()) {
            throw new RefusedException(
                    "Node " + node + " has no hyperthread left for thread " + spec.name() + ": its CPU runs "
                            + cpu.mostThreads()
                            + " at once (cluster.cores, cluster.hyperthreads). Lower cluster.threads, or the threads"
                            + " that the protocol has besides.");
        }
        int thread = threads++;
        if (cpu.hyperthreads() <= cpu.cores() || !spec.crowd().isEmpty()) {
            return spec;
        }
        return new StageSpec(
                spec.name(),
                spec.speed() * cpu.hyperthreadSpeed(),
                spec.speed(),
                "host.core" + thread % cpu.cores(),
                spec.affinity());
    }
}
