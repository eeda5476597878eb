// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.mix;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.BlockingCalls;
import org.breadboard.api.hardware.Capability;
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

    /** What a protocol asks of hardware: all that it requires, but for what the runtime offers. */
    public static Set<Class<? extends Capability>> ofHardware(ProtocolType protocol) {
        Set<Class<? extends Capability>> asked = new LinkedHashSet<>(protocol.requires());
        asked.remove(BlockingCalls.class);
        return asked;
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
