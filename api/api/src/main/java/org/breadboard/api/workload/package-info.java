/**
 * Workloads: tables, populations, where records live, transaction mixes and invariants. Entry type:
 * {@link org.breadboard.api.workload.WorkloadType}. Protocols build on it, and it on none of them.
 */
@Version("0.1.0")
@Export
package org.breadboard.api.workload;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
