// SPDX-License-Identifier: Apache-2.0
package org.breadboard.platform.registry;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.breadboard.api.Plugin;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.WorkloadType;

/**
 * A plug-in that was examined and is in use, with everything that it offers as it said when it was examined.
 *
 * @param plugin the plug-in's own object
 * @param id its id, unique
 * @param description one line for lists
 * @param origin where it comes from, as people say it
 * @param version its version, or {@code ""}
 * @param jar the file it came from, where there is one
 * @param hardware the kinds of hardware it models
 * @param profiles the profiles of that hardware
 * @param stores its data structures
 * @param protocols its protocols
 * @param programs its programs for switches
 * @param workloads its workloads
 * @param verbs its verbs, whose type is none of this package's business
 */
public record InstalledPlugin(
        Plugin plugin,
        String id,
        String description,
        String origin,
        String version,
        Optional<Path> jar,
        List<Offer<HardwareType>> hardware,
        List<Profile> profiles,
        List<Offer<StoreType>> stores,
        List<Offer<ProtocolType>> protocols,
        List<Offer<PipelineProgramType>> programs,
        List<Offer<WorkloadType>> workloads,
        List<Offer<?>> verbs) {}
