// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix;

import java.util.List;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.hardware.OneSidedVerbs;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.workload.Workload;

/**
 * What the names of a mix stand for. Runs of one mix share it.
 *
 * @param machine the hardware of every machine that is in no group
 * @param groups the hardware of the groups of machines, in the order of {@link Mix.Hardware#groups}
 * @param switches the hardware of every switch, or null: they only forward, and take no time
 * @param program what the switches run, or null
 * @param workload sized for the mix's cluster, or null for a protocol that runs operations
 * @param plugins all that are installed: protocols look for stores among them
 */
public record MixParts(
        HardwareType machine,
        List<HardwareType> groups,
        HardwareType switches,
        PipelineProgramType program,
        ProtocolType protocol,
        Workload workload,
        List<Plugin> plugins) {
    /** Copies the lists. */
    public MixParts {
        groups = List.copyOf(groups);
        plugins = List.copyOf(plugins);
    }

    /** Whether hardware has queue pairs: one-sided verbs go over some, and what offers none is reached without. */
    public static boolean hasQueuePairs(HardwareType hardware) {
        return hardware.offers().stream().anyMatch(OneSidedVerbs.class::isAssignableFrom);
    }

    /** Whether all machines have hardware with queue pairs. */
    public boolean hasQueuePairs() {
        return hasQueuePairs(machine) && groups.stream().allMatch(MixParts::hasQueuePairs);
    }
}
