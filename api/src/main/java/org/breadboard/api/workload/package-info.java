/**
 * Workloads: tables, populations, transaction mixes and invariants. Entry type:
 * {@link org.breadboard.api.workload.WorkloadType}.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.workload;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
