// SPDX-License-Identifier: Apache-2.0
package org.breadboard.api;

import java.util.List;
import org.breadboard.api.hardware.HardwareType;
import org.breadboard.api.pipeline.PipelineProgramType;
import org.breadboard.api.protocol.ProtocolType;
import org.breadboard.api.store.StoreType;
import org.breadboard.api.workload.WorkloadType;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The entry of a plug-in, and the table of contents of what one can bring. It is found as a service in Felix, on the
 * module path and on the class path, and needs a public constructor without arguments.
 *
 * <p>All methods may be called from any thread, any number of times, and must be quick: nothing is built here. A
 * plug-in whose constructor or methods throw, or do not return, is left out with one sentence to the user.
 */
@ConsumerType
public interface Plugin {
    /** The id, unique among installed plug-ins: lower case letters, digits and hyphens. Never null. */
    String id();

    /** One line for lists. Never null. */
    String description();

    /** Kinds of hardware that this plug-in models. Never null. */
    default List<HardwareType> hardware() {
        return List.of();
    }

    /** Data structures for tables. Never null. */
    default List<StoreType> stores() {
        return List.of();
    }

    /** Transaction protocols, and micro-benchmarks that run as one. Never null. */
    default List<ProtocolType> protocols() {
        return List.of();
    }

    /** Programs for switches. Never null. */
    default List<PipelineProgramType> programs() {
        return List.of();
    }

    /** Workloads. Never null. */
    default List<WorkloadType> workloads() {
        return List.of();
    }
}
