// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api.workload;

import java.util.List;
import org.breadboard.api.Setting;
import org.breadboard.api.Settings;
import org.osgi.annotation.versioning.ConsumerType;

/** A kind of workload. Any thread. */
@ConsumerType
public interface WorkloadType {
    /** The id in mixes, unique among installed plug-ins. */
    String id();

    /** One line for lists. */
    String description();

    /** What a mix can set. */
    List<Setting<?>> settings();

    /**
     * Sizes the workload for a cluster.
     *
     * @param scale the factor, above 0 and at most 1, by which populations shrink; hot sets never do
     * @throws org.breadboard.api.RefusedException if the settings cannot work together
     */
    Workload create(Settings settings, int nodes, int threadsPerNode, double scale);
}
